/**
 * The statistics of the rows as they are stored. The analysis of the file has also counted the values that the publisher leaves out:
 * those of rows that are refused, and those that are emptied.
 */

import { limits } from '../../worker/limits'
import type { StoredValue } from '../../worker/lines/storage'
import { emptiesInvalid } from '../../worker/schema/expression/transformation'
import type { DetectedField, Field } from '../../worker/schema/field'
import { type FieldObservations, observed } from '../../worker/schema/profile/field-observations'
import { FieldProfile, type ProfileState } from '../../worker/schema/profile/field-profile'
import type { FieldStatistics } from '../../worker/schema/profile/field-statistics'

/** The state between two deliveries. */
export type StoredProfilesState = { lines: number; profiles: Record<string, ProfileState> }

type ProfiledColumn = { field: Field; at: number; profile: FieldProfile }

export class StoredProfiles {
  readonly #columns: readonly ProfiledColumn[]
  #lines: number

  /**
   * @param fields in the order of the values of a line
   * @param detected the types that the analysis has found: values that are not of another type leave their row out
   */
  constructor(fields: readonly Field[], detected: readonly DetectedField[], from?: StoredProfilesState) {
    const budget = { left: limits.schema.maxTrackedValuesInAll }
    this.#lines = from?.lines ?? 0
    const found = new Map(detected.map((field) => [field.key, field]))
    const leavesOutRows = fields.some((field) => {
      const asFound = found.get(field.key)
      const isRetyped = asFound && (asFound.type !== field.type || asFound.format !== (field.format ?? undefined))
      return (isRetyped || field['x-transform']) && !emptiesInvalid(field)
    })
    this.#columns = fields.flatMap((field, at) => {
      const isTracked = leavesOutRows ? found.has(field.key) : emptiesInvalid(field)
      if (!isTracked) return []
      const saved = from?.profiles[field.key]
      return [{ field, at, profile: saved ? FieldProfile.fromJSON(saved, budget) : new FieldProfile(budget) }]
    })
  }

  /** Adds the values of a line as they are stored. */
  add(values: readonly StoredValue[]): void {
    this.#lines++
    for (const { field, at, profile } of this.#columns) profile.add(textOf(values[at], field.separator ?? ''))
  }

  state(): StoredProfilesState {
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
