import type { Field } from '../../schema/field'

/** A field, or a part of a date. */
export type OdsValue =
  | { is: 'field'; field: Field }
  | { is: 'format'; field: Field; pattern: string; asNumber: boolean }
  | { is: 'steps'; field: Field; step: number }
  /** Ranges between explicit bounds, `null` for an open end: numbers, or instants in ms. */
  | { is: 'between'; field: Field; bounds: readonly (number | null)[] }
  | { is: 'period'; field: Field; unit: 'day' | 'month' | 'year' | 'hour' | 'minute' }
