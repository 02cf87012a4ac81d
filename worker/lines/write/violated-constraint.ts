/** `duplicateMessage`: the message of a violated uniqueness constraint, from the error of D1. Pure. */
import type { Field } from '../../schema/field'
import { ruleSentence } from '../../schema/line-error-texts'
import { columnExpression } from '../storage/editable-columns'
import { uniqueName } from '../storage/table-names'
import type { WriteSchema } from './write-schema'

/** Undefined for other errors. */
export function duplicateMessage(
  writeSchema: Pick<WriteSchema, 'constraints' | 'pointer' | 'fields'>,
  error: unknown,
): string | undefined {
  const errorText =
    error instanceof Error
      ? /UNIQUE constraint failed: ([^;\n]*?)(?::? SQLITE_CONSTRAINT.*)?$/m.exec(error.message)?.[1]
      : undefined
  if (errorText === undefined) return undefined
  const { run, layout } = writeSchema.pointer
  const columns = errorText
    .split(', ')
    .map((name) => name.replace(/^.*\./, '').trim())
    .join()
  const violated = writeSchema.constraints.find(
    ({ properties }, number) =>
      errorText.includes(uniqueName(run, number)) ||
      properties.map((key) => columnExpression(layout, key)).join() === columns,
  )
  return violated && duplicateSentence(violated.properties, writeSchema.fields)
}

/** The message for lines with the same values of some fields, which it names by title or key. */
export function duplicateSentence(keys: readonly string[], fields: readonly Field[]): string {
  const titles = keys.map((key) => fields.find((field) => field.key === key)?.title || key)
  const rule = titles.length === 1 ? 'unique' : titles.length === 2 ? 'uniquePair' : 'uniqueSet'
  return ruleSentence(rule, { columns: titles.join(' + ') })
}
