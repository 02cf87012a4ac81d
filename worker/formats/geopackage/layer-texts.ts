/** `layerTexts`: a layer as the text of a GeoJSON file, a table of attributes as that of a CSV file. */
import { problem } from '../../errors'
import { csvRow } from '../csv/write-row'
import { type Feature, featureCollectionText } from '../geo/write-geojson'
import type { SqlRow } from '../sqlite/database'
import type { SqlValue } from '../sqlite/record'
import type { DefinedColumn } from '../sqlite/table-definition'
import { type Geometry, geometryOf, WkbError, WkbTypeError } from './geometry'
import type { Layer } from './open'

type LayerTexts = { extension: 'csv' | 'geojson'; texts: AsyncIterable<string> }

/** The texts throw `geopackage-invalid`, `geopackage-geometry-invalid`, `geopackage-geometry-unsupported` and `geopackage-row-too-large`. */
export function layerTexts(layer: Layer): LayerTexts {
  if (!layer.geometry) return { extension: 'csv', texts: rowsAsCsv(layer) }
  return { extension: 'geojson', texts: featureCollectionText(featuresOf(layer, layer.geometry)) }
}

async function* featuresOf(
  { name: table, table: { columns, rows } }: Layer,
  { column, project }: NonNullable<Layer['geometry']>,
): AsyncGenerator<Feature[]> {
  const geometryAt = columns.findIndex(({ name }) => name.toLowerCase() === column.toLowerCase())
  if (geometryAt < 0) throw problem('geopackage-invalid')
  const others = [...columns.entries()].filter(([at]) => at !== geometryAt)
  const geometryIn = ({ id, values }: SqlRow): Geometry | null => {
    const value = values[geometryAt]
    if (value === null) return null
    const row = { table, row: String(id) }
    if (!(value instanceof Uint8Array)) throw problem('geopackage-geometry-invalid', row)
    try {
      return geometryOf(value, project)
    } catch (error) {
      if (error instanceof WkbTypeError) throw problem('geopackage-geometry-unsupported', { ...row, type: error.type })
      if (error instanceof WkbError) throw problem('geopackage-geometry-invalid', row)
      throw error
    }
  }
  for await (const batch of rows()) {
    yield batch.map((row) => ({
      geometry: geometryIn(row),
      properties: Object.fromEntries(
        others.map(([at, definition]) => [definition.name, plain(row.values[at], definition)]),
      ),
    }))
  }
}

async function* rowsAsCsv({ table: { columns, rows } }: Layer): AsyncGenerator<string> {
  yield csvRow(columns.map(({ name }) => name))
  for await (const batch of rows()) {
    yield batch
      .map(({ values }) => csvRow(columns.map((column, at) => String(plain(values[at], column) ?? ''))))
      .join('')
  }
}

/** A value as JSON has it. Binary values are left out, and integers of more digits than a number has are texts. */
function plain(value: SqlValue | undefined, { type }: DefinedColumn): string | number | boolean | null {
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'number' && type === 'BOOLEAN') return value !== 0
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return typeof value === 'string' ? value : null
}
