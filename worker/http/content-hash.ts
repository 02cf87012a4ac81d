/** MurmurHash3 x86_128 of bytes (Austin Appleby, SMHasher): identifies contents, and is not cryptographic. Pure. */

const blockBytes = 16
const [c1, c2, c3, c4] = [0x239b961b, 0xab0e9789, 0x38b34ae5, 0xa1e38b93]

/**
 * The four words of the hash. A cryptographic one would double the CPU time of a response of 20 lines.
 *
 * @param seed 32 bits
 */
export function contentHash(bytes: Uint8Array, seed = 0): Words {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const end = bytes.length - (bytes.length % blockBytes)
  let [h1, h2, h3, h4] = [seed, seed, seed, seed]
  for (let at = 0; at < end; at += blockBytes) {
    h1 ^= scrambled(view.getInt32(at, true), c1, 15, c2)
    h1 = (Math.imul(rotated(h1, 19) + h2, 5) + 0x561ccd1b) | 0
    h2 ^= scrambled(view.getInt32(at + 4, true), c2, 16, c3)
    h2 = (Math.imul(rotated(h2, 17) + h3, 5) + 0x0bcaa747) | 0
    h3 ^= scrambled(view.getInt32(at + 8, true), c3, 17, c4)
    h3 = (Math.imul(rotated(h3, 15) + h4, 5) + 0x96cd1c35) | 0
    h4 ^= scrambled(view.getInt32(at + 12, true), c4, 18, c1)
    h4 = (Math.imul(rotated(h4, 13) + h1, 5) + 0x32ac3b17) | 0
  }
  const tail = new DataView(new ArrayBuffer(blockBytes))
  for (let at = end; at < bytes.length; at++) tail.setUint8(at - end, view.getUint8(at))
  h1 ^= scrambled(tail.getInt32(0, true), c1, 15, c2) ^ bytes.length
  h2 ^= scrambled(tail.getInt32(4, true), c2, 16, c3) ^ bytes.length
  h3 ^= scrambled(tail.getInt32(8, true), c3, 17, c4) ^ bytes.length
  h4 ^= scrambled(tail.getInt32(12, true), c4, 18, c1) ^ bytes.length
  const [w1, w2, w3, w4] = mixed(h1, h2, h3, h4)
  return mixed(finished(w1), finished(w2), finished(w3), finished(w4))
}

type Words = [number, number, number, number]

/** Mixes all words into each. Words are unsigned. */
function mixed(h1: number, h2: number, h3: number, h4: number): Words {
  const sum = (h1 + h2 + h3 + h4) | 0
  return [sum >>> 0, (h2 + sum) >>> 0, (h3 + sum) >>> 0, (h4 + sum) >>> 0]
}

function finished(word: number): number {
  const once = Math.imul(word ^ (word >>> 16), 0x85ebca6b)
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35)
  return twice ^ (twice >>> 16)
}

const rotated = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits))

const scrambled = (word: number, before: number, bits: number, after: number): number =>
  Math.imul(rotated(Math.imul(word, before), bits), after)
