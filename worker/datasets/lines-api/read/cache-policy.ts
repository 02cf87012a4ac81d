import type { Context } from '../../../context'
import { limits } from '../../../limits'
import type { LinesPlan, LinesRequest } from '../../../lines'
import { pageCost } from '../../../lines/query/cost/estimate'
import { candidateText, indexCandidatesOf } from '../../../lines/query/plan/index-candidates'
import type { ReadableParameters } from '../../../net/parameters'
import type { OpenedLines } from './open-lines'

/**
 * The version under which an answer is kept: that of the dataset, of its table, and of what was last written there. Lines of
 * several tables change without one, and have none; nor have those of one owner.
 */
export function answerVersion(ctx: Context, { dataset, source, writeToken }: OpenedLines): string | undefined {
  if (source.parts || source.where) return undefined
  return [dataset.id, dataset.version, source.pointer.run, writeToken ?? '', ctx.language, ctx.baseUrl].join(' ')
}

/** Aggregations of a large table cost hundreds of ms; those of a small one less than it takes to look for them at the edge. */
export const isGroupingCostly = ({ source }: OpenedLines): boolean =>
  source.pointer.count >= limits.lines.indexFromLines

/** Whether a page costs more than looking for it: a tile takes more to draw than to keep. */
export function isPageCostly(
  { source }: OpenedLines,
  { request, plan }: { request: LinesRequest; plan: LinesPlan | undefined },
): boolean {
  if (request.tile) return true
  if (request.size > limits.lines.maxSize || source.pointer.count < limits.lines.indexFromLines) return false
  if (plan === undefined || cheapKinds.has(kindOf(plan))) return false
  return pageCost(plan, source) >= limits.lines.edgeFromLooks
}

// The estimate knows no index: what the last page of its kind read in this isolate does.
const cheapKinds = new Set<string>()

/** Notes what a page has read: others of its kind cost alike. */
export function noteRead(plan: LinesPlan, rowsRead: number): void {
  if (plan.where.length === 0 || plan.tableCount < limits.lines.indexFromLines) return
  const kind = kindOf(plan)
  cheapKinds.delete(kind)
  if (rowsRead >= limits.lines.edgeFromRows) return
  if (cheapKinds.size >= limits.cache.maxEntries) cheapKinds.clear()
  cheapKinds.add(kind)
}

/** What a page reads depends on the fields that it filters and sorts on, and on what else is asked of its lines. */
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

/** Whether a page is asked for by its version: who does so asks again, from anywhere. */
export const isRequestedByVersion = ({ size }: LinesRequest, params: ReadableParameters): boolean =>
  size <= limits.lines.maxSize && (params.has('finalizedAt') || params.has('updatedAt'))
