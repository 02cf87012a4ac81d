/** The values of a draft as the page of the dataset will show them: those of the columns whose type is chosen. Pure. */
import { coercion, isRefused } from '../../../schema/coerce'
import { ExpressionError } from '../../../schema/expression'
import { emptiesInvalid, transformation } from '../../../schema/expression/transformation'
import type { DetectedField, Field } from '../../../schema/field'
import { withDetectedNotation } from '../../../schema/merge-schema'
import { ownValue } from '../../../schema/own-value'
import { choiceOf } from '../corrections'

export type PublishedColumn = {
  /** With its chosen type. */
  field: Field
  /** From a value of the draft to the value that is published: `null` for one that is not of the type. */
  publish: (value: unknown) => unknown
  /** Whether values that are not of the type leave their rows out. */
  leavesOut: boolean
}

/** Whether a row of the draft is published. */
export const isPublished = (line: Record<string, unknown>, columns: Iterable<PublishedColumn>): boolean =>
  [...columns].every(({ field: { key }, publish, leavesOut }) => {
    const value = leavesOut ? ownValue(line, key) : undefined
    return value === undefined || value === null || publish(value) !== null
  })

/**
 * @param read the fields of the rows that the draft has
 * @param typed the same fields with their chosen types and notations
 * @param detected the columns of the file
 */
export function publishedColumns(
  read: readonly Field[],
  typed: readonly Field[],
  detected: readonly DetectedField[] | undefined,
): Map<string, PublishedColumn> {
  const columns = new Map(detected?.map((column) => [column.key, column]))
  return new Map(
    read.map((field, at) => {
      const chosen = typed[at] ?? field
      const publish = valueReader(field, chosen, columns.get(field.key))
      return [field.key, { field: chosen, publish, leavesOut: !emptiesInvalid(chosen) }]
    }),
  )
}

function valueReader(read: Field, typed: Field, column: DetectedField | undefined): PublishedColumn['publish'] {
  const isComputed = typed['x-transform']?.expr !== read['x-transform']?.expr
  if (choiceOf(read) === choiceOf(typed) && !isComputed) return (value) => value
  const { separator: _, ...written } = column ? withDetectedNotation(typed, column) : typed
  const coerce = coercion(written)
  const transform = isComputed ? transformation(written) : undefined
  return (value) => {
    if (value === undefined || value === null || typeof value === 'object') return value
    try {
      const text = String(value)
      const published = coerce(transform ? transform(text.trim()) : text)
      return isRefused(published) ? null : published
    } catch (error) {
      if (error instanceof ExpressionError) return null
      throw error
    }
  }
}
