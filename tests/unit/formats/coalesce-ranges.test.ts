import { describe, expect, it } from 'vitest'
import { coalesceRanges } from '../../../worker/formats/archive/coalesce-ranges'
import type { ByteSource } from '../../../worker/formats/archive/zip'
import { limits } from '../../../worker/limits'

const { neighbourGapBytes: gap, neighbourBytes: most } = limits.files

/** A source whose bytes derive from their offset, with the list of its requests. */
function counted(size: number): { source: ByteSource; requests: [number, number][] } {
  const requests: [number, number][] = []
  const byteAt = (at: number) => (at * 31) & 255
  const read = async (offset: number, length: number) => {
    requests.push([offset, length])
    return Uint8Array.from({ length: Math.min(length, size - offset) }, (_, at) => byteAt(offset + at))
  }
  const stream = async () => {
    throw new Error('not requested')
  }
  return { source: { size, read, stream }, requests }
}

describe('neighbouring', () => {
  it('reads nearby ranges in one request, with the same bytes', async () => {
    const { source, requests } = counted(1_000)
    const near = coalesceRanges(source, [
      { offset: 100, length: 50 },
      { offset: 10, length: 20 },
      // The likely end of the last is beyond the object.
      { offset: 900, length: 500 },
    ])
    for (const [offset, length] of [
      [10, 20],
      [100, 50],
      [900, 100],
    ] as const) {
      expect(await near.read(offset, length)).toEqual(await counted(1_000).source.read(offset, length))
    }
    expect(requests).toEqual([[10, 990]])
  })

  it('sends one request for concurrent reads', async () => {
    const { source, requests } = counted(1_000)
    const near = coalesceRanges(source, [
      { offset: 0, length: 10 },
      { offset: 20, length: 10 },
    ])
    await Promise.all([near.read(0, 10), near.read(20, 10)])
    expect(requests).toHaveLength(1)
  })

  it('reads distant and unknown ranges separately, within the size of a window', async () => {
    const size = 4 * most
    const { source, requests } = counted(size)
    const step = gap - 1
    const many = Array.from({ length: Math.ceil((2 * most) / step) }, (_, at) => ({ offset: at * step, length: 1 }))
    const far = { offset: 3 * most, length: 5 }
    const near = coalesceRanges(source, [...many, far])
    for (const { offset, length } of [...many, far]) await near.read(offset, length)
    await near.read(far.offset + 1, 10)
    expect(requests.at(-2)).toEqual([far.offset, 5])
    expect(requests.at(-1)).toEqual([far.offset + 1, 10])
    expect(requests.every(([, length]) => length <= most)).toBe(true)
    expect(requests.length).toBeLessThan(8)
  })
})
