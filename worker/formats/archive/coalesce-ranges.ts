/** `neighbouring`: a byte source that reads nearby ranges of an object in one request. Pure. */
import { limits } from '../../limits'
import type { ByteSource } from './zip'

export type Extent = { offset: number; length: number }

/**
 * A source that reads nearby extents in one request and caches the last response: each request to R2 costs time and money,
 * and in the local engine memory. Extents must be read in their order; any other range is read by a request of its own.
 */
export function coalesceRanges(source: ByteSource, extents: readonly Extent[]): ByteSource {
  const windows = windowsOf(extents, source.size)
  let last: { window: Extent; bytes: Promise<Uint8Array> } | undefined
  const read = async (offset: number, length: number): Promise<Uint8Array> => {
    const window = windows.find(
      (candidate) => candidate.offset <= offset && offset + length <= candidate.offset + candidate.length,
    )
    if (!window) return source.read(offset, length)
    if (last?.window !== window) last = { window, bytes: source.read(window.offset, window.length) }
    const from = offset - window.offset
    return (await last.bytes).subarray(from, from + length)
  }
  return { ...source, read }
}

function windowsOf(extents: readonly Extent[], size: number): Extent[] {
  const { neighbourGapBytes, neighbourBytes } = limits.files
  const windows: Extent[] = []
  for (const { offset, length } of [...extents].sort((a, b) => a.offset - b.offset)) {
    const end = Math.min(offset + length, size)
    const last = windows.at(-1)
    const isNear = last && offset - (last.offset + last.length) <= neighbourGapBytes
    if (isNear && end - last.offset <= neighbourBytes) last.length = Math.max(last.length, end - last.offset)
    else windows.push({ offset, length: end - offset })
  }
  return windows
}
