import type { DatasetOperation } from '../accounts'
import type { Context } from '../context'
import { limits } from '../limits'
import { pageCost } from './cost/estimate'
import type { LinesPlan } from './query/plan'
import type { LinesRequest } from './query/request'
import { freshnessOf, type OpenedLines } from './serve'

/**
 * The version under which a public answer is kept: of tables of files only, which change with it alone. Editable lines, and
 * those of several tables, change without one, and have none.
 */
export function edgeVersion(ctx: Context, opened: OpenedLines, operation: DatasetOperation): string | undefined {
  const { dataset, source } = opened
  const { pointer, parts } = source
  if (parts || pointer.layout.editable || !freshnessOf(ctx, opened, operation).isPublic) return undefined
  return [dataset.id, dataset.version, pointer.run, ctx.language, ctx.baseUrl].join(' ')
}

/** Aggregations of a large table cost hundreds of ms; those of a small one less than it takes to look here. */
export const isWorthKeeping = ({ source }: OpenedLines): boolean => source.pointer.count >= limits.lines.indexFromLines

/**
 * Whether a page is kept: a tile, which takes more to draw than to keep; a page that costs more than looking for it; and what
 * is asked for by its version, since who does so asks again.
 */
export function isPageKept(
  opened: OpenedLines,
  { request, params, plan }: { request: LinesRequest; params: URLSearchParams; plan: LinesPlan | undefined },
): boolean {
  if (request.tile) return true
  if (request.size > limits.lines.maxSize) return false
  if (params.has('finalizedAt') || params.has('updatedAt')) return true
  return isWorthKeeping(opened) && plan !== undefined && pageCost(plan, opened.source) >= limits.lines.edgeFromLooks
}
