import type { Dataset, Version } from '../../datasets'
import { ExpressionError, namesOf } from '../../schema/expression'
import { functionNamed } from '../../schema/expression/functions'
import type { View } from '../view'

/** A formula, and the titles of the columns that it names and the file lacks. */
type BrokenFormula = { title: string; missing: string[] }

/** Names the computed columns that a file breaks, in place of the failures of its rows. Nothing where no column is missing. */
export function BrokenFormulas({ view, formulas }: { view: View; formulas: readonly BrokenFormula[] }) {
  const { say } = view
  return (
    <>
      <p>{say('formulasBroken')}</p>
      <ul>
        {formulas.map(({ title, missing }) => (
          <li>{say('formulaLacks', { title, columns: missing.join(', ') })}</li>
        ))}
      </ul>
    </>
  )
}

/** The formulas of a dataset whose columns are not all in a draft. */
export function brokenFormulas({ metadata, published }: Dataset, draft: Version): BrokenFormula[] {
  const columns = draft.file?.schema
  if (!columns) return []
  const formulas = (metadata.extensions ?? []).flatMap((one) => (one.type === 'exprEval' && one.active ? [one] : []))
  const computed = published.schema.filter((field) => field['x-extension'] || field['x-calculated'])
  const present = new Set([...columns, ...computed, ...formulas.map(({ property }) => property)].map(({ key }) => key))
  const titles = new Map(published.schema.map(({ key, title, ...field }) => [key, title || field['x-originalName']]))
  return formulas.flatMap(({ expr, property: { key, title } }) => {
    const missing = variablesOf(expr).filter((name) => !present.has(name) && titles.has(name))
    return missing.length > 0 ? [{ title: title || key, missing: missing.map((name) => titles.get(name) || name) }] : []
  })
}

/** The columns that an expression names; none for one that cannot be parsed. */
function variablesOf(expression: string): string[] {
  try {
    return [...namesOf(expression)].filter((name) => !functionNamed(name))
  } catch (error) {
    if (error instanceof ExpressionError) return []
    throw error
  }
}
