import type { Metadata } from '../../datasets'

const dayMs = 86_400_000

/** How often a dataset is expected to change. Irregular ones are never late. */
export const frequencyMs: Partial<Record<NonNullable<Metadata['frequency']>, number>> = {
  triennial: 3 * 365 * dayMs,
  biennial: 2 * 365 * dayMs,
  annual: 365 * dayMs,
  semiannual: 183 * dayMs,
  threeTimesAYear: 122 * dayMs,
  quarterly: 92 * dayMs,
  bimonthly: 61 * dayMs,
  monthly: 31 * dayMs,
  semimonthly: 16 * dayMs,
  biweekly: 14 * dayMs,
  threeTimesAMonth: 11 * dayMs,
  weekly: 7 * dayMs,
  semiweekly: 4 * dayMs,
  threeTimesAWeek: 3 * dayMs,
  daily: dayMs,
  continuous: dayMs,
}
