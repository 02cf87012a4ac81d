/** The response of a service as it is sent to the caller. */
import { problem } from '../errors'
import { limits } from '../limits'

/** Headers that are sent to the caller: no cookies, and no addresses of the service. */
const copied = [
  'content-type',
  'content-language',
  'content-disposition',
  'content-length',
  'etag',
  'last-modified',
  'expires',
]
const { maxProxyBytes } = limits.remoteServices

/** @throws `upstream-failed` for a response that is too large; one without a length is cut off at the same size */
export function responseOf(response: Response): Response {
  const { status, body } = response
  const length = Number(response.headers.get('content-length') ?? 0)
  if (length > maxProxyBytes) {
    throw problem('upstream-failed', {
      host: new URL(response.url).host,
      reason: { en: `more than ${maxProxyBytes} bytes`, fr: `plus de ${maxProxyBytes} octets` },
    })
  }
  const headers = new Headers()
  for (const name of copied) {
    const value = response.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  // The body comes decompressed.
  if (response.headers.has('content-encoding')) headers.delete('content-length')
  const caching = response.headers.get('cache-control')
  if (caching !== null) headers.set('cache-control', privateCaching(caching))
  const isEmpty = body === null || status === 204 || status === 205 || status === 304
  return new Response(isEmpty ? null : body.pipeThrough(bounded()), { status: status < 200 ? 502 : status, headers })
}

/** Who may use a service depends on the caller: shared caches must not keep its responses. Pure. */
export function privateCaching(cacheControl: string): string {
  const directives = cacheControl
    .split(',')
    .map((directive) => directive.trim())
    .filter((directive) => directive !== '' && !/^(public|private|s-maxage=.*)$/i.test(directive))
  return ['private', ...directives].join(', ')
}

function bounded(): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.length
      if (bytes > maxProxyBytes) controller.error(new Error(`more than ${maxProxyBytes} bytes`))
      else controller.enqueue(chunk)
    },
  })
}
