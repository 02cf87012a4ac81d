/** Values computed by the expression of their field from the cells of the file (`x-transform.expr`). */

import type { StoredProblem } from '../../worker/errors'
import type { FileRecord, RecordReader } from '../../worker/formats/record-reader'
import { coercion, isRefused } from '../../worker/schema/coerce'
import {
  emptiesInvalid,
  leavesOutInvalid,
  transformation,
  transformationProblem,
} from '../../worker/schema/expression/transformation'
import type { Field } from '../../worker/schema/field'
import type { KeyRules } from '../../worker/schema/keys/renamed-columns'
import { keysOf } from './describe-columns'
import { refusedValue } from './refused-value'

/** A record whose cells are computed. `emptied`: the values that could not be, in columns that read them as empty cells. */
export type ComputedRecord = FileRecord & { emptied?: StoredProblem[] }

/** The text of a cell, or the reason why it is empty. */
type Compute = (raw: string, line: number) => string | StoredProblem

/**
 * Wraps a consumer of records so that it receives transformed values. Without transforms, returns the consumer itself.
 */
export function transformCells(
  reader: RecordReader,
  fields: readonly Field[],
  rules: KeyRules,
  each: (record: ComputedRecord) => void,
): (record: FileRecord) => void {
  const transforms = fields.flatMap((field) => {
    const compute = computation(field)
    return compute ? [{ key: field.key, compute }] : []
  })
  if (transforms.length === 0) return each
  let transformsByColumn: { at: number; compute: Compute }[] = []
  let headerCount = -1
  return (record) => {
    const headers = reader.headers ?? []
    // New keys of later objects of a JSON file are appended to the headers.
    if (headers.length !== headerCount) {
      const columns = keysOf(headers, rules)
      transformsByColumn = transforms.flatMap(({ key, compute }) => {
        const column = columns.find((column) => column.key === key)
        return column ? [{ at: column.index, compute }] : []
      })
      headerCount = headers.length
    }
    const emptied: StoredProblem[] = []
    for (const { at, compute } of transformsByColumn) {
      const raw = record.cells[at]?.trim()
      if (!raw) continue
      const computed = compute(raw, record.line)
      record.cells[at] = typeof computed === 'string' ? computed : ''
      if (typeof computed !== 'string') emptied.push(computed)
    }
    each(emptied.length > 0 ? { ...record, emptied } : record)
  }
}

function computation(field: Field): Compute | undefined {
  const transform = transformation(field)
  if (!transform) return undefined
  const empties = emptiesInvalid(field)
  const leavesOut = leavesOutInvalid(field)
  const coerce = coercion(field)
  return (raw, line) => {
    try {
      return transform(raw)
    } catch (error) {
      const failed = transformationProblem(error, { key: field.key, line, raw })
      if (empties) return refusedValue(field, { raw, line })
      // The writer of lines refuses it, with its row.
      if (leavesOut && isRefused(coerce(raw))) return raw
      throw failed
    }
  }
}
