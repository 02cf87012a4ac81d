/** The configuration of a map. Pure. */

import { type Dataset, type Field, fieldAt, hasRole, isReadable } from '../shared/application'
import { isMeasure } from '../shared/charting/column'
import { type Json, listOf, nonEmptyText, objectOf, oneOf, wholeOf } from '../shared/json'
import { type ClassMethod, classMethods } from '../shared/legends/classes'

export type Coloring =
  | { by: 'none' }
  | { by: 'category'; field: Field }
  | { by: 'number'; field: Field; classes: number; method: ClassMethod }

export type MapConfig = {
  label: Field | undefined
  /** Columns of the popup. */
  fields: Field[]
  coloring: Coloring
  isClustered: boolean
  hasSearch: boolean
  background: { tiles: string; attribution: string } | undefined
}

type Missing = 'category' | 'number' | 'places'

/** Columns of a popup when none is chosen. */
const usualFields = 6

export function mapOf(configuration: Json, dataset: Dataset): { map: MapConfig } | { missing: Missing[] } {
  const [data, display, background] = [configuration.data, configuration.display, configuration.background].map(
    objectOf,
  )
  if (!hasPlaces(dataset)) return { missing: ['places'] }
  const label = fieldAt(dataset, data?.label) ?? dataset.fields.find((field) => hasRole(field, 'label'))
  const coloring = coloringOf(data ?? {}, dataset)
  if (typeof coloring === 'string') return { missing: [coloring] }
  const chosen = listOf(data?.fields).flatMap((name) => fieldAt(dataset, name) ?? [])
  const usual = dataset.fields.filter((field) => field !== label && isReadable(field)).slice(0, usualFields)
  const tiles = nonEmptyText(background?.tiles)
  return {
    map: {
      label,
      fields: chosen.length > 0 ? chosen.filter((field) => field !== label) : usual,
      coloring,
      isClustered: data?.cluster !== false,
      hasSearch: display?.search !== false,
      background: tiles ? { tiles, attribution: nonEmptyText(background?.attribution) ?? '' } : undefined,
    },
  }
}

function coloringOf(data: Json, dataset: Dataset): Coloring | 'category' | 'number' {
  const by = oneOf(data.colorBy, ['none', 'category', 'number'])
  if (by === 'none') return { by }
  const field = fieldAt(dataset, data[by]) ?? (data[by] ? undefined : firstColored(by, dataset.fields))
  if (!field) return by
  if (by === 'category') return { by, field }
  return { by, field, classes: wholeOf(data.classes, 5, 3, 7), method: oneOf(data.method, classMethods) }
}

/** The column that colours while none is chosen: the first with few categories, or with quantities. */
const firstColored = (by: 'category' | 'number', fields: readonly Field[]): Field | undefined =>
  fields.find((field) => isReadable(field) && (by === 'category' ? field.values !== undefined : isMeasure(field)))

const calculated = new Set(['_geopoint', '_geoshape', '_geocorners'])

function hasPlaces({ bbox, fields }: Dataset): boolean {
  const isPlace = (field: Field) =>
    calculated.has(field.key) ||
    ['latitude', 'longitude', 'latLon', 'geometry', 'coordX'].some((role) => hasRole(field, role))
  return bbox !== undefined || fields.some(isPlace)
}
