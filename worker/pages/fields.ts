import { type Dataset, presentSchema } from '../datasets'
import type { Language } from '../errors'
import { isErrorField } from '../schema/calculated'
import { conceptOf } from '../schema/concepts'
import type { Field } from '../schema/field'
import { nameOf } from '../schema/field'
import { typeset } from '../typography'
import { conceptText } from './concepts'
import type { View } from './view'

/** The fields of a dataset for pages: with their concepts and titles, calculated ones last. */
export function fieldsOf({ language }: View, dataset: Dataset): Field[] {
  return withReadableTitles(
    presentSchema(dataset, dataset.published, language).map((field) => printed(field, language)),
    language,
  )
}

/** A field with the texts of the service, which the API writes with straight apostrophes, as pages print them. */
function printed(field: Field, language: Language): Field {
  const { title, 'x-calculated': isCalculated, 'x-concept': concept } = field
  const known = conceptOf(field['x-refersTo'] ?? '')
  return {
    ...field,
    ...(isCalculated && title ? { title: typeset(title) } : {}),
    ...(concept
      ? { 'x-concept': { ...concept, title: known ? conceptText(known, language) : typeset(concept.title) } }
      : {}),
  }
}

/** Whether a field is a column that people count: neither calculated by the service, nor the error of an extension. */
const isColumn = (field: Field): boolean => !field['x-calculated'] && !isErrorField(field)

/** The number of columns of a schema, the same in all pages. */
export const columnCount = (schema: readonly Field[]): number => schema.filter(isColumn).length

/**
 * Fields with titles for those of extensions that have none: descriptions of services often name no output. Titles that
 * another field has are followed by the name of their extension.
 */
export function withReadableTitles(fields: readonly Field[], language: Language): Field[] {
  const taken = new Set(fields.map(nameOf))
  return fields.map((field) => {
    const [prefix = '', output] = splitKey(field.key)
    if (!field['x-extension'] || output === undefined || nameOf(field) !== field.key) return field
    const isOfDataset = field['x-extension'].startsWith('dataset:')
    const title = isOfDataset ? output : outputTitle(field, output, language)
    const isTaken = taken.has(title)
    taken.add(title)
    return { ...field, title: isTaken ? `${title} (${inWords(prefix)})` : title }
  })
}

/** The title of an output of a service, not of a dataset: that of its concept, its description if it is short, else its name in words. */
export function outputTitle(
  { description, ...field }: Pick<Field, 'description' | 'x-refersTo'>,
  name: string,
  language: Language,
): string {
  const concept = conceptOf(field['x-refersTo'] ?? '')
  if (concept) return conceptText(concept, language)
  return description && description.length <= titleChars ? description : inWords(name)
}

/** Longer descriptions are no titles. */
const titleChars = 60

/** `_coords.lat` as the name of its extension and that of its output. */
function splitKey(key: string): [string, string?] {
  const at = key.lastIndexOf('.')
  return at < 0 ? [key] : [key.slice(0, at), key.slice(at + 1)]
}

/** `postal_code` or `postalCode` as `Postal code`. */
function inWords(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)
    .replace(/[_.\s]+/g, ' ')
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
