import type { Context } from '../../../context'
import { cacheHeaders } from '../../../http/caching/cache-headers'
import { cachedResponses } from '../../../http/caching/cached-responses'
import { withEtag } from '../../../http/etag'
import { type Parameters, parametersOf } from '../../../http/request-url'
import { etagResponse } from '../../../http/respond'
import type { DatasetOperation } from '../../../identity'
import { limits } from '../../../limits'
import { linesOf } from '../../../lines/aggregate/parse-values-agg'
import { dependsOnTime } from '../../../lines/query/parse/date-math'
import { unrankedPlan } from '../../../lines/query/plan/plan'
import { isTableGone, queryProblem } from '../../../lines/read/d1-errors'
import { recordIndexUses } from '../../indexes/index-uses'
import { answerVersion, isGroupingCostly } from './edge-caching'
import { forgetOpened, type OpenedLines, openRequestedLines } from './open-lines'

type AggregationInput = { ctx: Context; request: Request; id: string; operation: DatasetOperation }
type Answer = { opened: OpenedLines; params: Parameters; headers: Record<string, string> }

/**
 * Opens the lines and responds with the JSON of `answer`, or the bytes of a tile; 204 for an empty tile, 304 when the cached copy
 * of the client is current.
 */
export async function answerAggregation(
  { ctx, request, id, operation }: AggregationInput,
  answer: (opened: Answer) => Promise<string | Uint8Array<ArrayBuffer> | undefined>,
): Promise<Response> {
  const params = parametersOf(request)
  const opened = await openRequestedLines(ctx, params, { id, draft: params.get('draft') === 'true' }, operation)
  const isTimed = dependsOnTime(params)
  const { headers, notModified } = cacheHeaders(request, { ...opened.freshness, isTimed })
  if (notModified) return new Response(null, { status: 304, headers })
  const started = performance.now()
  const cache = cachedResponses(ctx, request, isTimed ? undefined : answerVersion(ctx, opened))
  const isCostly = isGroupingCostly(opened)
  const edge = opened.freshness.cacheScope === 'public' && isCostly
  const cachedResponse = cache?.recent(headers) ?? (edge ? await cache?.fromEdge(headers) : undefined)
  if (cachedResponse) return cachedResponse
  try {
    const body = await answer({ opened, params, headers })
    if (body === undefined) return new Response(null, { status: 204, headers })
    const answerBody = withEtag(body)
    const { dataset, source } = opened
    if (source.pointer.count >= limits.indexes.fromLines) {
      ctx.later(async () =>
        recordIndexUses(ctx, { datasetId: dataset.id, source }, unrankedPlan(linesOf(params, '', source), source)),
      )
    }
    cache?.keep(answerBody, headers, { isCostly, edge })
    return etagResponse(request, answerBody, { headers })
  } catch (error) {
    // The cached description of this isolate is older than a version that another isolate published.
    if (isTableGone(error)) forgetOpened(opened)
    throw queryProblem(error, opened.source)
  } finally {
    ctx.timings.set('read', performance.now() - started)
  }
}
