import { addressField } from '../../schema/attachment-fields'
import { conceptIdOf } from '../../schema/concepts'
import { effectiveFormat, type Field } from '../../schema/field'
import { foldTestSql } from '../storage/fold-for-sorting'
import type { FieldPlacement, Layout, TablePointer } from '../storage/layout'
import type { Column, ColumnKind } from './column'
import { shortestNumberSql } from './number-text'
import { distanceSql, latitudeKey, longitudeKey, pointOfKey } from './position'
import type { LineSource } from './source'
import { literal } from './sql-text'

const plain = { multiple: false, separator: '', ascii: true, required: false, untruncated: true } as const

/** Concepts whose values are addresses: a truncated address is useless. */
const untruncatedConcepts: ReadonlySet<string> = new Set(['image', 'webPage', 'email', 'attachment'])

/**
 * Finds a key: a column of the service, or a field of the schema. A field that the table does not have is NULL in
 * every line. Undefined when there is no such key.
 */
export function columnOf(source: LineSource, key: string): Column | undefined {
  const system = systemColumn(source, key)
  if (system) return system
  const field = source.fields.find((candidate) => candidate.key === key)
  if (!field) return undefined
  const place = source.pointer.layout.places.find((candidate) => candidate.key === key)
  const column = fieldColumn(field, place)
  return place && key === addressField && !source.parts ? addressColumn(column, source) : column
}

/** The address of an attachment: only its path is stored. */
function addressColumn(column: Column, { attachmentAddress }: LineSource): Column {
  const { before = '', after = '' } = attachmentAddress ?? {}
  return { ...column, untruncated: true, sql: `(${literal(before)}||${column.sql}||${literal(after)})` }
}

/** The column of one table of a union; NULL when the table does not have it. */
export function partColumn(column: Column, source: LineSource): Column {
  const match = withoutMore(columnOf(source, column.key))
  if (match) return match
  const { instant: _, ...missing } = column
  return { ...missing, sql: 'NULL' }
}

/** The same column with its SQL alone, without its position in `_more`. */
export function withoutMore(column: Column | undefined): Column | undefined {
  if (!column) return undefined
  const { more: _, ...plain } = column
  return plain
}

/** Sorts lines in the order of their creation: each write of an editable line changes its `_i`. No field can have this key. */
export const creationKey = '_i:created'

/** The column of a system key (`_i`, `_id` …); undefined where the table has none. */
function systemColumn(source: LineSource, key: string): Column | undefined {
  const { pointer } = source
  switch (key) {
    case '_i':
      return { ...plain, key, kind: 'number', sql: 't._i', required: true }
    case creationKey:
      if (!pointer.layout.editable) return systemColumn(source, '_i')
      return { ...plain, key, kind: 'number', sql: 'coalesce(t._created,t._i)', required: true }
    case '_rand':
      return { ...plain, key, kind: 'number', sql: 't._rand', required: true }
    case '_id':
      return { ...plain, key, kind: pointer.layout.editable ? 'text' : 'line', sql: idSql(pointer), required: true }
    case '_updatedAt':
      if (!pointer.layout.editable) return undefined
      return { ...plain, key, kind: 'moment', sql: 't._updatedAt', instant: instantSql('t._updatedAt'), required: true }
    case '_updatedBy':
    case '_updatedByName':
    case '_owner':
    case '_ownerName':
      return pointer.layout.editable ? { ...plain, key, kind: 'text', sql: `t.${key}`, ascii: false } : undefined
    case '_score':
      return { ...plain, key, kind: 'score', sql: 'NULL' }
    case '_geopoint':
      if (!pointer.layout.located) return undefined
      return {
        ...plain,
        key,
        kind: 'text',
        sql: `(${shortestNumberSql('t._lat')})||','||(${shortestNumberSql('t._lon')})`,
      }
    case '_geoshape':
      return shapeColumn(pointer.layout)
    case '_geocorners':
      return pointer.layout.shaped === undefined ? undefined : { ...plain, key, kind: 'json', sql: cornersSql() }
    default:
      return pointer.layout.located ? positionColumn(key) : undefined
  }
}

/** The cleaned geometry: `_shape` where it differs from the stored text of the field. */
function shapeColumn({ places, shaped }: Layout): Column | undefined {
  const place = shaped === undefined ? undefined : places.find(({ key }) => key === shaped)
  if (!place) return undefined
  const storedSql = place.column === undefined ? `(t._more->>${place.more ?? 0})` : `t.${place.column}`
  // A text that is not a geometry has no bounding box.
  const sql = `iif(t._west IS NULL,NULL,coalesce(t._shape,${storedSql}))`
  return { ...plain, key: '_geoshape', kind: 'json', sql }
}

/** The ring of the bounding box, latitude before longitude. */
const cornersSql = (): string =>
  `iif(t._west IS NULL,NULL,json_array(${[
    ['_south', '_west'],
    ['_south', '_east'],
    ['_north', '_east'],
    ['_north', '_west'],
    ['_south', '_west'],
  ]
    .map(([lat, lon]) => `(${shortestNumberSql(`t.${lat}`)})||','||(${shortestNumberSql(`t.${lon}`)})`)
    .join(',')}))`

/** Numbers computed from the position of a line, under keys that no field can have. */
function positionColumn(key: string): Column | undefined {
  if (key === latitudeKey) return { ...plain, key, kind: 'number', sql: 't._lat' }
  if (key === longitudeKey) return { ...plain, key, kind: 'number', sql: 't._lon' }
  const point = pointOfKey(key)
  return point && { ...plain, key, kind: 'number', sql: distanceSql(point) }
}

/** A column whose values are compared without case and accents. */
export const foldedColumn = (column: Column): Column => ({ ...column, sql: foldTestSql(column.sql, column.ascii) })

/** `_id` of a line: stored with editable lines, otherwise `<run>-<_i>`. */
export const idSql = ({ run, layout }: TablePointer): string =>
  layout.editable ? 't._id' : `${literal(`${run}-`)}||t._i`

/** Epoch in ms of a stored ISO text, read by SQLite, offset included. */
const instantSql = (sql: string): string => `CAST(round(unixepoch(${sql},'subsec')*1000) AS INTEGER)`

function fieldColumn(field: Field, place: FieldPlacement | undefined): Column {
  const { key } = field
  const untruncated = untruncatedConcepts.has(conceptIdOf(field) ?? '') || effectiveFormat(field) !== undefined
  const shape = { key, ascii: place?.ascii === true, required: false, separator: field.separator ?? '', untruncated }
  const multiple = place?.multiple === true
  if (!place) return { ...shape, kind: kindOf(field), sql: 'NULL', multiple }
  if (place.column !== undefined) {
    const column: Column = { ...shape, kind: kindOf(field, place), sql: `t.${place.column}`, multiple }
    if (place.instant !== undefined) column.instant = `t.${place.instant}`
    return column
  }
  const more = place.more ?? 0
  const sql = `(t._more->>${more})`
  const column: Column = { ...shape, kind: kindOf(field, place), sql, more, multiple }
  // A field beyond the last column has no stored instant: SQLite reads the text, offset included.
  if (column.kind === 'moment') column.instant = instantSql(sql)
  return column
}

function kindOf(field: Field, place?: FieldPlacement): ColumnKind {
  if (field.type === 'boolean') return 'boolean'
  // A table that was written before its column became a number has texts, which are not numbers in JSON.
  const isText = place?.column !== undefined && place.affinity === 'TEXT' && place.multiple !== true
  if (field.type === 'integer' || field.type === 'number') return isText ? 'text' : 'number'
  if (field.type !== 'string') return 'text'
  if (field.format === 'date') return 'day'
  return field.format === 'date-time' && !place?.multiple ? 'moment' : 'text'
}

/** The field whose values are accounts, `user:<id>` or `organization:<id>[:<department>]`. */
export const accountField = (fields: readonly Field[]): Field | undefined =>
  fields.find((field) => conceptIdOf(field) === 'accountRef')
