/**
 * `observed`: the `x-cardinality` and `enum` of a field, from the statistics of its column.
 */
import { limits } from '../../limits'
import { capabilityOn } from '../capabilities'
import { coercion, type Scalar } from '../coerce'
import { isCoordinate } from '../concepts'
import type { Field } from '../field'
import type { FieldStatistics } from './field-statistics'

export type FieldObservations = { 'x-cardinality'?: number; enum?: Scalar[] }

/** A field without its `x-cardinality` and `enum`. */
export function withoutObserved({ enum: _, 'x-cardinality': __, ...field }: Field): Field {
  // The members that the schema requires are lost in the rest of a type with an index signature.
  return { ...field, key: field.key, type: field.type }
}

/**
 * The observations of a column. `field` is a result of `withDetectedNotation`; values are counted as they are stored, so that `1`
 * and `1,0` are one. Empty for calculated and geographic fields, and where `values` is off. `lines` is the number of
 * lines.
 */
export function observed(field: Field, statistics: FieldStatistics, lines: number): FieldObservations {
  if (field['x-calculated'] || isCoordinate(field)) return {}
  if (!capabilityOn(field, 'values')) return {}
  if (!statistics.cardinalityExact) return { 'x-cardinality': statistics.cardinality }
  const coerce = coercion(field)
  const counts = new Map<Scalar, number>()
  for (const [text, count] of statistics.frequent) {
    const value = coerce(text)
    if (value === null || (typeof value === 'object' && 'refused' in value)) continue
    // A value that occurs twice in a cell counts as one line.
    for (const element of Array.isArray(value) ? new Set(value) : [value]) {
      counts.set(element, (counts.get(element) ?? 0) + count)
    }
  }
  const cardinality = counts.size
  const isListed =
    cardinality >= 1 &&
    cardinality <= limits.schema.maxEnum &&
    cardinality <= statistics.filled / 2 &&
    statistics.filled > lines * limits.schema.minEnumShare
  if (!isListed) return { 'x-cardinality': cardinality }
  const byFrequency = [...counts].sort((a, b) => b[1] - a[1])
  return { 'x-cardinality': cardinality, enum: byFrequency.map(([value]) => value) }
}
