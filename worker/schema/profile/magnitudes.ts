/**
 * `Magnitudes`: counts of a stream of numbers in bins as wide as 1/64 of their value. A few very large amounts do not widen the
 * bins of the others, so quartiles stay precise. A bin is the sign, the exponent and the first six bits of the mantissa (IEEE 754).
 */
import { limits } from '../../limits'

export type MagnitudesState = [bin: number, count: number][] | null

/** The upper word of a double has 20 bits of its mantissa; a bin keeps six. */
const droppedBits = 14
/** The width of a bin as a share of its value. */
export const magnitudeShare = 1 / 64

const double = new Float64Array(1)
/** The lower word, then the upper one: engines of the service are little-endian. */
const words = new Uint32Array(double.buffer)

export class Magnitudes {
  /** Undefined once there are too many bins. */
  #counts: Map<number, number> | undefined = new Map()

  add(value: number, times: number): void {
    if (!this.#counts) return
    double[0] = value
    const bin = (words[1] ?? 0) >>> droppedBits
    const before = this.#counts.get(bin)
    if (before === undefined && this.#counts.size >= limits.schema.maxMagnitudes) this.#counts = undefined
    else this.#counts.set(bin, (before ?? 0) + times)
  }

  /** The middles of the bins with their counts; undefined where the numbers have too many magnitudes. */
  get points(): [number, number][] | undefined {
    return this.#counts && [...this.#counts].map(([bin, count]) => [(startOf(bin) + startOf(bin + 1)) / 2, count])
  }

  toJSON(): MagnitudesState {
    return this.#counts ? [...this.#counts] : null
  }

  static fromJSON(state: MagnitudesState): Magnitudes {
    const magnitudes = new Magnitudes()
    magnitudes.#counts = state ? new Map(state) : undefined
    return magnitudes
  }
}

function startOf(bin: number): number {
  words[1] = (bin << droppedBits) >>> 0
  words[0] = 0
  return double[0] ?? 0
}
