/** Weak ETags of contents, and the conditional headers of requests (RFC 9110, section 13). */
import { contentHash } from './content-hash'

const encoder = new TextEncoder()

/** Bytes and their weak ETag. */
export type BodyWithEtag = { bytes: Uint8Array; etag: string }

/** A body with its ETag, from a text or from bytes. */
export function withEtag(body: string | Uint8Array<ArrayBuffer>): BodyWithEtag {
  const bytes = typeof body === 'string' ? encoder.encode(body) : body
  return { bytes, etag: etagOf(bytes) }
}

/** Identifies a value: the ETag of the response that has it as its content. */
export const contentEtag = (content: unknown): string => withEtag(JSON.stringify(content)).etag

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
