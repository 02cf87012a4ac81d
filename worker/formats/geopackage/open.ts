/** `openGeopackage`: the layers of a GeoPackage (OGC 12-128r19), which are tables of an SQLite database. */
import { problem } from '../../errors'
import type { Projection } from '../../geometry'
import { limits } from '../../limits'
import { shortened } from '../../schema/cut-text'
import type { ByteSource } from '../archive/zip'
import { openDatabase, type Table } from '../sqlite/database'
import type { SqlValue } from '../sqlite/record'
import { readReferenceSystem } from './reference-system'

export type Layer = {
  name: string
  table: Table
  /** The column of geometries of a layer of features; absent from tables of attributes. */
  geometry?: { column: string; project: Projection }
}

/** The layer that was read: its 1-based position, and the first layers of its file. */
export type LayerRead = { number: number; names: string[]; count: number }

type Opened = { layer: Layer; read: LayerRead; isLogged: boolean }

/** `aspatial` is the name of attributes in files of GDAL before 2.2. */
const rowTypes: ReadonlySet<string> = new Set(['features', 'attributes', 'aspatial'])

/**
 * Opens a layer: by default the first with features, or else the first table with rows.
 *
 * @param number 1-based
 * @throws `geopackage-invalid`, `geopackage-other-database`, `geopackage-without-rows`, `geopackage-layer-missing`,
 *   `geopackage-table-unsupported`, `projection-unsupported`
 */
export async function openGeopackage(source: ByteSource, number?: number): Promise<Opened> {
  const { table, isLogged } = await openDatabase(source)
  const contents = table('gpkg_contents')
  if (!contents) throw problem('geopackage-other-database')
  const entries = await rowsOf(contents)
  const geometries = await rowsOf(table('gpkg_geometry_columns'))
  const listed = entries.filter(({ data_type }) => rowTypes.has(String(data_type)))
  const candidates = listed.map((entry) => {
    const name = String(entry.table_name)
    const column = entry.data_type === 'features' ? geometries.find(({ table_name }) => table_name === name) : undefined
    return { name, table: table(name), column }
  })
  const at = number === undefined ? await firstWithRows(candidates) : number - 1
  if (at === undefined) throw problem('geopackage-without-rows', { found: foundIn(entries) })
  const chosen = candidates[at]
  if (!chosen) throw problem('geopackage-layer-missing', { layer: number ?? 1, layers: candidates.length })
  const { name, column } = chosen
  if (!chosen.table) throw problem('geopackage-table-unsupported', { table: shortenedName(name) })
  if (await chosen.table.isEmpty()) throw problem('geopackage-without-rows', { found: shortenedName(name) })
  const project = column && readReferenceSystem(column.srs_id, await rowsOf(table('gpkg_spatial_ref_sys')))
  return {
    isLogged,
    layer: {
      name,
      table: chosen.table,
      ...(column && project ? { geometry: { column: String(column.column_name), project } } : {}),
    },
    read: {
      number: at + 1,
      names: candidates.slice(0, limits.geopackages.maxListedLayers).map((one) => shortenedName(one.name)),
      count: candidates.length,
    },
  }
}

type Candidate = { name: string; table: Table | null | undefined; column: object | undefined }

/** A table that cannot be read is chosen when no other can: its error says so. */
async function firstWithRows(candidates: readonly Candidate[]): Promise<number | undefined> {
  const filled: { at: number; isRead: boolean; isFeatures: boolean }[] = []
  for (const [at, { table, column }] of candidates.entries()) {
    if (table && (await table.isEmpty())) continue
    filled.push({ at, isRead: Boolean(table), isFeatures: Boolean(column) })
  }
  const first = (isRead: boolean, isFeatures: boolean) =>
    filled.find((one) => one.isRead === isRead && one.isFeatures === isFeatures)?.at
  return first(true, true) ?? first(true, false) ?? first(false, true) ?? first(false, false)
}

/** The rows of a small table, by the names of their columns. */
async function rowsOf(table: Table | null | undefined): Promise<Record<string, SqlValue>[]> {
  if (!table) return []
  const all: Record<string, SqlValue>[] = []
  for await (const rows of table.rows()) {
    for (const { values } of rows) {
      all.push(Object.fromEntries(table.columns.map(({ name }, at) => [name.toLowerCase(), values[at] ?? null])))
    }
    if (all.length > limits.geopackages.maxTables) throw problem('geopackage-invalid')
  }
  return all
}

const shortenedName = (name: string): string => shortened(name, limits.workbooks.maxSheetChars)

function foundIn(entries: readonly Record<string, SqlValue>[]): string {
  const names = entries.map(({ table_name, data_type }) => `${table_name}: ${data_type}`)
  return shortened(names.length === 0 ? '–' : names.join(', '), limits.files.maxQuotedChars)
}
