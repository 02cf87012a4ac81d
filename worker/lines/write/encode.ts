/** Editable lines as rows of their table, and back. Pure; compiled once per description. */
import { compileLocation, locationFields, type ProjectionCode } from '../../geometry'
import { addressField, attachmentAddress, attachmentField, isAttachmentKey } from '../../schema/attachment-fields'
import type { Scalar } from '../../schema/coerce'
import type { Field } from '../../schema/field'
import { lineColumns } from '../storage/editable-columns'
import type { FieldPlacement, Layout } from '../storage/layout'
import { cellWriter, type FieldCells, pushGeometry, type StoredValue } from '../storage/row-encoder'
import type { WrittenLine } from './apply-operations'
import type { JsonObject, LineValue, StoredLine } from './line'

/** A row that is written (`unfit`: keys of values that do not fit their column): its offset, `lineColumns`, the position when the table has one, and the cells of the fields. */
export type EncodeLine = (
  line: Omit<WrittenLine, 'offset'> & { offset: number | null },
  unfit?: ReadonlySet<string>,
) => FieldCells

/** @param projection the projection of coordinates and geometries, if any */
export function editableLineEncoder(layout: Layout, fields: readonly Field[], projection?: ProjectionCode): EncodeLine {
  const byKey = new Map(fields.map((field) => [field.key, field]))
  const places = layout.places.flatMap((place) => {
    const field = byKey.get(place.key)
    return field ? { key: place.key, field } : []
  })
  const keys = new Set(places.map(({ key }) => key))
  const located = layout.located ? locationFields(places.map(({ field }) => field)) : undefined
  const positionOf = located && compileLocation(located, projection)
  const writeCells = cellWriter(layout)
  // The content of attachments follows the fields; a written line has only the address of its attachment.
  const addressAt = layout.places.findIndex(({ key }) => key === addressField)
  const attached = attachmentField(fields)?.key
  return (line, unfit) => {
    let misfits: Record<string, LineValue> | undefined
    const misfit = (key: string, value: LineValue) => {
      misfits ??= {}
      misfits[key] = value
    }
    const values = places.map(({ key, field }): StoredValue => {
      const value = line.values[key]
      if (value === undefined) return null
      const cell = unfit?.has(key) ? undefined : storable(value, field)
      if (cell === undefined) misfit(key, value)
      return cell ?? null
    })
    if (addressAt >= 0 && attached !== undefined) values[addressAt] = attachmentAddress(line.values[attached]) ?? null
    for (const key of Object.keys(line.values)) {
      const value = line.values[key]
      if (value !== undefined && !keys.has(key)) misfit(key, value)
    }
    const { id, updatedAt, updatedBy, updatedByName, owner, ownerName, created } = line
    const row: FieldCells = [line.offset, id, updatedAt, updatedBy ?? null, updatedByName ?? null]
    row.push(owner ?? null, ownerName ?? null, misfits ? JSON.stringify(misfits) : null, created ?? null)
    const position = positionOf ? positionOf(values) : null
    // An invalid position is stored in its fields, but not as a position.
    pushGeometry(row, layout, position && 'invalidField' in position ? null : position)
    writeCells(values, row)
    return row
  }
}

/** The value to store; undefined when it does not have the type of its field. */
function storable(value: LineValue, field: Field): StoredValue | undefined {
  if (field.separator) {
    return isList(value) && value.every((item) => storable(item, { ...field, separator: null }) !== undefined)
      ? [...value]
      : undefined
  }
  if (typeof value === 'object') return field.type === 'object' && !isList(value) ? JSON.stringify(value) : undefined
  switch (field.type) {
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined
    case 'integer':
      return Number.isSafeInteger(value) ? value : undefined
    case 'number':
      return typeof value === 'number' ? value : undefined
    default:
      return typeof value === 'string' ? value : undefined
  }
}

const isList = (value: LineValue): value is readonly Scalar[] => Array.isArray(value)

/** A row from D1. */
export type TableRow = { _i: number } & Record<string, unknown>
export type DecodeLine = (row: TableRow) => StoredLine

/** The columns that `lineDecoder` needs. */
export function decodedColumns(layout: Layout): string[] {
  const columns = layout.places.flatMap(({ key, column }) => (isAttachmentKey(key) ? [] : (column ?? [])))
  const more = layout.places.some((place) => place.more !== undefined) ? ['_more'] : []
  return ['_i', ...lineColumns, ...columns, ...more]
}

export function lineDecoder(layout: Layout, fields: readonly Field[]): DecodeLine {
  const byKey = new Map(fields.map((field) => [field.key, field]))
  const places = layout.places.flatMap((place) =>
    isAttachmentKey(place.key) ? [] : [{ place, field: byKey.get(place.key) }],
  )
  return (row) => {
    const more: unknown = typeof row._more === 'string' ? JSON.parse(row._more) : []
    const moreValues: unknown[] = Array.isArray(more) ? more : []
    const values: Record<string, LineValue> = Object.create(null)
    for (const { place, field } of places) {
      const stored = place.column === undefined ? moreValues[place.more ?? 0] : row[place.column]
      const value = decoded(stored, place, field)
      if (value !== undefined) values[place.key] = value
    }
    if (typeof row._misfits === 'string') Object.assign(values, JSON.parse(row._misfits))
    const line: StoredLine = { id: String(row._id), i: row._i, updatedAt: String(row._updatedAt), values }
    if (typeof row._created === 'number') line.created = row._created
    if (typeof row._updatedBy === 'string') line.updatedBy = row._updatedBy
    if (typeof row._updatedByName === 'string') line.updatedByName = row._updatedByName
    if (typeof row._owner === 'string') line.owner = row._owner
    if (typeof row._ownerName === 'string') line.ownerName = row._ownerName
    return line
  }
}

function decoded(stored: unknown, place: FieldPlacement, field: Field | undefined): LineValue | undefined {
  if (stored === null || stored === undefined) return undefined
  if (place.multiple) {
    const list: unknown = typeof stored === 'string' ? JSON.parse(stored) : stored
    // `editableLineEncoder` writes a JSON array of scalars.
    return Array.isArray(list) ? (list as Scalar[]) : undefined
  }
  if (field?.type === 'object' && typeof stored === 'string') return JSON.parse(stored) as JsonObject // written above
  if (field?.type === 'boolean') return stored === 1 || stored === true
  if (typeof stored === 'number' || typeof stored === 'string' || typeof stored === 'boolean') return stored
  return undefined
}
