/** Responses with their validators and cache policy. */

import { wellFormedJson } from '../schema/well-formed'
import { revalidated } from './caching/cache-control'
import { contentHash } from './content-hash'

/** A JSON response. */
export function jsonResponse(
  request: Request,
  value: unknown,
  options: { status?: number; headers?: Record<string, string> } = {},
): Response {
  // Some stored texts may not be well-formed.
  return textResponse(request, wellFormedJson(JSON.stringify(value)).json, options)
}

const encoder = new TextEncoder()

/** Bytes and their weak ETag. */
export type BodyWithEtag = { bytes: Uint8Array; etag: string }

type AnswerOptions = { status?: number; headers?: Record<string, string> }

/** A body with its ETag, from a text or from bytes. */
export function withEtag(body: string | Uint8Array<ArrayBuffer>): BodyWithEtag {
  const bytes = typeof body === 'string' ? encoder.encode(body) : body
  return { bytes, etag: etagOf(bytes) }
}

/**
 * A text or bytes as a response, JSON by default, with its length. A read has a weak ETag, and is 304 when
 * the caller has it; responses to writes have no validator.
 */
export function textResponse(
  request: Request,
  body: string | Uint8Array<ArrayBuffer>,
  options: AnswerOptions = {},
): Response {
  if (request.method === 'GET' || request.method === 'HEAD') return etagResponse(request, withEtag(body), options)
  const bytes = typeof body === 'string' ? encoder.encode(body) : body
  return new Response(bytes, { status: options.status ?? 200, headers: headersOf(bytes, options) })
}

/** The same, for a body with a known ETag. */
export function etagResponse(request: Request, { bytes, etag }: BodyWithEtag, options: AnswerOptions = {}): Response {
  const headers: Record<string, string> = { ...headersOf(bytes, options), etag }
  if (options.status === undefined && matchesEtag(request, etag)) {
    const { 'content-type': _, 'content-length': __, ...others } = headers
    return new Response(null, { status: 304, headers: others })
  }
  return new Response(bytes, { status: options.status ?? 200, headers })
}

const headersOf = (bytes: Uint8Array, options: AnswerOptions): Record<string, string> => ({
  'cache-control': revalidated,
  'content-type': 'application/json; charset=utf-8',
  'content-length': String(bytes.length),
  ...options.headers,
})

/** A weak ETag from the content: `W/"<hex length>-<27 characters>"`. */
function etagOf(bytes: Uint8Array): string {
  // Seven characters hold 32 bits in base 36.
  const words = contentHash(bytes).map((word) => word.toString(36).padStart(7, '0'))
  return `W/"${bytes.length.toString(16)}-${words.join('').slice(0, 27)}"`
}

/** The value of a conditional header. Proxies that use it for their own cache forward that of the client as `x-private-…`. */
export function validatorOf(request: Request, name: 'if-none-match' | 'if-modified-since'): string | null {
  return request.headers.get(name) ?? request.headers.get(`x-private-${name}`)
}

/** Whether the client has cached the response with this ETag. */
export function matchesEtag(request: Request, etag: string): boolean {
  const validator = validatorOf(request, 'if-none-match')
  if (!validator) return false
  return validator
    .split(',')
    .some((item) => item.trim() === '*' || item.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''))
}

/** `attachment; filename="…"`, with `filename*` for what is not ASCII (RFC 6266, RFC 8187). */
export function attachmentDisposition(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  if (ascii === fileName) return `attachment; filename="${ascii}"`
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/** Whether the caller reads gzip. */
export function acceptsGzip(request: Request): boolean {
  // The platform rewrites the header; `cf` has the original value.
  const accepted = request.cf?.clientAcceptEncoding ?? request.headers.get('accept-encoding')
  return typeof accepted === 'string' && /\bgzip\b/.test(accepted)
}
