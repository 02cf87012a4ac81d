/** The statistics of the columns whose invalid values are left empty: the analysis of the file has counted those values. */

import { limits } from '../../worker/limits'
import type { StoredValue } from '../../worker/lines/storage'
import { emptiesInvalid } from '../../worker/schema/expression/transformation'
import type { Field } from '../../worker/schema/field'
import { FieldProfile, type ProfileState } from '../../worker/schema/profile/field-profile'
import type { FieldStatistics } from '../../worker/schema/profile/field-statistics'
import { type FieldObservations, observed } from '../../worker/schema/profile/observed'

/** The state between two deliveries. */
export type EmptiedProfilesState = { lines: number; profiles: Record<string, ProfileState> }

type ProfiledColumn = { field: Field; at: number; profile: FieldProfile }

export class EmptiedProfiles {
  readonly #columns: readonly ProfiledColumn[]
  #lines: number

  /** @param fields in the order of the values of a line */
  constructor(fields: readonly Field[], from?: EmptiedProfilesState) {
    const budget = { left: limits.schema.maxTrackedValuesInAll }
    this.#lines = from?.lines ?? 0
    this.#columns = fields.flatMap((field, at) => {
      if (!emptiesInvalid(field)) return []
      const saved = from?.profiles[field.key]
      return [{ field, at, profile: saved ? FieldProfile.fromJSON(saved, budget) : new FieldProfile(budget) }]
    })
  }

  /** Adds the values of a line as they are stored. */
  add(values: readonly StoredValue[]): void {
    this.#lines++
    for (const { field, at, profile } of this.#columns) profile.add(textOf(values[at], field.separator ?? ''))
  }

  state(): EmptiedProfilesState {
    const profiles = Object.fromEntries(this.#columns.map(({ field, profile }) => [field.key, profile.toJSON()]))
    return { lines: this.#lines, profiles }
  }

  /** Statistics by key. */
  statistics(): Record<string, FieldStatistics> {
    return Object.fromEntries(
      this.#columns.map(({ field, profile }) => {
        const statistics = profile.statistics()
        return [field.key, { ...statistics, empty: this.#lines - statistics.filled }]
      }),
    )
  }

  /** Observed values and cardinalities, by key. */
  observations(): Record<string, FieldObservations> {
    const statistics = this.statistics()
    return Object.fromEntries(
      this.#columns.flatMap(({ field }) => {
        const ofField = statistics[field.key]
        return ofField ? [[field.key, observed(field, ofField, this.#lines)]] : []
      }),
    )
  }
}

function textOf(value: StoredValue | undefined, separator: string): string {
  if (value === null || value === undefined) return ''
  return Array.isArray(value) ? value.join(separator) : String(value)
}
