import type { Field } from '../../schema/field'

/** A field, or a part of a date. */
export type Value =
  | { is: 'field'; field: Field }
  | { is: 'format'; field: Field; pattern: string; asNumber: boolean }
  | { is: 'steps'; field: Field; step: number }
  /** Between bounds that are said, `null` for none: numbers, or instants in ms. */
  | { is: 'between'; field: Field; bounds: readonly (number | null)[] }
  | { is: 'period'; field: Field; unit: 'day' | 'month' | 'year' | 'hour' | 'minute' }
