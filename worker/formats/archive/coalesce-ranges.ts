/** `neighbouring`: pieces of an object that stand close to each other, read together. Pure. */
import { limits } from '../../limits'
import type { ByteSource } from './zip'

export type Extent = { offset: number; length: number }

/**
 * A source that reads close extents in one request; the last such reading is kept. Each request to a store costs time and
 * money, and in the local engine memory. Extents are to be read in their order; what is none of them is read as it is asked.
 */
export function neighbouring(source: ByteSource, extents: readonly Extent[]): ByteSource {
  const windows = windowsOf(extents, source.size)
  let last: { window: Extent; bytes: Promise<Uint8Array> } | undefined
  const read = async (offset: number, length: number): Promise<Uint8Array> => {
    const window = windows.find((one) => one.offset <= offset && offset + length <= one.offset + one.length)
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
  for (const { offset, length } of [...extents].sort((one, other) => one.offset - other.offset)) {
    const end = Math.min(offset + length, size)
    const last = windows.at(-1)
    const isNear = last && offset - (last.offset + last.length) <= neighbourGapBytes
    if (isNear && end - last.offset <= neighbourBytes) last.length = Math.max(last.length, end - last.offset)
    else windows.push({ offset, length: end - offset })
  }
  return windows
}
