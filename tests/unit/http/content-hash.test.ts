import { describe, expect, test } from 'vitest'
import { contentHash } from '../../../worker/http/content-hash'

const bytesOf = (words: readonly number[]): Uint8Array => new Uint8Array(new Uint32Array(words).buffer)

describe('the hash of contents', () => {
  test('is MurmurHash3 x86_128: the verification of SMHasher', () => {
    // Hashes of 0, 1, … 255 bytes with the seeds 256, 255, … 1; then the hash of all of them.
    const hashes = new Uint8Array(256 * 16)
    for (let length = 0; length < 256; length++) {
      const key = Uint8Array.from({ length }, (_, at) => at)
      hashes.set(bytesOf(contentHash(key, 256 - length)), length * 16)
    }
    expect(contentHash(hashes)[0]).toBe(0xb3ece62a)
  })

  test('differs for a change of any byte', () => {
    const content = new TextEncoder().encode('a line of 31 bytes, or so it is')
    const seen = new Set([contentHash(content).join()])
    for (let at = 0; at < content.length; at++) {
      const other = content.slice()
      other[at] = (other[at] ?? 0) ^ 1
      seen.add(contentHash(other).join())
    }
    expect(seen.size).toBe(content.length + 1)
  })

  test('does not depend on the memory alignment', () => {
    const memory = new Uint8Array(40).fill(7)
    expect(contentHash(memory.subarray(3, 36))).toEqual(contentHash(new Uint8Array(33).fill(7)))
  })
})
