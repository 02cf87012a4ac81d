/** The order of lines in SQL: the keys that they are sorted by, and the cursor over them. */
import { foldSql } from '../../storage/fold-for-sorting'
import type { OrderTerm } from '../plan/order'
import type { Bindings, Scalar } from '../sql-text'
import { elementSql } from './where'

/** The order of the keys `k0`, `k1` … */
export const orderSql = (order: readonly OrderTerm[]): string =>
  order.map((term, at) => `k${at}${term.descending ? ' DESC' : ''}${isNullable(term) ? ' NULLS LAST' : ''}`).join(',')

/** The key of a term. @param score the score of a line */
export function orderKeySql({ by, column, descending }: OrderTerm, score: string): string {
  if (by === 'score') return score
  if (by === 'instant') return column.instant ?? column.sql
  if (!column.multiple) return by === 'folded' ? foldSql(column.sql, column.ascii) : column.sql
  const element = by === 'folded' ? foldSql('e.value', column.ascii) : elementSql(column, 'e.value')
  // In a subquery of its own: SQLite counts the depth of an expression twice in a scalar subquery.
  return `(SELECT ${descending ? 'max' : 'min'}(v) FROM (SELECT ${element} AS v FROM json_each(${column.sql}) AS e))`
}

/** Whether the key of a term takes longer to compute than to read. */
export const isCostly = ({ by, column }: OrderTerm): boolean => by === 'score' || by === 'folded' || column.multiple

const isNullable = ({ by, column }: OrderTerm): boolean => by !== 'line' && by !== 'score' && !column.required

/** The condition of the lines after the cursor, key by key. A comparison of row values cannot mix directions and NULLS LAST. */
export function keysetSql(order: readonly OrderTerm[], after: readonly Scalar[], bindings: Bindings): string {
  let condition = '0'
  for (let at = order.length - 1; at >= 0; at--) {
    const term = order[at]
    const value = after[at] ?? null
    if (!term) continue
    const key = `k${at}`
    if (value === null) {
      condition = `(${key} IS NULL AND ${condition})`
      continue
    }
    const bound = bindings.bind(value)
    const missing = isNullable(term) ? ` OR ${key} IS NULL` : ''
    const rest = condition === '0' ? '' : ` OR (${key}=${bound} AND ${condition})`
    condition = `(${key}${term.descending ? '<' : '>'}${bound}${missing}${rest})`
  }
  return condition
}
