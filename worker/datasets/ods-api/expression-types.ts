import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../limits/units'
import type { CalendarUnit } from '../../lines/query/aggregate-request'
import type { Field } from '../../schema/field'

/** Units of `range` with a fixed length, in ms. */
export const durations = { millisecond: 1, second: SECOND_MS, minute: MINUTE_MS, hour: HOUR_MS } as const
export type PeriodUnit = CalendarUnit | keyof typeof durations
export const isDuration = (unit: PeriodUnit): unit is keyof typeof durations => unit in durations

/** A field, or a part of a date. */
export type OdsValue =
  | { is: 'field'; field: Field }
  | { is: 'format'; field: Field; pattern: string; asNumber: boolean }
  | { is: 'steps'; field: Field; step: number }
  /** Ranges between explicit bounds, `null` for an open end: numbers, or instants in ms. */
  | { is: 'between'; field: Field; bounds: readonly (number | null)[] }
  | { is: 'period'; field: Field; unit: PeriodUnit }
