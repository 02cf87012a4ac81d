/** The columns of a dataset that are the inputs of an extension. Pure. */
import { problem } from '../../errors'
import { withCalculated } from '../../schema/calculated'
import { conceptOf } from '../../schema/concepts'
import type { Field } from '../../schema/field'
import type { ExtensionWithSource, Vocabulary } from './fields'

/**
 * The key of the column of each input, by its name: the one that the extension names, or the one with the concept of the input.
 *
 * @param fields the columns before the extension
 * @throws `extension-input-missing` without any input, or without a required one
 */
export function inputColumns(
  { extension, source, vocabulary }: ExtensionWithSource,
  fields: readonly Field[],
): Map<string, string> {
  const all = withCalculated(fields, 'file')
  const columns = new Map<string, string>()
  for (const { name, concept } of source.input) {
    const named = extension.inputs?.[name]
    const column =
      named === undefined ? columnWithConcept(concept, all, vocabulary) : all.find(({ key }) => key === named)
    if (column) columns.set(name, column.key)
  }
  const isMissing = columns.size === 0 || source.input.some(({ name, required }) => required && !columns.has(name))
  if (isMissing) {
    const concepts = source.input.map(({ name, concept }) => concept ?? name).join(', ')
    throw problem('extension-input-missing', { name: extension.propertyPrefix ?? extension.action, concepts })
  }
  return columns
}

/** The column with a concept: its identifiers are equivalent. */
export function columnWithConcept(
  concept: string | undefined,
  fields: readonly Field[],
  vocabulary: Vocabulary,
): Field | undefined {
  if (concept === undefined) return undefined
  const equivalent = new Set([
    concept,
    ...(conceptOf(concept)?.identifiers ?? []),
    ...vocabulary.filter((identifiers) => identifiers.includes(concept)).flat(),
  ])
  return fields.find((field) => equivalent.has(field['x-refersTo'] ?? ''))
}
