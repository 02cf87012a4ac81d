import type { Dataset, Metadata } from '../../datasets'
import { DAY_MS } from '../../limits/units'

/** How often a dataset is expected to change. Irregular ones are never late. */
export const frequencyMs: Partial<Record<NonNullable<Metadata['frequency']>, number>> = {
  triennial: 3 * 365 * DAY_MS,
  biennial: 2 * 365 * DAY_MS,
  annual: 365 * DAY_MS,
  semiannual: 183 * DAY_MS,
  threeTimesAYear: 122 * DAY_MS,
  quarterly: 92 * DAY_MS,
  bimonthly: 61 * DAY_MS,
  monthly: 31 * DAY_MS,
  semimonthly: 16 * DAY_MS,
  biweekly: 14 * DAY_MS,
  threeTimesAMonth: 11 * DAY_MS,
  weekly: 7 * DAY_MS,
  semiweekly: 4 * DAY_MS,
  threeTimesAWeek: 3 * DAY_MS,
  daily: DAY_MS,
  continuous: DAY_MS,
}

/** When the data last changed, and whether it should have changed since: with half of its period in grace. */
export function freshnessOf(
  { metadata, published, updatedAt }: Pick<Dataset, 'metadata' | 'published' | 'updatedAt'>,
  now: Date,
): { changedAt: string; isLate: boolean } {
  const changedAt = metadata.modified ?? published.dataUpdatedAt ?? updatedAt
  const expected = metadata.frequency ? frequencyMs[metadata.frequency] : undefined
  return { changedAt, isLate: expected !== undefined && now.getTime() - Date.parse(changedAt) > expected * 1.5 }
}
