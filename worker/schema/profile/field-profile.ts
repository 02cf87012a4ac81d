/** `FieldProfile`: the type and the statistics of a column, in one pass that may be split in slices: its state is JSON. */
import { limits } from '../../limits'
import { DAY_MS } from '../../limits/units'
import { byteLength, classes, digitClass, hasNonAscii, nonAsciiClass, otherClass } from '../characters'
import { coercion } from '../coerce'
import { type Reading, temporalKinds } from '../dates/detected-dates'
import type { DetectedField } from '../field'
import { integerBit, numberBit } from '../numbers/read-number'
import { isMinusOne, readBoolean } from '../read-boolean'
import { allBits, booleanBit, measuredBits, recognize } from '../recognize-type'
import { countsByMonth, discreteBars } from './discrete-bars'
import type { FieldStatistics, Histogram } from './field-statistics'
import { type Budget, Frequencies, type FrequenciesState } from './frequencies'
import { addToBar, type HistogramState, StreamHistogram } from './histogram'
import { NearTypes, type NearTypesState } from './near-types'
import { sumAndSpread } from './quartiles'
import { hashFactor, hashSeed } from './sketch'

export type ProfileState = {
  candidates: number
  filled: number
  empty: number
  blank: number
  longValues: number
  maxBytes: number
  nonAscii: boolean
  codeLike: boolean
  minusOne: boolean
  otherFalse: boolean
  least: [number, string] | null
  greatest: [number, string] | null
  histogram: HistogramState | null
  frequencies: FrequenciesState
  near: NearTypesState
}

export class FieldProfile {
  #candidates: number
  #filled = 0
  #empty = 0
  /** Cells of spaces only: they count as empty, but the column gets a field. */
  #blank = 0
  #longValues = 0
  #maxBytes = 0
  #nonAscii = false
  #codeLike = true
  #minusOne = false
  #otherFalse = false
  #least = Number.POSITIVE_INFINITY
  #greatest = Number.NEGATIVE_INFINITY
  #leastText = ''
  #greatestText = ''
  #histogram = new StreamHistogram()
  #frequencies: Frequencies
  /** The cells of a text column that are not counted by their values. */
  #near = new NearTypes()
  readonly #reading: Reading = { number: Number.NaN }

  /**
   * `budget` is shared by the profiles of one dataset: `{ left: limits.schema.maxTrackedValuesInAll }`. The type is found among
   * `candidates`, bits of `recognize`.
   */
  constructor(budget: Budget, candidates: number = allBits) {
    this.#candidates = candidates
    this.#frequencies = new Frequencies(budget, this.#drop)
  }

  /** Adds one cell as it is in the file. Called once per cell, empty ones included. */
  add(raw: string): void {
    if (raw === '') {
      this.#empty++
      return
    }
    const last = raw.charCodeAt(raw.length - 1)
    const first = raw.charCodeAt(0)
    const text = first <= 32 || last <= 32 || first >= 0xa0 || last >= 0xa0 ? raw.trim() : raw
    if (text === '') {
      this.#empty++
      this.#blank++
      return
    }
    this.#filled++
    if (text.length > limits.schema.maxFilterableChars) this.#addLong(text)
    else if (!this.#frequencies.count(text)) this.#addUnknown(text)
  }

  /** Whether no cell has a value. */
  get isEmpty(): boolean {
    return this.#filled === 0
  }

  /**
   * The first type that every value has, text when there is none; undefined for a column without any value.
   */
  detected(key: string, originalName: string): DetectedField | undefined {
    const field = { key, 'x-originalName': originalName }
    if (this.#filled === 0) return this.#blank > 0 ? { ...field, type: 'string', longText: true } : undefined
    const type = this.#decided()
    if (type === booleanBit) return { ...field, type: 'boolean' }
    if (type === integerBit) return { ...field, type: 'integer' }
    if (type === numberBit) return { ...field, type: 'number' }
    const kind = temporalKinds.find(({ bit }) => bit === type)
    if (kind) {
      const pattern = kind.pattern
      if (pattern === undefined) return { ...field, type: 'string', format: kind.format }
      const formatKey = kind.format === 'date' ? 'dateFormat' : 'dateTimeFormat'
      return { ...field, type: 'string', format: kind.format, [formatKey]: pattern }
    }
    if (this.#longValues > 0) return { ...field, type: 'string', longText: true }
    return this.#codeLike ? { ...field, type: 'string', codeLike: true } : { ...field, type: 'string' }
  }

  /** `timeZone` is that of local date-times, for `min` and `max`; Europe/Paris when absent, as in `coercion`. */
  statistics(timeZone?: string): FieldStatistics {
    const statistics: FieldStatistics = {
      filled: this.#filled,
      empty: this.#empty,
      // The estimate of very many values may exceed them.
      cardinality: Math.min(this.#frequencies.cardinality, this.#filled),
      cardinalityExact: this.#frequencies.isExact,
      longValues: this.#longValues,
      maxBytes: this.#maxBytes,
      nonAscii: this.#nonAscii,
      frequent: this.#frequencies.mostFrequent(),
    }
    const field = this.detected('', '')
    if (this.#candidates === 0) return { ...statistics, ...this.#near.resultWith(this.#frequencies.entries()) }
    if (!field || (this.#decided() & measuredBits) === 0) return statistics
    const coerce = coercion({ ...field, timeZone })
    const min = coerce(this.#leastText)
    const max = coerce(this.#greatestText)
    if (!isOrdered(min) || !isOrdered(max)) return statistics
    const ofNumbers = typeof min === 'number' ? sumAndSpread(this.#histogram, this.#countedNumbers()) : {}
    return { ...statistics, min, max, ...this.#histogramBetween(min, max), ...ofNumbers }
  }

  /** `[number, occurrences]` of the values of the frequency table; the other values are only in the histogram. */
  #countedNumbers(): [number, number][] {
    const reading = { number: Number.NaN }
    return [...this.#frequencies.entries()].map(([text, count]) => {
      recognize(text, this.#decided(), reading)
      return [reading.number, count]
    })
  }

  /** The whole state; `fromJSON` resumes the pass from it. */
  toJSON(): ProfileState {
    const isMeasured = this.#greatest >= this.#least
    return {
      candidates: this.#candidates,
      filled: this.#filled,
      empty: this.#empty,
      blank: this.#blank,
      longValues: this.#longValues,
      maxBytes: this.#maxBytes,
      nonAscii: this.#nonAscii,
      codeLike: this.#codeLike,
      minusOne: this.#minusOne,
      otherFalse: this.#otherFalse,
      least: isMeasured ? [this.#least, this.#leastText] : null,
      greatest: isMeasured ? [this.#greatest, this.#greatestText] : null,
      histogram: this.#candidates & measuredBits ? this.#histogram.toJSON() : null,
      frequencies: this.#frequencies.toJSON(),
      near: this.#near.toJSON(),
    }
  }

  static fromJSON(state: ProfileState, budget: Budget): FieldProfile {
    const profile = new FieldProfile(budget)
    profile.#candidates = state.candidates
    profile.#filled = state.filled
    profile.#empty = state.empty
    profile.#blank = state.blank
    profile.#longValues = state.longValues
    profile.#maxBytes = state.maxBytes
    profile.#nonAscii = state.nonAscii
    profile.#codeLike = state.codeLike
    profile.#minusOne = state.minusOne
    profile.#otherFalse = state.otherFalse
    if (state.least) [profile.#least, profile.#leastText] = state.least
    if (state.greatest) [profile.#greatest, profile.#greatestText] = state.greatest
    if (state.histogram) profile.#histogram = StreamHistogram.fromJSON(state.histogram)
    profile.#frequencies = Frequencies.fromJSON(state.frequencies, budget, profile.#drop)
    profile.#near = new NearTypes(state.near)
    return profile
  }

  /** A value that is not counted yet: classified and hashed. Counted values were classified at their first occurrence. */
  #addUnknown(text: string): void {
    let characterClasses = 0
    let hash = hashSeed
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      characterClasses |= code < 128 ? (classes[code] ?? 0) : nonAsciiClass
      hash = Math.imul(hash ^ code, hashFactor)
    }
    if ((characterClasses & (otherClass | nonAsciiClass)) !== 0 || (characterClasses & digitClass) === 0)
      this.#codeLike = false
    if (characterClasses & nonAsciiClass) this.#nonAscii = true
    this.#measureBytes(text, (characterClasses & nonAsciiClass) !== 0)
    if (this.#candidates !== 0) this.#recognize(text)
    const isCounted = this.#frequencies.learn(text, hash)
    if (isCounted) return
    if (this.#candidates & measuredBits) this.#histogram.add(this.#reading.number)
    else if (this.#candidates === 0) this.#near.add(text, 1)
  }

  #recognize(text: string): void {
    const before = this.#candidates
    this.#candidates &= recognize(text, before, this.#reading)
    if (this.#candidates === 0) this.#becomeText(before)
    if (this.#candidates & measuredBits) {
      const { number } = this.#reading
      if (number < this.#least) {
        this.#least = number
        this.#leastText = text
      }
      if (number > this.#greatest) {
        this.#greatest = number
        this.#greatestText = text
      }
    }
    if (this.#candidates & booleanBit) {
      if (isMinusOne(text)) this.#minusOne = true
      else if (readBoolean(text) === false) this.#otherFalse = true
    }
  }

  /** All cells before the last one had the types `before`. */
  #becomeText(before: number): void {
    let counted = 0
    for (const [, count] of this.#frequencies.entries()) counted += count
    this.#near.addTyped(before, this.#filled - 1 - counted)
  }

  /** Only texts have values this long. */
  #addLong(text: string): void {
    this.#longValues++
    if (this.#candidates !== 0) this.#becomeText(this.#candidates)
    this.#candidates = 0
    this.#near.add(text, 1)
    this.#codeLike = false
    const mayBeLongest = text.length * 3 > this.#maxBytes
    if (this.#nonAscii && !mayBeLongest) return
    const isNonAscii = hasNonAscii(text)
    if (isNonAscii) this.#nonAscii = true
    this.#measureBytes(text, isNonAscii)
  }

  #measureBytes(text: string, isNonAscii: boolean): void {
    if (text.length > this.#maxBytes) this.#maxBytes = text.length
    if (isNonAscii && text.length * 3 > this.#maxBytes) this.#maxBytes = Math.max(this.#maxBytes, byteLength(text))
  }

  /** The histogram holds the values that are not counted; the others are added when the bars are computed. */
  readonly #drop = (text: string, count: number): void => {
    if (this.#candidates === 0) this.#near.add(text, count)
    if ((this.#candidates & measuredBits) === 0) return
    const reading = { number: Number.NaN }
    recognize(text, measuredBits, reading)
    if (!Number.isNaN(reading.number)) this.#histogram.add(reading.number, count)
  }

  /** The bit of the type: the lowest remaining candidate; 0 for text. */
  #decided(): number {
    // Beside other words for false, -1 is a third value, which a boolean would lose.
    const isBoolean = (this.#candidates & booleanBit) !== 0 && !(this.#minusOne && this.#otherFalse)
    const left = isBoolean ? this.#candidates : this.#candidates & ~booleanBit
    return left & -left
  }

  #histogramBetween(min: number | string, max: number | string): { histogram: Histogram } | undefined {
    const [least, greatest] = [this.#least, this.#greatest]
    if (!Number.isFinite(greatest - least) || Math.max(Math.abs(least), Math.abs(greatest)) > 1e150) return undefined
    const counted = this.#countedNumbers()
    const byMonth = this.#frequencies.isExact && typeof min === 'string' ? countsByMonth(counted) : undefined
    return { histogram: { min, max, counts: byMonth ?? this.#countsBetween(least, greatest, counted) } }
  }

  #countsBetween(least: number, greatest: number, counted: readonly (readonly [number, number])[]): number[] {
    const type = this.#decided()
    const isDay = temporalKinds.some(({ bit, format }) => bit === type && format === 'date')
    const unit = type === integerBit ? 1 : isDay ? DAY_MS : undefined
    const bars = unit && discreteBars((greatest - least) / unit + 1)
    // Values are in the middle of their units: rounding moves none to another bar.
    const from = bars ? least - (bars.offset + 0.5) * unit : least
    const to = bars ? from + bars.count * bars.units * unit : greatest
    const counts = new Array<number>(bars ? bars.count : greatest > least ? limits.schema.histogramBars : 1).fill(0)
    this.#histogram.addTo(counts, from, to)
    for (const [number, count] of counted) addToBar(counts, number, from, to, count)
    return counts
  }
}

function isOrdered(value: unknown): value is number | string {
  return typeof value === 'number' || typeof value === 'string'
}
