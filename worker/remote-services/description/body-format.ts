/** The lines of a body: NDJSON, or a JSON array. Pure. */
import { type JsonObject, objectOf, resolveReferences } from '../../schema/json-reference'
import { schemaType } from './properties'

export type Collection = {
  /** The media type that is read. */
  type: string
  /** Media types of the body. */
  types: string[]
  /** The body is a list of lines. */
  isCollection: boolean
  /** The JSON Schema of one line, or of the body when it is not a list. */
  line: JsonObject
  /** The JSON Schema of the body. */
  schema: JsonObject
  maxLines: number | undefined
}

export const ndjson = 'application/x-ndjson'
const json = 'application/json'

/** Whether a media type is JSON, as `application/geo+json` is, or stands for all types. */
export const isJsonType = (type: string): boolean => /[/+]json\b|^\*\/\*/.test(type)

/** What the `content` of a body or of a response holds: NDJSON where it is offered, else JSON. */
export function collectionIn(document: JsonObject, content: unknown): Collection {
  const media = objectOf(content)
  const types = Object.keys(media)
  const chosen = [ndjson, json].find((type) => types.includes(type)) ?? types.find(isJsonType) ?? types[0] ?? ''
  const schema = resolveReferences(document, objectOf(media[chosen]).schema)
  const isArray = schemaType(schema) === 'array'
  return {
    type: chosen,
    types,
    isCollection: chosen === ndjson || isArray,
    schema,
    line: isArray ? resolveReferences(document, schema.items) : schema,
    maxLines: isArray && Number.isInteger(schema.maxItems) ? Number(schema.maxItems) : undefined,
  }
}
