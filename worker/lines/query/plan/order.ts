import { problem } from '../../../errors'
import { isDate } from '../../../schema/calculated'
import { capabilityOn, capable } from '../../../schema/capabilities'
import type { Column } from '../column'
import { columnOf, creationKey } from '../find-column'
import { distanceKey } from '../position'
import type { LinesRequest, Point } from '../request'
import type { LineSource } from '../source'
import type { Scalar } from '../sql-text'

/**
 * One key of an order. `line` is the unique line number; `folded` a text without case and accents, `raw` its code
 * points; `value` anything else that compares as it is stored. Lines without value come last in both directions.
 */
export type OrderTerm = {
  by: 'line' | 'folded' | 'raw' | 'value' | 'instant' | 'score'
  column: Column
  descending: boolean
}

/**
 * The complete order of a request: the requested sort, then relevance, then the terms that make the order total.
 *
 * @param scored a search gives each line a score
 * @param ranked relevance completes the order
 * @param near the distance to this point completes the order
 */
export function orderOf(
  sort: LinesRequest['sort'],
  source: LineSource,
  { scored, ranked, near }: { scored: boolean; ranked: boolean; near?: Point | undefined },
): OrderTerm[] {
  const requested = [...sort]
  const complete = (key: string, descending: boolean): void => {
    if (!requested.some((term) => term.key === key)) requested.push({ key, descending })
  }
  if (ranked) complete('_score', true)
  if (near) complete(distanceKey(near), false)
  // Line numbers of different datasets are not comparable.
  const isUnion = source.defaultOrder === 'union'
  const isDated = isUnion && source.fields.some(isDate)
  if (isDated) complete('_updatedAt', true)
  // Each write gives its line a new, higher number: `_i` has the order of `_updatedAt`, and needs no sort.
  const created = requested.find(({ key }) => key === creationKey)
  // Lines that take the place of another one in the order of creation follow it.
  complete('_i', created ? created.descending : isDated || source.defaultOrder === 'recent')
  // `_i` is not unique over several datasets.
  if (isUnion) complete('_rand', false)
  const terms: OrderTerm[] = []
  for (const { key, descending } of requested) {
    if (key === '_score' && !scored) continue
    for (const term of termsOf(key, descending, source)) {
      terms.push(term)
      // Line numbers are unique: further terms have no effect.
      if (term.by === 'line') return terms
    }
  }
  return terms
}

function termsOf(key: string, descending: boolean, source: LineSource): OrderTerm[] {
  const column = columnOf(source, key)
  if (!column) return []
  if (key === '_id' && column.kind === 'text') return [{ by: 'raw', column, descending }]
  if (source.defaultOrder === 'union') {
    if (column.key === '_i') return [{ by: 'value', column, descending }]
    if (column.kind === 'line') return [{ by: 'raw', column, descending }]
  }
  if (column.key === '_i' || column.kind === 'line') return [{ by: 'line', column, descending }]
  if (column.kind === 'score') return [{ by: 'score', column, descending }]
  const field = source.fields.find((candidate) => candidate.key === key)
  const isGrouped = !field || capable(field, 'values')
  if (column.kind !== 'text') {
    if (!isGrouped) return []
    return [{ by: column.instant === undefined ? 'value' : 'instant', column, descending }]
  }
  const terms: OrderTerm[] = []
  if (!field || capabilityOn(field, 'insensitive')) terms.push({ by: 'folded', column, descending })
  if (isGrouped) terms.push({ by: 'raw', column, descending })
  return terms
}

/** Checks a cursor: one value per key, of the type of the key; the line number is never NULL. @throws `after-malformed` */
export function checkedCursor(after: readonly Scalar[], order: readonly OrderTerm[]): readonly Scalar[] {
  const suits =
    after.length === order.length &&
    order.every(({ by, column }, at) => {
      const value = after[at]
      if (value === null) return by !== 'line' && by !== 'score' && !column.required
      const isText = by === 'folded' || by === 'raw' || (by === 'value' && column.kind === 'day')
      return typeof value === (isText ? 'string' : 'number')
    })
  if (!suits) throw problem('after-malformed')
  return after
}
