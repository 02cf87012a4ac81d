import { Readable } from 'node:stream'
import type { BusboyFileStream, BusboyInstance } from '@fastify/busboy'
import Busboy from '@fastify/busboy'
import type { HonoRequest } from 'hono'
import { Problem, problem } from '../errors'
import { limits } from '../limits'
import { chunksOf } from './body'

/** Whether the body of a request is multipart. */
export const isMultipart = (request: HonoRequest): boolean =>
  request.header('content-type')?.toLowerCase().startsWith('multipart/form-data') === true

/** A file of a multipart body, as a stream. Read it at once: the parts after it wait. */
export type FilePart = { part: string; fileName: string; mediaType: string; bytes: AsyncIterable<Uint8Array> }

/**
 * Parses a multipart body as a stream: memory is constant whatever its size. `onFile` is called for each file; what it
 * leaves unread is dropped; a request with more files than `maxFiles` is refused. The parts of text are returned once the body has ended.
 *
 * @throws `body-invalid`, `upload-interrupted`, or what `onFile` throws
 */
export async function parseMultipart<Stored>(
  request: Request,
  onFile: (file: FilePart, fields: ReadonlyMap<string, string>) => Promise<Stored>,
  { maxFiles = limits.http.maxFileParts }: { maxFiles?: number } = {},
): Promise<{ fields: Map<string, string>; files: { part: string; stored: Stored }[] }> {
  const fields = new Map<string, string>()
  const files: { part: string; stored: Stored }[] = []
  if (!request.body) throw problem('file-missing')
  // After a failure the rest of the body is drained.
  const source = Readable.from(chunksOf(request.body))
  const pending: Promise<void>[] = []
  const opened: BusboyFileStream[] = []

  try {
    await new Promise<void>((resolve, reject) => {
      const parser = openParser(request)
      const fail = (error: unknown) => {
        source.unpipe(parser)
        // The reader of a file must not wait for bytes that never come.
        for (const stream of opened) stream.destroy(error instanceof Error ? error : new Error(String(error)))
        reject(error)
      }
      // The types of the parser have a name for every part; a part may have none.
      const unnamed = () =>
        problem('body-invalid', {
          reason: {
            en: 'a part of the multipart body has no name',
            fr: "une partie du corps multipart n'a pas de nom",
          },
        })
      parser.on('field', (name: string | undefined, value, nameTruncated, valueTruncated) => {
        if (name === undefined) return fail(unnamed())
        if (nameTruncated || valueTruncated) fail(problem('body-too-large', { max: limits.http.maxTextPartBytes }))
        fields.set(name, value)
      })
      parser.on('file', (part: string | undefined, stream, fileName, _encoding, mediaType) => {
        opened.push(stream)
        // The error of a body that is truncated inside a part arrives here too, perhaps before the part is read.
        stream.on('error', (error) => fail(interrupted(error)))
        if (part === undefined) return fail(unnamed())
        if (pending.length >= maxFiles)
          return fail(
            problem('body-invalid', {
              reason: { en: `more files than ${maxFiles}`, fr: `plus de fichiers que ${maxFiles}` },
            }),
          )
        const bytes = partChunks(stream)
        const work = onFile({ part, fileName: fileName ?? '', mediaType, bytes }, fields)
        const done = work.then(
          async (stored) => {
            files.push({ part, stored })
            // The parse ends after the handlers of its files.
            for await (const _ of bytes);
          },
          (error: unknown) => {
            fail(error)
            throw error
          },
        )
        // Awaited after the body; until then a rejection must not count as unhandled.
        done.catch(() => {})
        pending.push(done)
      })
      parser.on('partsLimit', () =>
        fail(problem('body-invalid', { reason: { en: 'too many parts', fr: 'trop de parties' } })),
      )
      parser.on('finish', resolve)
      parser.on('error', (error) => fail(interrupted(error)))
      source.on('error', (error) => fail(interrupted(error)))
      source.pipe(parser)
    })
    await Promise.all(pending)
    return { fields, files }
  } catch (error) {
    await Promise.allSettled([released(source), ...pending])
    throw error
  }
}

/** Releases the reader of a body after its pending read: the rest can then be drained. */
async function released(source: Readable): Promise<void> {
  const closed = new Promise((resolve) => source.once('close', resolve))
  source.destroy()
  if (!source.closed) await Promise.race([closed, scheduler.wait(limits.http.restMs)])
}

function openParser(request: Request): BusboyInstance {
  const type = request.headers.get('content-type') ?? ''
  // With an empty boundary the parser loops forever.
  if (!/boundary=(?:"[^"]|[^"\s;])/i.test(type)) {
    throw problem('body-invalid', {
      reason: { en: 'the multipart body has no boundary', fr: "le corps multipart n'a pas de délimiteur (boundary)" },
    })
  }
  try {
    return new Busboy({
      headers: { 'content-type': type },
      limits: {
        fieldSize: limits.http.maxTextPartBytes,
        parts: limits.http.maxParts,
        headerPairs: limits.http.maxPartHeaderPairs,
      },
    })
  } catch {
    // The parser throws for boundaries that it does not support.
    throw problem('body-invalid', {
      reason: {
        en: 'the boundary of the multipart body is not one of 1 to 70 characters',
        fr: "le délimiteur (boundary) du corps multipart n'a pas de 1 à 70 caractères",
      },
    })
  }
}

/** The bytes of a file part. A body that ends inside the part is an error, not an end. */
async function* partChunks(stream: BusboyFileStream): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stream) yield chunk
  } catch (error) {
    throw interrupted(error)
  }
}

function interrupted(error: unknown): unknown {
  return error instanceof Problem ? error : problem('upload-interrupted')
}
