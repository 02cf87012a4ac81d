import type { Context } from '../../../context'
import { limits } from '../../../limits'
import type { LinesPlan, LinesRequest } from '../../../lines'
import { pageCost } from '../../../lines/query/cost/estimate'
import { candidateText, indexCandidatesOf } from '../../../lines/query/plan/index-candidates'
import { isWhole } from '../../../lines/query/source'
import type { ReadableParameters } from '../../../net/parameters'
import type { OpenedLines } from './open-lines'

/**
 * The version in the cache key of a response: that of the dataset, of its table, and of the last write. The lines of
 * several tables change without a version and are not cached, nor are the lines of one owner.
 */
export function answerVersion(ctx: Context, { dataset, source, writeToken }: OpenedLines): string | undefined {
  if (!isWhole(source)) return undefined
  return [dataset.id, dataset.version, source.pointer.run, writeToken ?? '', ctx.language, ctx.baseUrl].join(' ')
}

/** Aggregations of a large table take hundreds of ms; those of a small one take less than a lookup in the edge cache. */
export const isGroupingCostly = ({ source }: OpenedLines): boolean => source.pointer.count >= limits.indexes.fromLines

/** Whether a page costs more than a cache lookup. Tiles do, since they are encoded. */
export function isPageCostly(
  { source }: OpenedLines,
  { request, plan }: { request: LinesRequest; plan: LinesPlan | undefined },
): boolean {
  if (request.tile) return true
  if (request.size > limits.lines.maxSize || source.pointer.count < limits.indexes.fromLines) return false
  if (plan === undefined || cheapKinds.has(kindOf(plan))) return false
  return pageCost(plan, source) >= limits.lines.cacheFromValueReads
}

// The estimate ignores indexes: the rows read by the last page of the same kind correct it.
const cheapKinds = new Set<string>()

/** Records the rows that a page read, as the cost of other pages of its kind. */
export function noteRead(plan: LinesPlan, rowsRead: number): void {
  if (plan.where.length === 0 || plan.tableCount < limits.indexes.fromLines) return
  const kind = kindOf(plan)
  cheapKinds.delete(kind)
  if (rowsRead >= limits.lines.cacheFromRows) return
  if (cheapKinds.size >= limits.cache.maxEntries) cheapKinds.clear()
  cheapKinds.add(kind)
}

/** The kind of a page, which determines its cost: the fields that it filters and sorts by, and its other options. */
const kindOf = (plan: LinesPlan): string => {
  const { run, count, limit, collapse, bounds, ranking } = plan
  return [
    run,
    count,
    limit,
    collapse?.key,
    bounds,
    ranking !== undefined,
    ...indexCandidatesOf(plan).map(candidateText),
  ].join(' ')
}

/** Whether the URL of a page has the version of the dataset: such a page is requested again, from any location. */
export const isRequestedByVersion = ({ size }: LinesRequest, params: ReadableParameters): boolean =>
  size <= limits.lines.maxSize && (params.has('finalizedAt') || params.has('updatedAt'))
