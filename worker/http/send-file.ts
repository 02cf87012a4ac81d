/** Stored files, with ranges and validators. */

import { isSafeInline } from '../formats/kinds/mimetypes'
import { revalidated } from './caching/cache-headers'
import { attachmentDisposition, inlineDisposition } from './content-disposition'
import { matchesEtag, validatorOf } from './etag'

/** The file, and how its bytes are read. */
type SentFile = {
  name: string
  mimetype: string
  size: number
  updatedAt: string
  encoding?: string | undefined
  etag?: string | undefined
  /** Displayed inline, if that is safe. */
  inline?: boolean
  read: (range?: { offset: number; length: number }) => ReadableStream<Uint8Array> | Promise<ReadableStream<Uint8Array>>
}

const pdfPolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"

/**
 * Sends a file with the type of its extension; a part of a data file, which is not a table by itself, as bytes. What a browser could run is
 * always sent as a download.
 */
export async function sendFile(request: Request, file: SentFile): Promise<Response> {
  const lastModified = new Date(file.updatedAt).toUTCString()
  const isInline = file.inline === true && isSafeInline(file.mimetype)
  const headers = new Headers({
    'content-type': file.mimetype.startsWith('text/')
      ? `${file.mimetype}; charset=${file.encoding ?? 'utf-8'}`
      : file.mimetype,
    'content-disposition': (isInline ? inlineDisposition : attachmentDisposition)(file.name),
    'content-length': String(file.size),
    'last-modified': lastModified,
    'accept-ranges': 'bytes',
    'cache-control': revalidated,
  })
  // The default policy forbids everything, and browsers do not show a PDF under it.
  if (isInline && file.mimetype === 'application/pdf') headers.set('content-security-policy', pdfPolicy)
  if (file.etag) headers.set('etag', file.etag)
  const isCurrent = file.etag
    ? matchesEtag(request, file.etag)
    : validatorOf(request, 'if-modified-since') === lastModified
  if (isCurrent) return new Response(null, { status: 304, headers })
  const range = isOfThisVersion(request, { etag: file.etag, lastModified })
    ? rangeOf(request.headers.get('range'), file.size)
    : undefined
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${file.size}`)
    headers.delete('content-length')
    return new Response(null, { status: 416, headers })
  }
  // HEAD uses the same code, without opening the body.
  const length = range?.length ?? file.size
  // A part of a download is no file of its type. Files shown inline keep theirs: players of audio and video read them in parts.
  if (range && file.inline !== true) headers.set('content-type', 'application/octet-stream')
  if (range) headers.set('content-range', `bytes ${range.offset}-${range.offset + range.length - 1}/${file.size}`)
  headers.set('content-length', String(length))
  const status = range ? 206 : 200
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  return new Response((await file.read(range)).pipeThrough(new FixedLengthStream(length)), { status, headers })
}

/** Whether a part may be sent: the caller has the others of this version (`If-Range`, RFC 9110, section 13.1.5), or does not say. */
function isOfThisVersion(request: Request, file: { etag: string | undefined; lastModified: string }): boolean {
  const condition = request.headers.get('if-range')?.trim()
  if (condition === undefined) return true
  // A weak ETag does not compare bytes.
  return condition === (condition.includes('"') && !file.etag?.startsWith('W/') ? file.etag : file.lastModified)
}

/** One range of bytes (RFC 9110, section 14); several ranges, or another unit, get the whole file. */
function rangeOf(
  header: string | null,
  size: number,
): { offset: number; length: number } | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { offset: size - length, length }
  }
  const offset = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (offset >= size) return 'unsatisfiable'
  return end < offset ? undefined : { offset, length: end - offset + 1 }
}
