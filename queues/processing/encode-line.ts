/** A record of a file as the row that the store inserts. Pure, and called once per line: nothing here is looked up twice. */
import type { StoredProblem } from '../../worker/errors'
import type { Layout } from '../../worker/lines/layout'
import { insertColumns } from '../../worker/lines/store'
import { type CellValue, coercion, epochMs, type Refused, refusalOf } from '../../worker/schema/coerce'
import type { DetectedField, Field } from '../../worker/schema/field'
import type { ColumnKey } from '../../worker/schema/keys'
import { asRead } from '../../worker/schema/merge'
import type { FileRecord } from '../readers/reader'
import { positionFields, positionOf } from './position'

/** A row in the order of `insertColumns`. */
export type Row = (Exclude<CellValue, Refused> | Exclude<CellValue, Refused>[])[]
export type EncodedLine = { row: Row; position: readonly [number, number] | null } | { refused: StoredProblem }

/**
 * Compiles the encoder of a layout.
 *
 * @param form the fields of the layout in its order, where each one's text is in a record, and how the file writes it
 */
export function lineEncoder(
  layout: Layout,
  form: { fields: readonly Field[]; columns: readonly ColumnKey[]; detected: readonly DetectedField[] },
): (record: FileRecord) => EncodedLine {
  const { fields, columns, detected } = form
  const cellOf = new Map(columns.map((column) => [column.key, column.index]))
  const cells = fields.map((field) => cellOf.get(field.key) ?? -1)
  const coercions = fields.map((field) => coercion(readForm(field, detected)))
  const located = layout.located ? positionFields(fields) : undefined
  const values: Exclude<CellValue, Refused>[] = fields.map(() => null)
  const slots = physicalSlots(layout)

  return (record) => {
    for (let i = 0; i < coercions.length; i++) {
      const raw = record.cells[cells[i] ?? -1] ?? ''
      const value = raw === '' ? null : (coercions[i]?.(raw) ?? null)
      if (isRefused(value)) return { refused: refusal(fields[i], raw, record.line) }
      values[i] = value
    }
    const position = located ? positionOf(located, values) : null
    if (position === undefined && located) {
      const at = 'latLon' in located ? located.latLon : located.latitude
      return { refused: refusal(fields[at], String(values[at]), record.line) }
    }
    const row: Row = [record.index]
    if (layout.located) row.push(position?.[0] ?? null, position?.[1] ?? null)
    for (const { value, instant } of slots.columns)
      row.push(instant ? instantOf(values[value]) : (values[value] ?? null))
    if (slots.more.length > 0) row.push(slots.more.map((at) => values[at] ?? null))
    return { row, position: position ?? null }
  }
}

/** Which value goes where, in the order of `insertColumns` (checked once per run). */
function physicalSlots(layout: Layout): { columns: { value: number; instant: boolean }[]; more: number[] } {
  const byName = new Map<string, { value: number; instant: boolean }>()
  const more: number[] = []
  for (const [value, place] of layout.places.entries()) {
    if (place.column) byName.set(place.column, { value, instant: false })
    if (place.instant) byName.set(place.instant, { value, instant: true })
    if (place.more !== undefined) more[place.more] = value
  }
  const columns = insertColumns(layout).flatMap((name) => byName.get(name) ?? [])
  return { columns, more }
}

function readForm(field: Field, detected: readonly DetectedField[]): Field {
  const column = detected.find(({ key }) => key === field.key)
  return column ? asRead(field, column) : field
}

function isRefused(value: CellValue): value is Refused {
  return typeof value === 'object' && value !== null && 'refused' in value
}

function instantOf(value: Exclude<CellValue, Refused> | undefined): number | null {
  const instant = typeof value === 'string' ? epochMs(value) : Number.NaN
  return Number.isNaN(instant) ? null : instant
}

function refusal(field: Field | undefined, raw: string, line: number): StoredProblem {
  return {
    code: 'line-value-refused',
    params: {
      line,
      value: raw.slice(0, 100),
      column: field?.['x-originalName'] ?? field?.key ?? '',
      type: field ? refusalOf(field).en : '',
    },
  }
}
