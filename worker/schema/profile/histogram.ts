/**
 * `StreamHistogram`: counts of a stream of numbers whose range is unknown, in bounded memory. Bins have a width that is
 * a power of two, on a grid through zero; a value outside the covered range doubles the width, which merges bins two by
 * two without splitting any. Its bars are exact except for the bins on the edge of two bars, which are shared
 * in proportion, so a bar is wrong by at most the content of two bins (a bar spans 25 bins or more).
 */
import { limits } from '../../limits'
import { Magnitudes, type MagnitudesState } from './magnitudes'
import { Moments, type MomentsState } from './moments'

export type HistogramState = {
  width: number
  base: number
  counts: [number, number][]
  /** Absent from the states of versions of the service without these sums. */
  moments?: MomentsState | undefined
  magnitudes?: MagnitudesState | undefined
}

const bins = limits.schema.histogramBins
/** Beyond, differences of values are no longer sure to be finite. */
const largest = 1e150

export class StreamHistogram {
  /** 0 until there are two different values: then `base` is the value itself. */
  #width = 0
  /** Grid index of the first bin. */
  #base = 0
  #counts = new Float64Array(bins)
  #isEmpty = true
  /** Undefined once resumed from a state that was stored without moments. */
  #moments: Moments | undefined = new Moments()
  #magnitudes = new Magnitudes()

  add(value: number, times = 1): void {
    this.#moments?.add(value, times)
    this.#magnitudes.add(value, times)
    this.#count(value, times)
  }

  #count(value: number, times: number): void {
    if (this.#width > 0) {
      const index = Math.floor(value / this.#width) - this.#base
      if (index >= 0 && index < bins) {
        this.#counts[index] = (this.#counts[index] ?? 0) + times
        return
      }
    }
    this.#extend(value, times)
  }

  /** Adds the counts to equal bars between `min` and `max`; edges that fall inside a bin share it in proportion. */
  addTo(bars: number[], min: number, max: number): void {
    if (this.#isEmpty) return
    if (this.#width === 0) {
      addToBar(bars, this.#base, min, max, this.#counts[0] ?? 0)
      return
    }
    const scale = bars.length / (max - min)
    for (const [index, count] of this.#counts.entries()) {
      if (count === 0) continue
      const left = Math.max((this.#base + index) * this.#width, min)
      const right = Math.min((this.#base + index + 1) * this.#width, max)
      const first = barOf((left - min) * scale, bars.length)
      const last = barOf((right - min) * scale, bars.length)
      // Rounding the running total, not each share, keeps the sum of the bars equal to the number of values.
      let added = 0
      for (let bar = first; bar <= last; bar++) {
        const edge = Math.min(right, min + (bar + 1) / scale)
        const upTo = bar === last || right <= left ? count : Math.round((count * (edge - left)) / (right - left))
        bars[bar] = (bars[bar] ?? 0) + upTo - added
        added = upTo
      }
    }
  }

  /** The sums of the values, to which others can be added. */
  get moments(): Moments | undefined {
    return this.#moments && Moments.fromJSON(this.#moments.toJSON())
  }

  get magnitudes(): Magnitudes {
    return this.#magnitudes
  }

  /** Width of the bins: 0 while there is one value at most. */
  get precision(): number {
    return this.#width
  }

  /** The middles of the bins, or the only value, with their counts. */
  *points(): Generator<[number, number]> {
    for (const [index, count] of this.#counts.entries()) {
      if (count > 0) yield [this.#width === 0 ? this.#base : (this.#base + index + 0.5) * this.#width, count]
    }
  }

  toJSON(): HistogramState {
    const counts: [number, number][] = []
    for (const [index, count] of this.#counts.entries()) if (count > 0) counts.push([index, count])
    const [moments, magnitudes] = [this.#moments?.toJSON(), this.#magnitudes.toJSON()]
    return { width: this.#width, base: this.#base, counts, moments, magnitudes }
  }

  static fromJSON(state: HistogramState): StreamHistogram {
    const histogram = new StreamHistogram()
    histogram.#width = state.width
    histogram.#base = state.base
    histogram.#moments = state.moments && Moments.fromJSON(state.moments)
    histogram.#magnitudes = Magnitudes.fromJSON(state.magnitudes ?? null)
    for (const [index, count] of state.counts) histogram.#counts[index] = count
    histogram.#isEmpty = state.counts.length === 0
    return histogram
  }

  #extend(value: number, times: number): void {
    if (Math.abs(value) > largest) return
    if (this.#isEmpty) {
      this.#isEmpty = false
      this.#base = value
    }
    if (this.#width === 0) {
      if (value === this.#base) {
        this.#counts[0] = (this.#counts[0] ?? 0) + times
        return
      }
      const single = this.#base
      this.#width = 2 ** Math.ceil(Math.log2(Math.abs(value - single) / (bins / 2)))
      this.#base = Math.floor(Math.min(value, single) / this.#width)
      const count = this.#counts[0] ?? 0
      this.#counts[0] = 0
      this.#count(single, count)
    }
    this.#cover(value)
    const index = Math.floor(value / this.#width) - this.#base
    this.#counts[index] = (this.#counts[index] ?? 0) + times
  }

  /** Shifts, then widens the bins until the value and all counted values fit. */
  #cover(value: number): void {
    for (;;) {
      const used = this.#usedBins()
      const grid = Math.floor(value / this.#width)
      const from = Math.min(grid, this.#base + used.first)
      const to = Math.max(grid, this.#base + used.last)
      if (to - from < bins) {
        if (grid < this.#base || grid >= this.#base + bins) this.#rebuild(from, 1)
        return
      }
      this.#rebuild(Math.floor(this.#base / 2), 2)
    }
  }

  #usedBins(): { first: number; last: number } {
    let first = 0
    let last = bins - 1
    while (first < last && this.#counts[first] === 0) first++
    while (last > first && this.#counts[last] === 0) last--
    return { first, last }
  }

  #rebuild(base: number, factor: 1 | 2): void {
    const counts = new Float64Array(bins)
    for (const [index, count] of this.#counts.entries()) {
      if (count === 0) continue
      const moved = Math.floor((this.#base + index) / factor) - base
      counts[moved] = (counts[moved] ?? 0) + count
    }
    this.#counts = counts
    this.#base = base
    this.#width *= factor
  }
}

/** Counts one exact value in equal bars between `min` and `max`; the last bar holds `max`. */
export function addToBar(bars: number[], value: number, min: number, max: number, times: number): void {
  const bar = max > min ? barOf(((value - min) / (max - min)) * bars.length, bars.length) : 0
  bars[bar] = (bars[bar] ?? 0) + times
}

function barOf(position: number, count: number): number {
  return Math.max(0, Math.min(count - 1, Math.floor(position)))
}
