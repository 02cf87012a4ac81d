import type { FileRecord } from '../../worker/formats/record-reader'
import { limits } from '../../worker/limits'
import type { KeyRules } from '../../worker/schema/keys/renamed-columns'
import { FieldProfile, type ProfileState } from '../../worker/schema/profile/field-profile'
import { type AnalyzedColumn, describeColumns, unnamedColumns } from './describe-columns'

/** The state between two deliveries. */
export type ColumnAnalysisState = { profiles: ProfileState[]; lines: number; lastIndex: number }

/** The types and statistics of the columns of a file, collected in one pass over its records. */
export class ColumnAnalysis {
  readonly #budget = { left: limits.schema.maxTrackedValuesInAll }
  readonly #profiles: FieldProfile[]
  lines: number
  /** The index of the last record. */
  lastIndex: number

  constructor({ profiles, lines, lastIndex }: ColumnAnalysisState = { profiles: [], lines: 0, lastIndex: 0 }) {
    this.#profiles = profiles.map((saved) => FieldProfile.fromJSON(saved, this.#budget))
    this.lines = lines
    this.lastIndex = lastIndex
  }

  add({ cells, index }: FileRecord): void {
    this.lines++
    this.lastIndex = index
    while (this.#profiles.length < cells.length) this.#profiles.push(new FieldProfile(this.#budget))
    for (let i = 0; i < cells.length; i++) this.#profiles[i]?.add(cells[i] ?? '')
  }

  /** The columns of the records so far. @throws the codes of `describeColumns` */
  describe(headers: readonly string[] | undefined, rules: KeyRules): AnalyzedColumn[] {
    return describeColumns(headers, this.#profiles, this.lines, rules)
  }

  /** The positions, from 1, of the columns that have values and no name. */
  unnamed(headers: readonly string[] | undefined, rules: KeyRules): number[] {
    return unnamedColumns(headers, this.#profiles, rules)
  }

  state(): ColumnAnalysisState {
    const profiles = this.#profiles.map((profile) => profile.toJSON())
    return { profiles, lines: this.lines, lastIndex: this.lastIndex }
  }
}
