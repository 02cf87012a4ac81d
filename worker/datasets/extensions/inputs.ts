/** The columns of a dataset that are the inputs of an extension. Pure. */
import { problem } from '../../errors'
import { withCalculated } from '../../schema/calculated'
import { conceptOf } from '../../schema/concepts'
import type { Field } from '../../schema/field'
import type { Sourced } from './fields'

/**
 * The key of the column of each input, by its name: the one that the extension names, or the one with the concept of the input.
 *
 * @param fields the columns before the extension
 * @throws `extension-input-missing` without any input, or without a required one
 */
export function inputColumns({ extension, source }: Sourced, fields: readonly Field[]): Map<string, string> {
  const all = withCalculated(fields, 'file')
  const columns = new Map<string, string>()
  for (const { name, concept } of source.input) {
    const named = extension.inputs?.[name]
    const column = all.find((field) => (named === undefined ? isOf(field, concept) : field.key === named))
    if (column) columns.set(name, column.key)
  }
  const isMissing = columns.size === 0 || source.input.some(({ name, required }) => required && !columns.has(name))
  if (isMissing) {
    const concepts = source.input.map(({ name, concept }) => concept ?? name).join(', ')
    throw problem('extension-input-missing', { name: extension.propertyPrefix ?? extension.action, concepts })
  }
  return columns
}

/** Whether a column has a concept: its identifiers are equivalent. */
function isOf(field: Field, concept: string | undefined): boolean {
  const own = field['x-refersTo']
  if (!own || concept === undefined) return false
  return own === concept || (conceptOf(own) !== undefined && conceptOf(own) === conceptOf(concept))
}
