/** Public answers of data that are kept at the edge, under the version that they tell. */
import type { Context } from '../context'
import { limits } from '../limits'
import { addressOf } from './address'
import { edgeAnswer, edgeKey } from './edge-cache'
import { textResponse } from './respond'

/** The key of the answer to a request; undefined when nothing is kept of it. */
export function answerKey(request: Request, version: string | undefined): Request | undefined {
  return version === undefined || request.method !== 'GET' ? undefined : edgeKey(addressOf(request), version)
}

/** Headers that describe a body. */
const kept = ['content-type', 'content-disposition', 'link', 'x-tilesampling'] as const

/** The answer kept under a key, under the headers of this request. */
export async function answerFromEdge(
  request: Request,
  key: Request,
  headers: Record<string, string>,
): Promise<Response | undefined> {
  const found = await edgeAnswer(key)
  if (!found) return undefined
  const told = { ...headers }
  for (const name of kept) {
    const value = found.headers.get(name)
    if (value) told[name] = value
  }
  const mode = found.headers.get('x-tilesmode')?.replace(/^es\/(\w+).*$/, 'cache/$1')
  if (mode) told['x-tilesmode'] = mode
  return textResponse(request, new Uint8Array(await found.arrayBuffer()), { headers: told })
}

/** Keeps an answer and what describes it once it is sent, unless it has no body or is an error. */
export function keepLater(ctx: Context, key: Request, answer: Response): void {
  if (answer.status !== 200) return
  const copy = answer.clone()
  ctx.later(async () => {
    const headers = new Headers({ 'cache-control': `public, max-age=${limits.http.publicMaxAgeSeconds}` })
    for (const name of [...kept, 'x-tilesmode']) {
      const value = copy.headers.get(name)
      if (value) headers.set(name, value)
    }
    await caches.default.put(key, new Response(await copy.arrayBuffer(), { headers }))
  })
}
