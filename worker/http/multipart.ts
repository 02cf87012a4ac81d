import { Readable } from 'node:stream'
import type { BusboyFileStream, BusboyInstance } from '@fastify/busboy'
import Busboy from '@fastify/busboy'
import { Problem, problem } from '../errors'
import { limits } from '../limits'

/** A file of a multipart body while it arrives. It must be read at once: the parts after it wait. */
export type FilePart = { part: string; fileName: string; bytes: AsyncIterable<Uint8Array> }

/**
 * Parses a multipart body while it arrives: memory is constant whatever its size. `onFile` is called at each file; what it
 * leaves unread is dropped. The parts of text are returned once the body has ended.
 *
 * @throws `body-invalid`, `upload-interrupted`, or what `onFile` throws
 */
export async function parseMultipart<Stored>(
  request: Request,
  onFile: (file: FilePart, fields: ReadonlyMap<string, string>) => Promise<Stored>,
): Promise<{ fields: Map<string, string>; files: { part: string; stored: Stored }[] }> {
  const fields = new Map<string, string>()
  const files: { part: string; stored: Stored }[] = []
  if (!request.body) throw problem('file-missing')
  // What is left after a failure stays to be received.
  const source = Readable.from(request.body.values({ preventCancel: true }))
  const pending: Promise<void>[] = []
  const opened: BusboyFileStream[] = []

  try {
    await new Promise<void>((resolve, reject) => {
      const parser = openParser(request)
      const fail = (error: unknown) => {
        source.unpipe(parser)
        // Whoever reads a file must not wait for bytes that will never come.
        for (const stream of opened) stream.destroy(error instanceof Error ? error : new Error(String(error)))
        reject(error)
      }
      parser.on('field', (name, value, nameTruncated, valueTruncated) => {
        if (nameTruncated || valueTruncated) fail(problem('body-too-large', { max: limits.http.maxTextPartBytes }))
        fields.set(name, value)
      })
      parser.on('file', (part, stream, fileName) => {
        opened.push(stream)
        // A body cut inside a part is told here too, perhaps before anyone reads it.
        stream.on('error', (error) => fail(interrupted(error)))
        if (pending.length >= limits.http.maxFileParts)
          return fail(problem('body-invalid', { reason: 'too many files' }))
        const bytes = chunksOf(stream)
        const work = onFile({ part, fileName: fileName ?? '', bytes }, fields)
        const done = work.then(
          async (stored) => {
            files.push({ part, stored })
            // The body does not end before its files.
            for await (const _ of bytes);
          },
          (error: unknown) => {
            fail(error)
            throw error
          },
        )
        // Awaited once the body has ended; until then a failure must not count as unhandled.
        done.catch(() => {})
        pending.push(done)
      })
      parser.on('partsLimit', () => fail(problem('body-invalid', { reason: 'too many parts' })))
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

/** Lets a body go, once the chunk that it waits for is there: what is left of it can then be received. */
async function released(source: Readable): Promise<void> {
  const closed = new Promise((resolve) => source.once('close', resolve))
  source.destroy()
  if (!source.closed) await Promise.race([closed, scheduler.wait(limits.http.restMs)])
}

function openParser(request: Request): BusboyInstance {
  const type = request.headers.get('content-type') ?? ''
  // With an empty boundary the parser never ends.
  if (!/boundary=(?:"[^"]|[^"\s;])/i.test(type)) {
    throw problem('body-invalid', { reason: 'the multipart body has no boundary' })
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
    // The parser refuses what it cannot search for.
    throw problem('body-invalid', { reason: 'the boundary of the multipart body is not one of 1 to 70 characters' })
  }
}

/** The bytes of a file part. A body that ends inside the part is an error, not an end. */
async function* chunksOf(stream: BusboyFileStream): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stream) yield chunk
  } catch (error) {
    throw interrupted(error)
  }
}

function interrupted(error: unknown): unknown {
  return error instanceof Problem ? error : problem('upload-interrupted')
}
