/** `readZipEntry`: the bytes of one file of an archive, inflated while they are read and checked as they pass. */

import { crc32, inflateRawSync } from 'node:zlib'
import { Inflate } from 'fflate'
import { problem } from '../../errors'
import { limits } from '../../limits'
import type { Extent } from './coalesce-ranges'
import { joinBytes } from './join-bytes'
import { type ByteSource, quoted, type ZipEntry } from './zip'

const HEADER_BYTES = 30
/** Name and extra field of a local header. */
const LIKELY_NAME_BYTES = 256

/**
 * Yields the content in chunks of at least `limits.files.inflateChunkBytes`, the last one excepted. What is announced
 * bounds what is read: not one byte more than `size` is handed on.
 *
 * @throws `archive-damaged`, `archive-encrypted`
 */
export async function* readZipEntry(source: ByteSource, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  if (entry.encrypted) throw problem('archive-encrypted', { name: quoted(entry.name) })
  let size = 0
  let crc = 0
  let ready: Uint8Array[] = []
  let readyBytes = 0
  const bytes = entry.deflated ? inflated(compressedBytes(source, entry)) : compressedBytes(source, entry)
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > entry.size) throw problem('archive-damaged')
    crc = crc32(chunk, crc)
    ready.push(chunk)
    readyBytes += chunk.length
    if (readyBytes < limits.files.inflateChunkBytes) continue
    yield joined(ready, readyBytes)
    ready = []
    readyBytes = 0
  }
  if (size !== entry.size || crc !== entry.crc) throw problem('archive-damaged')
  if (readyBytes > 0) yield joined(ready, readyBytes)
}

/** The whole of a small file. The caller has looked at its size. */
export async function readWholeEntry(source: ByteSource, entry: ZipEntry): Promise<Uint8Array> {
  if (isSmall(entry) && entry.size <= limits.files.inflateAtOnceBytes) return readAtOnce(source, entry)
  const chunks: Uint8Array[] = []
  for await (const chunk of readZipEntry(source, entry)) chunks.push(chunk)
  return joined(chunks, entry.size)
}

/** Without a stream, whose buffers would wait for a collection of garbage: an archive holds thousands of such files. */
async function readAtOnce(source: ByteSource, entry: ZipEntry): Promise<Uint8Array> {
  if (entry.encrypted) throw problem('archive-encrypted', { name: quoted(entry.name) })
  const pieces: Uint8Array[] = []
  for await (const piece of compressedBytes(source, entry)) pieces.push(piece)
  const packed = joined(pieces, entry.compressedSize)
  const bytes = entry.deflated && entry.size > 0 ? inflatedWhole(packed, entry.size) : packed.slice(0, entry.size)
  if (bytes.length !== entry.size || crc32(bytes) !== entry.crc) throw problem('archive-damaged')
  return bytes
}

/** Not one byte more than `size` is inflated. */
function inflatedWhole(packed: Uint8Array, size: number): Uint8Array {
  try {
    // Its own bytes as such: some readers of documents refuse a Buffer.
    return new Uint8Array(inflateRawSync(packed, { maxOutputLength: size }))
  } catch {
    throw problem('archive-damaged')
  }
}

const isSmall = ({ compressedSize }: Pick<ZipEntry, 'compressedSize'>): boolean =>
  compressedSize <= limits.files.chunkBytes

/** Where a small file stands with its header, when this is likely: what `readWholeEntry` asks for. */
export function extentOf(entry: Pick<ZipEntry, 'offset' | 'compressedSize'>): Extent | undefined {
  const { offset, compressedSize } = entry
  return isSmall(entry) ? { offset, length: HEADER_BYTES + LIKELY_NAME_BYTES + compressedSize } : undefined
}

/**
 * The data behind the local header, whose name and extra field may be longer or shorter than in the directory. A small
 * file comes with its header, in one request.
 */
async function* compressedBytes(source: ByteSource, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const { offset, compressedSize } = entry
  const wanted = extentOf(entry)?.length ?? HEADER_BYTES
  const header = await source.read(offset, Math.min(wanted, source.size - offset))
  if (header.length < HEADER_BYTES) throw problem('archive-damaged')
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength)
  if (view.getUint32(0, true) !== 0x04034b50) throw problem('archive-damaged')
  const before = HEADER_BYTES + view.getUint16(26, true) + view.getUint16(28, true)
  if (offset + before + compressedSize > source.size) throw problem('archive-damaged')
  if (header.length >= before + compressedSize) yield header.subarray(before, before + compressedSize)
  else if (compressedSize > 0) yield* await source.stream(offset + before, compressedSize)
}

/**
 * Inflates step by step: a DecompressionStream takes all it is given at once, and keeps what nobody has read yet, which is
 * ten times as much, outside of the heap.
 */
async function* inflated(compressed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = []
  const inflater = new Inflate((bytes) => ready.push(bytes))
  const take = (bytes: Uint8Array, last: boolean): Uint8Array[] => {
    ready = []
    try {
      inflater.push(bytes, last)
    } catch {
      throw problem('archive-damaged')
    }
    return ready
  }
  const step = limits.files.inflateStepBytes
  for await (const chunk of compressed) {
    for (let at = 0; at < chunk.length; at += step) yield* take(chunk.subarray(at, at + step), false)
  }
  yield* take(new Uint8Array(0), true)
}

/** A chunk that is alone needs no copy. */
function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = chunks
  return chunks.length === 1 && only ? only : joinBytes(chunks, length)
}
