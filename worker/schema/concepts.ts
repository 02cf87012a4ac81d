/** `conceptOf`, `vocabulary`, `stringConcepts` and `roleOf`: what the identifiers of `x-refersTo` mean. */
import type { Language } from '../errors'
import type { Field } from './field'
import { type Concept, concepts } from './vocabulary'

export type { Concept } from './vocabulary'

/** One row of `GET /vocabulary`, its texts in one language. */
type VocabularyEntry = {
  id: string
  title: string
  description: string
  identifiers: readonly string[]
  type: 'string' | 'number'
  format?: 'date-time'
  tag: string
}

const roles = [
  ...(['latitude', 'longitude', 'latLon', 'geometry', 'coordX', 'coordY', 'geometryProj'] as const),
  ...(['date', 'startDate', 'endDate', 'attachment', 'image', 'label', 'description'] as const),
] as const
/** The concepts that change how the service treats a field. */
export type ConceptRole = (typeof roles)[number]

const byIdentifier = new Map(
  concepts.flatMap((concept) => concept.identifiers.map((identifier): [string, Concept] => [identifier, concept])),
)
const roleById = new Map<string, ConceptRole>(roles.map((role) => [role, role]))

/** The concept one of whose identifiers this is. */
export function conceptOf(identifier: string): Concept | undefined {
  return byIdentifier.get(identifier)
}

export const conceptById = (id: string | undefined): Concept | undefined =>
  concepts.find((concept) => concept.id === id)

/** Identifier of the concept of a field, `city` for instance. */
export function conceptIdOf(field: Field): string | undefined {
  return conceptOf(field['x-refersTo'] ?? '')?.id ?? field['x-concept']?.id
}

/** Whether the values of a field are Markdown. */
export const isMarkdown = (field: Field): boolean =>
  field['x-display'] === 'markdown' || conceptIdOf(field) === 'description'

/** The role of fields that refer to this identifier. */
export function roleOf(identifier: string): ConceptRole | undefined {
  return roleById.get(byIdentifier.get(identifier)?.id ?? '')
}

const coordinateRoles: ReadonlySet<ConceptRole | undefined> = new Set([
  'latitude',
  'longitude',
  'geometry',
  'geometryProj',
])

/** Whether the values of a field are a latitude, a longitude or a geometry. Their distinct values are not counted. */
export const isCoordinate = (field: Field): boolean => coordinateRoles.has(roleOf(field['x-refersTo'] ?? ''))

/** The fields that carry a temporal concept. */
export function datedFields(fields: readonly Field[]): Field[] {
  return fields.filter((field) => {
    const role = field['x-refersTo'] ? roleOf(field['x-refersTo']) : undefined
    return role === 'date' || role === 'startDate' || role === 'endDate'
  })
}

/** Identifiers that make a field a string, whatever its values look like: codes such as `01` are not numbers. */
export const stringConcepts: ReadonlySet<string> = new Set(
  concepts.filter(({ type }) => type === 'string').flatMap(({ identifiers }) => identifiers),
)

/**
 * The field with the type that its concept requires: text values make it a string, of the format of the concept if it has one. Dates
 * are accepted where a concept expects date-times.
 */
export function typedByConcept(field: Field): Field {
  const identifier = field['x-refersTo']
  if (!identifier || !stringConcepts.has(identifier)) return field
  const format = conceptOf(identifier)?.format
  if (!format || field.format === 'date') return { ...field, type: 'string' }
  return { ...field, type: 'string', format }
}

/** The title of a concept in pages. */
export function conceptTitle(concept: Concept, language: Language): string {
  return (language === 'en' && concept.englishTitle) || vocabularyTitle(concept, language)
}

/** The title of a concept in the API; French where there is no English one. */
export const vocabularyTitle = ({ title }: Concept, language: Language): string => title[language] || title.fr

/** All concepts in the order of the vocabulary, with plain texts in one language. */
export function vocabulary(language: Language): VocabularyEntry[] {
  return concepts.map((concept) => ({
    id: concept.id,
    title: vocabularyTitle(concept, language),
    description: concept.description[language] || concept.description.fr,
    identifiers: concept.identifiers,
    type: concept.type,
    ...(concept.format && { format: concept.format }),
    tag: concept.tag[language],
  }))
}
