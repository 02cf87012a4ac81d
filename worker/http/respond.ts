/** Responses with their validators and cache policy. */

import { limits } from '../limits'
import { wellFormedJson } from '../schema/well-formed'
import { revalidated } from './caching/cache-headers'
import { type BodyWithEtag, matchesEtag, withEtag } from './etag'

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

type AnswerOptions = { status?: number; headers?: Record<string, string> }

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

/** Responds to a read with a body whose ETag is computed; 304 when the caller has cached the body. */
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
  'x-accel-buffering': 'no',
  'content-type': 'application/json; charset=utf-8',
  'content-length': String(bytes.length),
  ...options.headers,
})

/** Whether the caller reads gzip. */
export function acceptsGzip(request: Request): boolean {
  // The platform rewrites the header; `cf` has the original value.
  const accepted = request.cf?.clientAcceptEncoding ?? request.headers.get('accept-encoding')
  return typeof accepted === 'string' && /\bgzip\b/.test(accepted)
}

/**
 * The header of the next page. A long address is left out where the body has it too: Node.js and others refuse a response with more than
 * 16 KB of headers. Elsewhere it stays, because a list without it looks complete.
 */
export const nextLink = (next: string | undefined, isInBody: boolean): { link?: string } =>
  next === undefined || (isInBody && next.length > limits.http.maxLinkChars) ? {} : { link: `<${next}>; rel=next` }
