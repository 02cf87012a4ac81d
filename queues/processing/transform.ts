/** Values that an expression of their field computes from what the file holds (`x-transform.expr`, contract datasets §5.5). */
import { problem } from '../../worker/errors'
import type { OnRecord, RecordReader } from '../../worker/formats/record-reader'
import { compile, ExpressionError, resultFor } from '../../worker/schema/expression'
import type { Field } from '../../worker/schema/field'
import { columnKeys, type KeyAlgorithm } from '../../worker/schema/keys'

type Transform = { key: string; apply: (raw: string, line: number) => string }

/**
 * Puts the transforms of a schema before what takes the records of a reader: whatever comes after sees the values as if the
 * file held them. Without any, records pass as they are.
 */
export function transformed(
  reader: RecordReader,
  fields: readonly Field[],
  algorithm: KeyAlgorithm | undefined,
  each: OnRecord,
): OnRecord {
  const transforms = transformsOf(fields)
  if (transforms.length === 0) return each
  let placed: { at: number; apply: Transform['apply'] }[] = []
  let known = -1
  return (record) => {
    const headers = reader.headers ?? []
    // Keys that a JSON file shows later come after the others.
    if (headers.length !== known) {
      const { columns } = columnKeys(headers, algorithm)
      placed = transforms.flatMap(({ key, apply }) => {
        const column = columns.find((one) => one.key === key)
        return column ? [{ at: column.index, apply }] : []
      })
      known = headers.length
    }
    for (const { at, apply } of placed) {
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
        throw problem('expression-failed', { column: key, line, reason: error.message, value: raw.slice(0, 100) })
      }
    }
    return [{ key, apply }]
  })
}

/** What is not said is a text, whose type is found as that of any other. */
function typeNamed(name: string | null | undefined): Field['type'] {
  return name === 'integer' || name === 'number' || name === 'boolean' ? name : 'string'
}
