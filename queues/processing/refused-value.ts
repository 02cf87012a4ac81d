import type { StoredProblem } from '../../worker/errors'
import { expectedType } from '../../worker/schema/coerce'
import { excerptOf } from '../../worker/schema/cut-text'
import type { Field } from '../../worker/schema/field'

/** A cell of the file: its text, and the line where its record starts. */
type Cell = { raw: string; line: number }

/** The problem of a value that is not of the type of its field. */
export function refusedValue(field: Field, cell: Cell): StoredProblem {
  return { code: 'line-value-refused', params: { ...cellParams(field, cell), type: expectedType(field) } }
}

/** The problem of a value that is not a geometry or a coordinate. */
export function refusedCoordinates(field: Field | undefined, cell: Cell): StoredProblem {
  return { code: 'line-place-refused', params: cellParams(field, cell) }
}

function cellParams(field: Field | undefined, { raw, line }: Cell) {
  return { line, value: excerptOf(raw), column: field?.['x-originalName'] ?? field?.key ?? '' }
}
