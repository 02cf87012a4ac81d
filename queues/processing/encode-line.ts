/** Encodes a record of a file as a row of its table. Pure, and called once per line: lookups are done at compilation. */

import type { StoredProblem } from '../../worker/errors'
import type { FileRecord } from '../../worker/formats/record-reader'
import {
  type Bounds,
  compileLocation,
  type LinePosition,
  locationFields,
  type ProjectionCode,
} from '../../worker/geometry'
import {
  cellWriter,
  type FieldCells,
  type Layout,
  pushGeometry,
  type StoredValue,
  tableFields,
} from '../../worker/lines/storage'
import { addressField, attachmentAddress, attachmentField } from '../../worker/schema/attachment-fields'
import { coercion, isRefused } from '../../worker/schema/coerce'
import { emptiesInvalid } from '../../worker/schema/expression/transformation'
import type { DetectedField, Field } from '../../worker/schema/field'
import type { ColumnKey } from '../../worker/schema/keys/column-keys'
import { withDetectedNotation } from '../../worker/schema/merge-schema'
import { refusedCoordinates, refusedValue } from './refused-value'

/** A row in the order of `insertColumns`. */
export type EncodedRow = FieldCells
type EncodedLine = { row: EncodedRow; bounds: Bounds | undefined } | { refused: StoredProblem }

/** The parts of the encoding of a line: `values` are in the order of the layout. */
export type LineEncoder = {
  /** The fields in the order of the layout. */
  fields: readonly Field[]
  /** Reads the cells of a record. `values` is reused by the next call; `emptied`: the values that were read as empty cells. */
  read: (record: FileRecord) => { values: StoredValue[]; emptied?: StoredProblem[] } | { refused: StoredProblem }
  encode: (line: Pick<FileRecord, 'index' | 'line'>, values: StoredValue[]) => EncodedLine
}

/**
 * Compiles the encoder of a layout.
 *
 * @param form `fields` in the order of the layout; `columns`, the index of the cell of each field in a record; `detected`, how the
 *   file writes its values; `projection` of its coordinates and geometries, if any
 */
export function fileLineEncoder(
  layout: Layout,
  form: {
    fields: readonly Field[]
    columns: readonly ColumnKey[]
    detected: readonly DetectedField[]
    projection?: ProjectionCode | undefined
  },
): LineEncoder {
  const { columns, detected } = form
  const fields = tableFields(form.fields)
  const address = attachmentAddressOf(fields)
  const cellOf = new Map(columns.map((column) => [column.key, column.index]))
  const cells = fields.map((field) => (field['x-extension'] ? -1 : (cellOf.get(field.key) ?? -1)))
  const columnsRead = fields.map((field) => ({
    field,
    coerce: coercion(fieldAsRead(field, detected)),
    empties: emptiesInvalid(field),
  }))
  const located = layout.located ? locationFields(fields) : undefined
  const positionOf = located && compileLocation(located, form.projection)
  const values: StoredValue[] = fields.map(() => null)
  const writeCells = cellWriter(layout)

  return {
    fields,
    read: (record) => {
      let emptied: StoredProblem[] | undefined
      for (let i = 0; i < columnsRead.length; i++) {
        const column = columnsRead[i]
        if (!column) continue
        const raw = record.cells[cells[i] ?? -1] ?? ''
        const value = raw === '' ? null : column.coerce(raw)
        if (isRefused(value)) {
          const refused = refusedValue(column.field, { raw, line: record.line })
          if (!column.empties) return { refused }
          values[i] = null
          emptied = [...(emptied ?? []), refused]
        } else values[i] = value
      }
      return emptied ? { values, emptied } : { values }
    },
    encode: ({ index, line }, values) => {
      if (address) values[address.at] = attachmentAddress(values[address.of]) ?? null
      const position = positionOf ? positionOf(values) : null
      if (position && 'invalidField' in position) {
        return {
          refused: refusedCoordinates(fields[position.invalidField], {
            raw: String(values[position.invalidField]),
            line,
          }),
        }
      }
      const row: EncodedRow = [index]
      pushGeometry(row, layout, position)
      writeCells(values, row)
      return { row, bounds: position ? boundsOf(position) : undefined }
    },
  }
}

const boundsOf = ({ bounds, lat, lon }: LinePosition): Bounds => bounds ?? [lon, lat, lon, lat]

/** The index of the address of the attachment, and of the value with its path. */
function attachmentAddressOf(fields: readonly Field[]): { at: number; of: number } | undefined {
  const at = fields.findIndex(({ key }) => key === addressField)
  const named = attachmentField(fields)
  return at >= 0 && named ? { at, of: fields.indexOf(named) } : undefined
}

function fieldAsRead(field: Field, detected: readonly DetectedField[]): Field {
  const column = detected.find(({ key }) => key === field.key)
  return column ? withDetectedNotation(field, column) : field
}
