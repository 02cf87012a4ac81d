/** The type of a computed column whose publisher has chosen none: that of the results of its first rows. Pure. */
import type { ExtensionPreview } from '../../datasets/extensions'
import { compile, ExpressionError, isWhole, type Value } from '../../schema/expression'
import type { TypeChoice } from '../publish/corrections'

const isoDate = /^\d{4}-\d\d-\d\d$/
const isoDateTime = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/

type Rows = readonly Pick<ExtensionPreview['lines'][number], 'values'>[]

/** @param keys the columns that the formula can name */
export function resultType(expr: string, rows: Rows, keys: readonly string[]): TypeChoice {
  const results = resultsOf(expr, rows, new Set(keys)).filter(
    (value) => value !== null && value !== undefined && value !== '',
  )
  const are = (suits: (value: Value) => boolean) => results.length > 0 && results.every(suits)
  // Later rows may have decimals where the first ones have none.
  if (are((value) => typeof value === 'number')) return isWhole(expr) ? 'integer' : 'number'
  if (are((value) => typeof value === 'boolean')) return 'boolean'
  if (are((value) => typeof value === 'string' && isoDate.test(value))) return 'date'
  if (are((value) => typeof value === 'string' && isoDateTime.test(value))) return 'date-time'
  return 'string'
}

/** The results of the rows that have one. */
function resultsOf(expr: string, rows: Rows, known: ReadonlySet<string>): Value[] {
  const evaluate = compile(expr)
  return rows.flatMap(({ values }) => {
    const scope = {
      has: (name: string) => known.has(name),
      // Values of rows are JSON, as those of expressions are.
      get: (name: string) => values[name] as Value,
    }
    try {
      return [evaluate(scope)]
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      return []
    }
  })
}
