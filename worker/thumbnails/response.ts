import type { Context } from '../context'
import { Problem } from '../errors'
import { cacheHeaders } from '../http/caching/cache-headers'
import { edgeAnswer, edgeKey, keepAtEdge } from '../http/caching/edge-cache'
import { addressOf, parametersOf } from '../http/request-url'
import { textResponse } from '../http/respond'
import { limits } from '../limits'
import { inTurn } from './concurrency'
import { cropOptionsOf, type ResizeMode } from './crop'
import { renderThumbnail } from './render'
import type { PictureSource } from './source'

/** Sends a thumbnail: cached, rendered now, or a redirect to the original image. Permissions are checked before. */
export async function answerThumbnail(
  ctx: Context,
  request: Request,
  picture: { of: string; source: PictureSource; isPublic: boolean; resizeMode?: ResizeMode | undefined },
): Promise<Response> {
  const { of, source, isPublic } = picture
  const address = addressOf(request)
  const options = cropOptionsOf(parametersOf(request), picture.resizeMode)
  const { headers } = cacheHeaders(new Request(address.origin), {
    cacheScope: isPublic ? 'public' : 'private',
    now: ctx.now(),
  })
  const send = (bytes: Uint8Array<ArrayBuffer>, status: string) =>
    textResponse(request, bytes, {
      headers: { ...headers, 'content-type': 'image/png', 'x-thumbnails-cache-status': status },
    })

  const { width = 0, height = 0, fit, position } = options
  const key = edgeKey(
    new URL(address.pathname, ctx.baseUrl),
    [of, source.address, source.version, width, height, fit, position].join(' '),
  )
  const cached = await edgeAnswer(key)
  if (cached) return send(new Uint8Array(await cached.arrayBuffer()), 'HIT')
  const rendered = await inTurn(
    () => ctx.now().getTime(),
    async () => {
      const small = await renderThumbnail(await source.bytes(), options)
      if (!small) source.unfit?.()
      return small
    },
  ).catch((error: unknown) => {
    if (error instanceof Problem && error.status !== 404) return undefined
    throw error
  })
  if (!rendered) return redirection(request, source.address, headers)
  await keepAtEdge(key, new Response(rendered), limits.thumbnails.keptSeconds)
  return send(rendered, 'MISS')
}

function redirection(request: Request, location: string, headers: Record<string, string>): Response {
  // A link to this service must not open the page of another site.
  const isNavigation = request.headers.get('sec-fetch-mode') === 'navigate'
  const varied = { ...headers, vary: 'sec-fetch-mode' }
  // Only web URLs are redirected to, not `javascript:` or `data:`.
  if (isNavigation || !/^https?:\/\//i.test(location)) return new Response(null, { status: 404, headers: varied })
  return new Response(null, {
    status: 302,
    headers: { ...varied, location: new URL(location).href, 'x-thumbnails-cache-status': 'FALLBACK' },
  })
}
