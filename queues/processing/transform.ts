/** Values computed by the expression of their field from the cells of the file (`x-transform.expr`). */

import { problem } from '../../worker/errors'
import type { OnRecord, RecordReader } from '../../worker/formats/record-reader'
import { excerptOf } from '../../worker/schema/cut-text'
import { compile, ExpressionError, resultFor } from '../../worker/schema/expression'
import type { Field } from '../../worker/schema/field'
import type { KeyRules } from '../../worker/schema/renamed-columns'
import { keysOf } from './columns'

type Transform = { key: string; apply: (raw: string, line: number) => string }

/**
 * Wraps a consumer of records so that it receives transformed values. Without transforms, returns the consumer itself.
 */
export function transformed(reader: RecordReader, fields: readonly Field[], rules: KeyRules, each: OnRecord): OnRecord {
  const transforms = transformsOf(fields)
  if (transforms.length === 0) return each
  let transformsByColumn: { at: number; apply: Transform['apply'] }[] = []
  let headerCount = -1
  return (record) => {
    const headers = reader.headers ?? []
    // New keys of later objects of a JSON file are appended to the headers.
    if (headers.length !== headerCount) {
      const columns = keysOf(headers, rules)
      transformsByColumn = transforms.flatMap(({ key, apply }) => {
        const column = columns.find((column) => column.key === key)
        return column ? [{ at: column.index, apply }] : []
      })
      headerCount = headers.length
    }
    for (const { at, apply } of transformsByColumn) {
      const raw = record.cells[at]?.trim()
      if (raw) record.cells[at] = apply(raw, record.line)
    }
    each(record)
  }
}

function transformsOf(fields: readonly Field[]): Transform[] {
  return fields.flatMap((field) => {
    const { key, separator } = field
    const transform = field['x-transform']
    if (!transform?.expr) return []
    const evaluate = compile(transform.expr)
    const typed = { type: typeNamed(transform.type), separator }
    const apply = (raw: string, line: number) => {
      try {
        return String(resultFor(typed, evaluate(new Map([['value', raw]]))) ?? '')
      } catch (error) {
        if (!(error instanceof ExpressionError)) throw error
        throw problem('expression-failed', { column: key, line, reason: error.reason, value: excerptOf(raw) })
      }
    }
    return [{ key, apply }]
  })
}

/** Without a declared type the result is text, whose type is detected like that of any column. */
function typeNamed(name: string | null | undefined): Field['type'] {
  return name === 'integer' || name === 'number' || name === 'boolean' ? name : 'string'
}
