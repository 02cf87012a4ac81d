/**
 * `NearTypes`: counts the cells of a text column by the types that their texts could have, to find columns with few invalid values,
 * and those that are numbers with a unit.
 */
import { limits } from '../../limits'
import { isoDayBit, type Reading, readTemporal, temporalKinds } from '../dates/detected-dates'
import { writtenDate } from '../dates/written-date'
import { integerBit, lenientNumber, numberBit } from '../numbers/read-number'
import { NotationTally, type NotationTallyState, type NumberNotation } from '../proposals/number-notation'
import { declaredBoolean } from '../read-boolean'
import { booleanBit } from '../recognize-type'

const shortYearBit = temporalKinds.find(({ pattern }) => pattern === 'D/M/YY')?.bit ?? 0

/** Cells of a column that are not of a type. `notation`: that of its dates, other than ISO 8601. */
export type NearType = { invalid: number; samples: string[]; notation?: string }
export type NearTypeName = 'integer' | 'number' | 'boolean' | 'date' | 'date-time'

/** What the texts of a column could be. */
export type TextTypes = {
  /** The types that at least half of the cells have, with those that do not. */
  near?: Partial<Record<NearTypeName, NearType>>
  /** How they are written, when all are numbers with one unit. */
  notation?: NumberNotation
}

export type NearTypesState = { groups: [number, number, string[]][]; isOff: boolean; notation?: NotationTallyState }

/** Cells with the same types, and the first of them. */
type Group = { cells: number; samples: string[] }

export class NearTypes {
  readonly #groups: Map<number, Group>
  readonly #reading: Reading = { number: Number.NaN }
  /** Of all texts, also once the comparison has stopped. */
  readonly #notation: NotationTally
  #isOff: boolean

  constructor({ groups, isOff, notation }: NearTypesState = { groups: [], isOff: false }) {
    this.#notation = new NotationTally(notation)
    this.#groups = new Map(groups.map(([bits, cells, samples]) => [bits, { cells, samples: [...samples] }]))
    this.#isOff = isOff
  }

  /** Adds cells of one text. A column most of whose values match no type is no longer compared, because recognition is slow. */
  add(text: string, cells: number): void {
    this.#notation.add(text)
    if (this.#isOff) return
    const bits = this.#typesOf(text)
    const group = this.#group(bits)
    group.cells += cells
    const { samples } = group
    if (samples.length < limits.schema.nearTypeSamples && !samples.includes(text)) samples.push(text)
    if (bits !== 0) return
    const all = this.#sum(() => true)
    if (all >= limits.schema.nearTypeTrial && group.cells * 2 > all) this.#isOff = true
  }

  /** Adds cells by their types, without their texts. */
  addTyped(bits: number, cells: number): void {
    if (cells === 0) return
    this.#group(bits).cells += cells
    this.#notation.stop()
  }

  /**
   * The types that at least half of the cells have, and the notation of the numbers that all of them are, if any, with texts that
   * are counted elsewhere.
   */
  resultWith(entries: Iterable<readonly [string, number]>): TextTypes {
    const all = new NearTypes(this.toJSON())
    for (const [text, cells] of entries) all.add(text, cells)
    const near = all.#types()
    const { notation } = all.#notation
    return { ...(near ? { near } : {}), ...(notation ? { notation } : {}) }
  }

  #types(): Partial<Record<NearTypeName, NearType>> | undefined {
    if (this.#isOff) return undefined
    const all = this.#sum(() => true)
    const near: Partial<Record<NearTypeName, NearType>> = {}
    const consider = (name: NearTypeName, bits: number, notation?: string) => {
      const invalid = all - this.#sum((group) => (group & bits) !== 0)
      if (invalid * 2 > all || invalid >= (near[name]?.invalid ?? all)) return
      near[name] = { invalid, samples: this.#samplesWithout(bits), ...(notation ? { notation } : {}) }
    }
    consider('integer', integerBit)
    consider('number', numberBit)
    consider('boolean', booleanBit)
    for (const { bit, format, pattern } of temporalKinds) {
      const [iso] = temporalKinds.filter((kind) => kind.format === format && kind.pattern === undefined)
      // What the conversion of a declared notation reads besides it.
      const alike = pattern === 'D/M/YYYY' ? shortYearBit : 0
      consider(format, bit | alike | (iso?.bit ?? 0), pattern)
    }
    return Object.keys(near).length > 0 ? near : undefined
  }

  toJSON(): NearTypesState {
    const groups = [...this.#groups].map(([bits, { cells, samples }]): [number, number, string[]] => [
      bits,
      cells,
      samples,
    ])
    return { groups, isOff: this.#isOff, notation: this.#notation.toJSON() }
  }

  #group(bits: number): Group {
    const known = this.#groups.get(bits)
    if (known) return known
    const group: Group = { cells: 0, samples: [] }
    this.#groups.set(bits, group)
    return group
  }

  #sum(has: (bits: number) => boolean): number {
    let sum = 0
    for (const [bits, { cells }] of this.#groups) if (has(bits)) sum += cells
    return sum
  }

  #samplesWithout(wanted: number): string[] {
    const others = [...this.#groups].filter(([bits]) => (bits & wanted) === 0)
    return others.flatMap(([, { samples }]) => samples).slice(0, limits.schema.nearTypeSamples)
  }

  /** The types that a text has once they are declared, which is more than what the analysis detects. */
  #typesOf(text: string): number {
    if (text.length > limits.schema.maxFilterableChars) return 0
    const number = lenientNumber(text, this.#reading)
    const isNumber = !Number.isNaN(number)
    return (
      (isNumber ? numberBit : 0) |
      (Number.isSafeInteger(number) ? integerBit : 0) |
      (declaredBoolean(text) === undefined ? 0 : booleanBit) |
      (isNumber ? 0 : readTemporal(text, this.#reading) || (writtenDate(text) === undefined ? 0 : isoDayBit))
    )
  }
}
