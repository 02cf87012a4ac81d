/**
 * Caches of data responses: the memory of this isolate, and the edge cache for public ones.
 * The version of the data is part of both keys, so that no response is stale and nothing has to be purged.
 */
import type { Context } from '../../context'
import { limits } from '../../limits'
import type { Parameters } from '../../net/parameters'
import type { BodyWithEtag } from '../etag'
import { addressOf, parametersOf } from '../request-url'
import { etagResponse, textResponse } from '../respond'
import { edgeAnswer, edgeKey } from './edge-cache'
import { RecentAnswers } from './memory-cache'

/** The cache entries of one request. Permissions are checked before. */
type CachedResponses = {
  /** The response in the memory of this isolate, with the conditional headers of this request applied. */
  recent(headers: Record<string, string>): Response | undefined
  /** The response in the edge cache, with the conditional headers of this request applied. */
  fromEdge(headers: Record<string, string>): Promise<Response | undefined>
  /**
   * Stores a body with the headers that describe it.
   *
   * @param of.isCostly computing it takes longer than a lookup: it is stored in memory at once, else at the second request
   * @param of.edge it is public and worth an edge lookup
   */
  keep(body: BodyWithEtag, headers: Record<string, string>, of: { isCostly: boolean; edge: boolean }): void
}

const recentAnswers = new RecentAnswers(limits.cache.answersBytes)

/** Clears the memory cache, so that tests see the edge cache. */
export const clearCachedResponses = (): void => recentAnswers.clear()

/** Headers that describe a body. */
const storedHeaders = ['content-type', 'content-disposition', 'link', 'x-tilesampling'] as const

/** The cache key of a version; undefined without a version, and for requests other than reads. */
export function cachedResponses(
  ctx: Context,
  request: Request,
  version: string | undefined,
): CachedResponses | undefined {
  if (version === undefined || request.method !== 'GET') return undefined
  const address = addressOf(request)
  const key = `${version} ${withoutKey(address, parametersOf(request))}`
  return {
    recent(headers) {
      const found = recentAnswers.get(key)
      return found && etagResponse(request, found, { headers: { ...headers, ...found.described } })
    },
    async fromEdge(headers) {
      const found = await edgeAnswer(edgeKey(address, version))
      if (!found) return undefined
      const bytes = new Uint8Array(await found.arrayBuffer())
      return textResponse(request, bytes, { headers: { ...headers, ...headersOf((name) => found.headers.get(name)) } })
    },
    keep(body, sent, { isCostly, edge }) {
      const described = headersOf((name) => sent[name])
      recentAnswers.keep(key, { ...body, described }, { isCostly })
      if (!edge) return
      const headers = { ...described, 'cache-control': `public, max-age=${limits.cache.publicMaxAgeSeconds}` }
      ctx.later(() => caches.default.put(edgeKey(address, version), new Response(body.bytes, { headers })))
    },
  }
}

/** The API key in the URL does not change the response. */
function withoutKey(address: URL, parameters: Parameters): string {
  if (!parameters.has('apiKey')) return address.href
  const others = parameters.without(['apiKey']).toString()
  return `${address.origin}${address.pathname}${others && `?${others}`}`
}

/** The headers that are stored with a body. */
function headersOf(sent: (name: string) => string | null | undefined): Record<string, string> {
  const described: Record<string, string> = {}
  for (const name of storedHeaders) {
    const value = sent(name)
    if (value) described[name] = value
  }
  const mode = sent('x-tilesmode')?.replace(/^es\/(\w+).*$/, 'cache/$1')
  if (mode) described['x-tilesmode'] = mode
  return described
}
