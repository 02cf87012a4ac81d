/** The concepts that the names of new columns suggest, as those of a file; they have no values yet. */
import { conceptById, conceptIdOf } from '../../schema/concepts'
import type { Field } from '../../schema/field'
import { proposals } from '../../schema/proposals/propose-concepts'
import type { View } from '../view'

const input = 'named-concepts'

/** The choice in a new form. */
export const namedConcepts = { [input]: 'true' }

export function NamedConcepts({ view, isChosen }: { view: View; isChosen: boolean }) {
  return (
    <label class="choice">
      <input type="checkbox" name={input} value="true" checked={isChosen} />
      <span>{view.say('namedConcepts')}</span>
    </label>
  )
}

export const usesNamedConcepts = (form: URLSearchParams): boolean => form.has(input)

/** Any number is a value of them. */
const unread = { filled: 0, cardinality: 0, min: 0, max: 0 }

/** A longitude that is added places the rows with a latitude that was there. */
const isPlace = (id: string): boolean => id === 'latitude' || id === 'longitude'

/** A schema whose new columns have the concepts that their names suggest. @param taken keys of the other columns */
export function withNamedConcepts(schema: readonly Field[], taken: readonly string[] = []): Field[] {
  const former = new Set(taken)
  const had = new Set(schema.map(conceptIdOf))
  const columns = schema.filter((field) => !field['x-calculated'] && !field['x-extension'])
  const proposed = proposals(columns.map((field) => ({ field, statistics: unread, values: [] })))
  const isPlaced = schema.some(({ key }) => !former.has(key) && isPlace(proposed.get(key)?.concept ?? ''))
  return schema.map((field) => {
    const id = proposed.get(field.key)?.concept
    const concept = conceptById(id)
    if (id === undefined || !concept || had.has(id)) return field
    if (former.has(field.key) && !(isPlaced && isPlace(id))) return field
    return { ...field, 'x-refersTo': concept.identifiers[0] ?? null }
  })
}
