/** `readZipEntry`: the bytes of one entry of an archive, inflated and checked as a stream. */

import { crc32, inflateRawSync } from 'node:zlib'
import { Inflate } from 'fflate'
import { problem } from '../../errors'
import { limits } from '../../limits'
import type { Extent } from './coalesce-ranges'
import { joinBytes } from './join-bytes'
import { type ByteSource, shownName, type ZipEntry } from './zip'

const HEADER_BYTES = 30
/** Name and extra field of a local header. */
const LIKELY_NAME_BYTES = 256

/**
 * Yields the content in chunks of at least `limits.files.inflateChunkBytes`, except the last one. Never yields more
 * than the `size` that the directory declares.
 *
 * @throws `archive-damaged`, `archive-encrypted`
 */
export async function* readZipEntry(source: ByteSource, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  if (entry.encrypted) throw problem('archive-encrypted', { name: shownName(entry.name) })
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

/** The whole content of a small entry. The caller checks its size first. */
export async function readWholeEntry(source: ByteSource, entry: ZipEntry): Promise<Uint8Array> {
  if (isSmall(entry) && entry.size <= limits.files.inflateAtOnceBytes) return readAtOnce(source, entry)
  const chunks: Uint8Array[] = []
  for await (const chunk of readZipEntry(source, entry)) chunks.push(chunk)
  return joined(chunks, entry.size)
}

/** Reads without a stream, whose buffers would stay until the next garbage collection: an archive may hold thousands of files. */
async function readAtOnce(source: ByteSource, entry: ZipEntry): Promise<Uint8Array> {
  if (entry.encrypted) throw problem('archive-encrypted', { name: shownName(entry.name) })
  const pieces: Uint8Array[] = []
  for await (const piece of compressedBytes(source, entry)) pieces.push(piece)
  const packed = joined(pieces, entry.compressedSize)
  const bytes = entry.deflated && entry.size > 0 ? inflatedWhole(packed, entry.size) : packed.slice(0, entry.size)
  if (bytes.length !== entry.size || crc32(bytes) !== entry.crc) throw problem('archive-damaged')
  return bytes
}

/** Inflates little more than `size` bytes at most. */
function inflatedWhole(packed: Uint8Array, size: number): Uint8Array {
  try {
    // The engine refuses some contents of exactly `maxOutputLength` bytes: its buffers double.
    const maxOutputLength = 2 * size + limits.files.inflateChunkBytes
    // A copy as Uint8Array: some document parsers reject a Buffer.
    return new Uint8Array(inflateRawSync(packed, { maxOutputLength }))
  } catch {
    throw problem('archive-damaged')
  }
}

const isSmall = ({ compressedSize }: Pick<ZipEntry, 'compressedSize'>): boolean =>
  compressedSize <= limits.files.chunkBytes

/** The likely extent of a small entry with its header: the range that `readWholeEntry` reads. */
export function extentOf(entry: Pick<ZipEntry, 'offset' | 'compressedSize'>): Extent | undefined {
  const { offset, compressedSize } = entry
  return isSmall(entry) ? { offset, length: HEADER_BYTES + LIKELY_NAME_BYTES + compressedSize } : undefined
}

/**
 * The data after the local header, whose name and extra field may differ in length from those of the directory. A small
 * entry is read with its header in one request.
 */
async function* compressedBytes(source: ByteSource, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const { offset, compressedSize } = entry
  const length = extentOf(entry)?.length ?? HEADER_BYTES
  const header = await source.read(offset, Math.min(length, source.size - offset))
  if (header.length < HEADER_BYTES) throw problem('archive-damaged')
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength)
  if (view.getUint32(0, true) !== 0x04034b50) throw problem('archive-damaged')
  const before = HEADER_BYTES + view.getUint16(26, true) + view.getUint16(28, true)
  if (offset + before + compressedSize > source.size) throw problem('archive-damaged')
  if (header.length >= before + compressedSize) yield header.subarray(before, before + compressedSize)
  else if (compressedSize > 0) yield* await source.stream(offset + before, compressedSize)
}

/**
 * Inflates step by step: a DecompressionStream accepts its whole input at once and buffers the unread output, which is ten
 * times larger, outside of the heap.
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

/** A single chunk is not copied. */
function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = chunks
  return chunks.length === 1 && only ? only : joinBytes(chunks, length)
}
