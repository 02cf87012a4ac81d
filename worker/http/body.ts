import type { z } from '@hono/zod-openapi'
import type { Context as HonoContext } from 'hono'
import { checkAgainst } from '../check-against'
import { causeOf, Problem, problem } from '../errors'
import { joinBytes } from '../formats/archive/join-bytes'
import { limits } from '../limits'
import { parseWellFormed } from '../schema/well-formed'

/** The JSON body of a request, read up to its limit and validated with a schema. */
export async function readJsonBody<Schema extends z.ZodType>(
  c: HonoContext,
  schema: Schema,
): Promise<z.output<Schema>> {
  const text = await readText(c.req.raw)
  return checkAgainst(schema, text === '' ? {} : parseJson(text, 'body'))
}

/** A request for a library that parses the body itself: its JSON is validated first. @throws the codes of `parseJson` */
export async function checkedJson(request: Request): Promise<Request> {
  const { method, headers, url } = request
  // The body of a GET or HEAD means nothing (RFC 9110 §9.3.1), and the constructor of Request refuses one.
  if (request.body && (method === 'GET' || method === 'HEAD')) return new Request(url, { method, headers })
  if (!request.body || !/json/i.test(headers.get('content-type') ?? '')) return request
  const text = await readText(request)
  if (text !== '') parseJson(text, 'body')
  return new Request(request, { body: text })
}

/** Parses JSON text. @throws `json-invalid`, `json-too-nested`, `text-ill-formed` */
export function parseJson(text: string, where: string): unknown {
  try {
    return parseWellFormed(text, where)
  } catch (error) {
    if (error instanceof Problem) throw error
    throw problem('json-invalid', { where, reason: causeOf(error) })
  }
}

/** The declared size of a body. @throws `length-required` (411), `body-invalid` when it is not a number */
export function contentLength(c: HonoContext): number {
  const declared = c.req.header('content-length')
  if (declared === undefined) throw problem('length-required')
  if (!/^\d+$/.test(declared))
    throw problem('body-invalid', {
      reason: { en: 'Content-Length is not a number', fr: "Content-Length n'est pas un nombre" },
    })
  return Number(declared)
}

/**
 * The text of a body, read up to a limit in bytes.
 *
 * @throws `body-too-large`, `body-interrupted` when the connection ends before the body, `body-invalid` when it is not UTF-8
 */
export async function readText(request: Request, max: number = limits.http.maxJsonBytes): Promise<string> {
  try {
    return await readWithin(request, max)
  } catch (error) {
    throw interrupted(error)
  }
}

/**
 * The bytes of a body as a stream; empty without a body.
 *
 * @throws `body-interrupted` when the connection ends before the body
 */
export async function* receivedBytes({ body }: Request): AsyncGenerator<Uint8Array> {
  if (!body) return
  try {
    yield* chunksOf(body)
  } catch (error) {
    throw interrupted(error)
  }
}

/**
 * The bytes of a body in chunks of at most `limits.http.bodyChunkBytes`: the default reader returns 4 kB at a time, and each
 * read costs as much as hashing some kilobytes. What is left unread can be drained.
 */
export async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = openByobReader(body)
  if (!reader) return yield* body.values({ preventCancel: true })
  try {
    for (;;) {
      const { value, done } = await reader.read(new Uint8Array(limits.http.bodyChunkBytes))
      if (done) return
      yield value
    }
  } finally {
    reader.releaseLock()
  }
}

/** Undefined for a stream of objects, such as the content of a Blob, which has its own chunks. */
function openByobReader(body: ReadableStream<Uint8Array>): ReadableStreamBYOBReader | undefined {
  try {
    return body.getReader({ mode: 'byob' })
  } catch {
    return undefined
  }
}

/** The bytes of a body, read up to a limit. @throws `body-too-large`, `body-interrupted` */
export async function readBytes(
  request: Request,
  max: number = limits.http.maxJsonBytes,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of receivedBytes(request)) {
    size += chunk.length
    if (size > max) throw problem('body-too-large', { max })
    chunks.push(chunk)
  }
  return joinBytes(chunks, size)
}

/** The error of a body that cannot be read to its end: a problem that was thrown, else `body-interrupted`. */
function interrupted(error: unknown): Problem {
  return error instanceof Problem ? error : problem('body-interrupted')
}

async function readWithin(request: Request, max: number): Promise<string> {
  const tooLarge = () => problem('body-too-large', { max })
  if (Number(request.headers.get('content-length') ?? 0) > max) throw tooLarge()
  if (!request.body) return ''
  // Content-Length is exact: the connection carries no more bytes.
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })
  if (request.headers.has('content-length')) return decoded(decoder, await request.bytes())
  let size = 0
  let text = ''
  for await (const chunk of chunksOf(request.body)) {
    size += chunk.length
    if (size > max) throw tooLarge()
    text += decoded(decoder, chunk, { stream: true })
  }
  return text + decoded(decoder)
}

function decoded(decoder: TextDecoder, bytes?: Uint8Array, options?: TextDecoderDecodeOptions): string {
  try {
    return decoder.decode(bytes, options)
  } catch {
    throw problem('body-invalid', {
      reason: { en: 'its bytes are not UTF-8', fr: "ses octets ne sont pas de l'UTF-8" },
    })
  }
}
