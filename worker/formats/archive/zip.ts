/**
 * Reading a zip by ranges (APPNOTE.TXT 6.3): the central directory first, then single entries. Sizes and names
 * come from the directory only; those of the local headers are ignored.
 */
import { problem } from '../../errors'
import { limits } from '../../limits'
import { fromCp437 } from './cp437'

/** Bytes that can be read from any offset. */
export type ByteSource = {
  size: number
  read: (offset: number, length: number) => Promise<Uint8Array>
  stream: (offset: number, length: number) => Promise<AsyncIterable<Uint8Array>>
}

/** An entry that is a file. `offset` is that of its local header. */
export type ZipEntry = {
  name: string
  size: number
  compressedSize: number
  offset: number
  crc: number
  deflated: boolean
  encrypted: boolean
  link: boolean
}

const END_BYTES = 22
const MAX_COMMENT_BYTES = 65_535
const ENTRY_BYTES = 46
const UNKNOWN = 0xffff_ffff

/**
 * Lists the files of an archive, in its order; directories are left out.
 *
 * @throws `archive-damaged`, `archive-too-many-entries`, `archive-inflates-too-much`
 */
export async function readZipDirectory(source: ByteSource): Promise<ZipEntry[]> {
  const { count, offset, length } = await findDirectory(source)
  if (count > limits.archives.maxEntries) {
    throw problem('archive-too-many-entries', { count, max: limits.archives.maxEntries })
  }
  if (length > limits.archives.maxDirectoryBytes || offset + length > source.size) throw problem('archive-damaged')
  const bytes = await source.read(offset, length)
  const entries: ZipEntry[] = []
  let at = 0
  for (let n = 0; n < count; n++) {
    const { entry, next } = readEntry(bytes, at)
    if (entry) entries.push(entry)
    at = next
  }
  refuseBombs(entries, source.size)
  return entries
}

async function findDirectory(source: ByteSource): Promise<{ count: number; offset: number; length: number }> {
  const tailBytes = Math.min(source.size, END_BYTES + MAX_COMMENT_BYTES)
  const tail = await source.read(source.size - tailBytes, tailBytes)
  const view = viewOf(tail)
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (view.getUint32(at, true) !== 0x06054b50) continue
    const directory = {
      count: view.getUint16(at + 10, true),
      length: view.getUint32(at + 12, true),
      offset: view.getUint32(at + 16, true),
    }
    if (directory.count !== 0xffff && directory.length !== UNKNOWN && directory.offset !== UNKNOWN) return directory
    if (at < 20 || view.getUint32(at - 20, true) !== 0x07064b50) return directory
    const end = viewOf(await source.read(toNumber(view, at - 12), 56))
    if (end.byteLength < 56 || end.getUint32(0, true) !== 0x06064b50) break
    return { count: toNumber(end, 32), length: toNumber(end, 40), offset: toNumber(end, 48) }
  }
  throw problem('archive-damaged')
}

function readEntry(bytes: Uint8Array, at: number): { entry: ZipEntry | undefined; next: number } {
  if (at + ENTRY_BYTES > bytes.length) throw problem('archive-damaged')
  const view = viewOf(bytes)
  if (view.getUint32(at, true) !== 0x02014b50) throw problem('archive-damaged')
  const flags = view.getUint16(at + 8, true)
  const method = view.getUint16(at + 10, true)
  const nameLength = view.getUint16(at + 28, true)
  const extraLength = view.getUint16(at + 30, true)
  const next = at + ENTRY_BYTES + nameLength + extraLength + view.getUint16(at + 32, true)
  if (next > bytes.length) throw problem('archive-damaged')
  const rawName = bytes.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength)
  const extra = bytes.subarray(at + ENTRY_BYTES + nameLength, at + ENTRY_BYTES + nameLength + extraLength)
  const name = unicodeName(extra) ?? decodeName(rawName, (flags & 0x800) !== 0)
  if (name.endsWith('/')) return { entry: undefined, next }
  if (method !== 0 && method !== 8) throw problem('archive-method-unsupported', { name: shownName(name) })
  const unixMode = view.getUint32(at + 38, true) >>> 16
  const sizes = largeSizes(extra, {
    size: view.getUint32(at + 24, true),
    compressedSize: view.getUint32(at + 20, true),
    offset: view.getUint32(at + 42, true),
  })
  const entry: ZipEntry = {
    name,
    ...sizes,
    crc: view.getUint32(at + 16, true),
    deflated: method === 8,
    encrypted: (flags & 1) !== 0,
    link: (unixMode & 0o170000) === 0o120000,
  }
  return { entry, next }
}

/** Sizes beyond 4 GB are in an extra field, in this order (ZIP64, APPNOTE 4.5.3). */
function largeSizes<Sizes extends { size: number; compressedSize: number; offset: number }>(
  extra: Uint8Array,
  sizes: Sizes,
): Sizes {
  const large = extraField(extra, 0x0001)
  if (!large) return sizes
  const view = viewOf(large)
  const result = { ...sizes }
  let at = 0
  for (const key of ['size', 'compressedSize', 'offset'] as const) {
    if (sizes[key] !== UNKNOWN || at + 8 > large.length) continue
    result[key] = toNumber(view, at)
    at += 8
  }
  return result
}

/** Info-ZIP's own field for names (APPNOTE 4.6.9). */
function unicodeName(extra: Uint8Array): string | undefined {
  const field = extraField(extra, 0x7075)
  return field && field.length > 5 ? strictUtf8(field.subarray(5)) : undefined
}

function extraField(extra: Uint8Array, id: number): Uint8Array | undefined {
  const view = viewOf(extra)
  for (let at = 0; at + 4 <= extra.length; ) {
    const length = view.getUint16(at + 2, true)
    if (view.getUint16(at, true) === id) return extra.subarray(at + 4, at + 4 + length)
    at += 4 + length
  }
  return undefined
}

/** Some programs write UTF-8 without setting its flag; text in code page 437 is hardly ever valid UTF-8. */
function decodeName(bytes: Uint8Array, isUtf8: boolean): string {
  return strictUtf8(bytes) ?? (isUtf8 ? new TextDecoder().decode(bytes) : fromCp437(bytes))
}

function strictUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Rejects zip bombs: entries that overlap, or that inflate beyond any plausible document (42.zip). */
function refuseBombs(entries: readonly ZipEntry[], archiveSize: number): void {
  const { maxInflateRatio, inflateRatioFromBytes, maxInflatedBytes } = limits.archives
  let [compressed, inflated] = [0, 0]
  for (const { size, compressedSize } of entries) {
    compressed += compressedSize
    inflated += size
    const isSuspicious = size > inflateRatioFromBytes && size > compressedSize * maxInflateRatio
    if (isSuspicious || inflated > maxInflatedBytes) {
      throw problem('archive-inflates-too-much', { max: maxInflatedBytes, ratio: maxInflateRatio })
    }
  }
  if (compressed > archiveSize) throw problem('archive-damaged')
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function toNumber(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true))
}

export function shownName(name: string): string {
  return name.slice(0, limits.files.maxQuotedChars)
}
