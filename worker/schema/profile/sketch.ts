/** `Sketch`: how many distinct values a stream holds, in 2^`limits.schema.sketchBits` small registers (HyperLogLog). */
import { limits } from '../../limits'

const registerCount = 1 << limits.schema.sketchBits
const rankBits = 32 - limits.schema.sketchBits
/** Registers hold at most 23: one printable character each in the stored state. */
const firstCharacter = 48

export const hashSeed = 0x811c9dc5
export const hashFactor = 0x01000193

/** The hash of a text that `add` takes: FNV-1a over UTF-16 units. The profile computes the same while it scans. */
export function hashOf(text: string): number {
  let hash = hashSeed
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), hashFactor)
  return hash
}

export class Sketch {
  #registers = new Uint8Array(registerCount)

  /** Adds the hash of one value; repeated values change nothing. */
  add(hash: number): void {
    // FNV leaves its high bits poorly mixed on short texts; this is the finalizer of MurmurHash3.
    let mixed = hash
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    mixed ^= mixed >>> 16
    const register = mixed >>> rankBits
    const rank = Math.clz32((mixed << limits.schema.sketchBits) | (1 << (limits.schema.sketchBits - 1))) + 1
    if (rank > (this.#registers[register] ?? 0)) this.#registers[register] = rank
  }

  /**
   * Distinct values, within about 1.04/√registers (3 %). Flajolet, Fusy, Gandouet and Meunier, "HyperLogLog" (2007),
   * with linear counting while registers are still empty.
   */
  estimate(): number {
    let sum = 0
    let empty = 0
    for (const rank of this.#registers) {
      sum += 2 ** -rank
      if (rank === 0) empty++
    }
    const raw = ((0.7213 / (1 + 1.079 / registerCount)) * registerCount * registerCount) / sum
    const isSmall = raw <= 2.5 * registerCount && empty > 0
    return Math.round(isSmall ? registerCount * Math.log(registerCount / empty) : raw)
  }

  toJSON(): string {
    return String.fromCharCode(...this.#registers.map((rank) => rank + firstCharacter))
  }

  static fromJSON(state: string): Sketch {
    const sketch = new Sketch()
    for (let at = 0; at < registerCount; at++) sketch.#registers[at] = state.charCodeAt(at) - firstCharacter
    return sketch
  }
}
