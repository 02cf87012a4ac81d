import type { Context } from '../context'
import { limits } from '../limits'
import type { ReadableParameters } from '../net/parameters'
import { pageCost } from './cost/estimate'
import type { LinesPlan } from './query/plan'
import type { LinesRequest } from './query/request'
import type { OpenedLines } from './serve'

/**
 * The version under which an answer is kept: that of the dataset, of its table, and of what was last written there. Lines of
 * several tables change without one, and have none.
 */
export function answerVersion(ctx: Context, { dataset, source, written }: OpenedLines): string | undefined {
  if (source.parts) return undefined
  return [dataset.id, dataset.version, source.pointer.run, written ?? '', ctx.language, ctx.baseUrl].join(' ')
}

/** At the edge: aggregations of a large table cost hundreds of ms; those of a small one less than it takes to look there. */
export const isWorthKeeping = ({ source }: OpenedLines): boolean => source.pointer.count >= limits.lines.indexFromLines

/**
 * Whether a page is kept at the edge: a tile, which takes more to draw than to keep; a page that costs more than looking for it; and what
 * is asked for by its version, since who does so asks again.
 */
export function isPageKept(
  opened: OpenedLines,
  { request, params, plan }: { request: LinesRequest; params: ReadableParameters; plan: LinesPlan | undefined },
): boolean {
  if (request.tile) return true
  if (request.size > limits.lines.maxSize) return false
  if (params.has('finalizedAt') || params.has('updatedAt')) return true
  return isWorthKeeping(opened) && plan !== undefined && pageCost(plan, opened.source) >= limits.lines.edgeFromLooks
}
