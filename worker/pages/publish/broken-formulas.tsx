import type { Dataset, Version } from '../../datasets'
import { ExpressionError, namesOf } from '../../schema/expression'
import { functionNamed } from '../../schema/expression/functions'
import { allows } from '../dataset/frame'
import { nameOf } from '../table/field'
import type { View } from '../view'

/** A formula, and the titles of the columns that it names and the file lacks. */
type BrokenFormula = {
  key: string
  title: string
  missing: string[]
  /** Its position among the extensions of the dataset. */
  at: number
}

/** Names the computed columns that a file breaks, in place of the failures of its rows, each with a link to its formula. */
export function BrokenFormulas(props: { view: View; dataset: Dataset; formulas: readonly BrokenFormula[] }) {
  const { view, dataset, formulas } = props
  const { say, baseUrl } = view
  const mayChange = allows(view, dataset, 'writeDescriptionBreaking')
  return (
    <>
      <p>{say('formulasBroken')}</p>
      <ul>
        {formulas.map(({ title, missing, at }) => (
          <li>
            {say('formulaLacks', { title, columns: missing.join(', ') })}{' '}
            {mayChange && (
              <a
                href={`${baseUrl}/dataset/${dataset.id}/add-column?edit=${at}`}
                aria-label={say('labelled', { label: say('changeFormula'), text: title })}
              >
                {say('changeFormula')}
              </a>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

type FormProps = { view: View; dataset: Dataset; action: string }

/** The choice to go on without the computed columns that the file breaks: the file is read again without them. */
export function LeaveOutComputed({
  view,
  dataset,
  action,
  formulas,
}: FormProps & { formulas: readonly BrokenFormula[] }) {
  const { say } = view
  if (formulas.length === 0 || !allows(view, dataset, 'writeDescriptionBreaking')) return null
  const titles = formulas.map(({ title }) => title).join(', ')
  return (
    <form method="post" action={action} class="card form">
      {[...(dataset.draft?.leftOutComputed ?? []), ...formulas.map(({ key }) => key)].map((key) => (
        <input type="hidden" name="leftOutComputed" value={key} />
      ))}
      <label class="choice">
        <input type="checkbox" required />
        <span>{say('withoutComputed', { columns: titles, count: formulas.length })}</span>
      </label>
      <p class="button-row">
        <button type="submit" name="action" value="leaveOutComputed">
          {say('readWithoutComputed', { count: formulas.length })}
        </button>
      </p>
    </form>
  )
}

/** The computed columns that a draft leaves out, with one button that takes them back. */
export function LeftOutComputed({ view, dataset, action }: FormProps) {
  const { say } = view
  const fields = leftOutFields(dataset, dataset.draft)
  if (fields.length === 0) return null
  return (
    <form method="post" action={action} class="notice" data-rereads>
      <p>{say('computedLeftOut', { columns: fields.map(nameOf).join(', '), count: fields.length })}</p>
      <button type="submit" name="action" value="leaveOutComputed">
        {say('keepComputed', { count: fields.length })}
      </button>
    </form>
  )
}

/** The published columns of the formulas that a draft leaves out. */
export function leftOutFields({ published }: Dataset, draft: Version | undefined) {
  const leftOut = new Set(draft?.leftOutComputed)
  return published.schema.filter(({ key }) => leftOut.has(key))
}

/** The formulas of a dataset whose columns are not all in a draft, or are those of such formulas. */
export function brokenFormulas({ metadata, published }: Dataset, draft: Version): BrokenFormula[] {
  const columns = draft.file?.schema
  if (!columns) return []
  const leftOut = new Set(draft.leftOutComputed)
  const formulas = (metadata.extensions ?? []).flatMap((one, at) =>
    one.type === 'exprEval' && one.active && !leftOut.has(one.property.key) ? [{ ...one, at }] : [],
  )
  const others = published.schema.filter((field) => field['x-extension'] || field['x-calculated'])
  const present = new Set([...columns, ...others].map(({ key }) => key))
  for (const key of leftOut) present.delete(key)
  const titles = new Map(published.schema.map((field) => [field.key, nameOf(field)]))
  // In their order: each may use those before it.
  return formulas.flatMap(({ expr, property: { key, title }, at }) => {
    const missing = variablesOf(expr).filter((name) => !present.has(name) && titles.has(name))
    present[missing.length > 0 ? 'delete' : 'add'](key)
    return missing.length > 0
      ? [{ key, title: title || key, missing: missing.map((name) => titles.get(name) ?? name), at }]
      : []
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
