/**
 * Answers made of data that are given again: from the memory of this isolate, or where anyone may have them from the edge.
 * Both keep them under the version of what they say, so that nothing stale is given and nothing is ever purged.
 */
import type { Context } from '../../context'
import { limits } from '../../limits'
import type { Parameters } from '../../net/parameters'
import { addressOf, parametersOf } from '../address'
import { type SealedBody, sealedResponse, textResponse } from '../respond'
import { edgeAnswer, edgeKey } from './edge-cache'
import { RecentAnswers } from './memory-cache'

/** What is kept of the answers to one request. Whoever asks has been permitted to. */
export type KeptAnswers = {
  /** The answer that this isolate remembers, under the headers of this request. */
  recent(headers: Record<string, string>): Response | undefined
  /** The answer that is kept at the edge, under the headers of this request. */
  fromEdge(headers: Record<string, string>): Promise<Response | undefined>
  /**
   * Keeps a body and those of its headers that describe it.
   *
   * @param of.isCostly making it takes longer than looking for it: this isolate keeps it at once, else when it is asked again
   * @param of.edge anyone may have it from the edge, where it is worth looking for
   */
  keep(body: SealedBody, headers: Record<string, string>, of: { isCostly: boolean; edge: boolean }): void
}

const recentAnswers = new RecentAnswers(limits.cache.answersBytes)

/** Leaves this isolate as a new one: tests see what the edge has. */
export const forgetAnswers = (): void => recentAnswers.clear()

/** Headers that describe a body. */
const kept = ['content-type', 'content-disposition', 'link', 'x-tilesampling'] as const

/** What is kept under a version; undefined where there is none, and for what does not read. */
export function keptAnswers(ctx: Context, request: Request, version: string | undefined): KeptAnswers | undefined {
  if (version === undefined || request.method !== 'GET') return undefined
  const address = addressOf(request)
  const key = `${version} ${withoutKey(address, parametersOf(request))}`
  return {
    recent(headers) {
      const found = recentAnswers.get(key)
      return found && sealedResponse(request, found, { headers: { ...headers, ...found.told } })
    },
    async fromEdge(headers) {
      const found = await edgeAnswer(edgeKey(address, version))
      if (!found) return undefined
      const bytes = new Uint8Array(await found.arrayBuffer())
      return textResponse(request, bytes, { headers: { ...headers, ...toldOf((name) => found.headers.get(name)) } })
    },
    keep(body, sent, { isCostly, edge }) {
      const told = toldOf((name) => sent[name])
      recentAnswers.keep(key, { ...body, told }, { isCostly })
      if (!edge) return
      const headers = { ...told, 'cache-control': `public, max-age=${limits.http.publicMaxAgeSeconds}` }
      ctx.later(() => caches.default.put(edgeKey(address, version), new Response(body.bytes, { headers })))
    },
  }
}

/** Who asks with a key in the address is answered like others. */
function withoutKey(address: URL, parameters: Parameters): string {
  if (!parameters.has('apiKey')) return address.href
  const others = parameters.without(['apiKey']).toString()
  return `${address.origin}${address.pathname}${others && `?${others}`}`
}

/** The headers that describe a body, as they are when it is given again. */
function toldOf(sent: (name: string) => string | null | undefined): Record<string, string> {
  const told: Record<string, string> = {}
  for (const name of kept) {
    const value = sent(name)
    if (value) told[name] = value
  }
  const mode = sent('x-tilesmode')?.replace(/^es\/(\w+).*$/, 'cache/$1')
  if (mode) told['x-tilesmode'] = mode
  return told
}
