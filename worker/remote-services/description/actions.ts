/** The actions of an API: its operations with `x-operationType`. Pure. */
import { problem } from '../../errors'
import { limits } from '../../limits'
import { cutText } from '../../schema/cut-text'
import { type JsonObject, listOf, nonEmptyText, objectOf, resolveReferences } from '../../schema/json-reference'
import { type Collection, collectionIn } from './body-format'
import { inlined } from './output-schema'
import { propertiesOf, schemaType } from './properties'

export type Input = {
  name: string
  concept: string
  in: 'query' | 'path' | 'header' | 'cookie' | 'body'
  required: boolean
  title?: string
  description?: string
}

export type Output = {
  name: string
  concept?: string
  type: string
  format?: string
  title?: string
  description?: string
  separator?: string
  enum?: unknown[]
  'x-labels'?: Record<string, string>
  'x-capabilities'?: Record<string, boolean>
}

export type Action = {
  id: string
  operation: { method: string; path: string }
  /** `x-operationType`. */
  type: string
  summary: string
  description?: string
  input: Input[]
  output: Output[]
  /** The body is a list of lines; the same for the response. */
  inputCollection: boolean
  outputCollection: boolean
  inputBodyTypes: string[]
  outputBodyTypes: string[]
  /** JSON Schema of the response; left out when it is too large. */
  outputSchema?: JsonObject
  /** Whether it enriches lines. */
  canUse: boolean
  /** Largest number of lines of a body, where the description has one. */
  maxLines?: number
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const
const { maxActions, maxInputs, maxOutputs, maxTextChars, maxActionsBytes, maxOutputSchemaBytes } = limits.remoteServices

/** The actions of a valid description. @throws `description-too-large` */
export function actionsOf(document: JsonObject): Action[] {
  const actions: Action[] = []
  let bytes = 0
  let schemaBytes = 0
  for (const [path, item] of Object.entries(objectOf(document.paths))) {
    const pathItem = resolveReferences(document, item)
    for (const method of methods) {
      const operation = objectOf(pathItem[method])
      const type = nonEmptyText(operation['x-operationType'])
      if (type === undefined) continue
      const shared = listOf(pathItem.parameters)
      const action = actionIn(document, { method, path, operation, type, shared })
      bytes += JSON.stringify(action).length
      const schema = outputSchemaIn(document, operation)
      schemaBytes += JSON.stringify(schema ?? {}).length
      actions.push({ ...action, ...(schema && schemaBytes <= maxOutputSchemaBytes ? { outputSchema: schema } : {}) })
      if (actions.length > maxActions || bytes > maxActionsBytes) {
        throw problem('description-too-large', { actions: maxActions, max: maxActionsBytes })
      }
    }
  }
  return actions
}

/** Whether an action searches: the interface of data-fair names the type with its IRI, or by its last word. */
export const isSearch = ({ type }: Pick<Action, 'type'>): boolean => /(^|[/#])Search(Action)?$/.test(type)

/** The concept of what identifies a line within a list. */
const identifierConcepts: ReadonlySet<string> = new Set([
  'http://schema.org/identifier',
  'https://schema.org/identifier',
])
export const isIdentifier = ({ concept = '' }: { concept?: string }): boolean => identifierConcepts.has(concept)

/** Whether an action enriches lines: it searches, and takes and returns lists of lines with identifiers, without a value in its path. */
function enriches(action: Omit<Action, 'canUse'>): boolean {
  const { input, output, operation, inputCollection, outputCollection } = action
  const isSent = /^(post|put|patch)$/.test(operation.method) && !operation.path.includes('{')
  const isMatched = input.some(isIdentifier) && output.some(isIdentifier)
  const takes = input.some((one) => one.in === 'body' && !isIdentifier(one))
  return isSent && isSearch(action) && inputCollection && outputCollection && isMatched && takes
}

type Found = { method: string; path: string; operation: JsonObject; type: string; shared: unknown[] }

function actionIn(document: JsonObject, { method, path, operation, type, shared }: Found): Action {
  const body = collectionIn(document, resolveReferences(document, operation.requestBody).content)
  const returned = returnedBy(document, operation)
  const summary = nonEmptyText(operation.summary) ?? nonEmptyText(operation.operationId) ?? `${method} ${path}`
  const action: Omit<Action, 'canUse'> = {
    id: nonEmptyText(operation.operationId) ?? method + path,
    operation: { method, path },
    type,
    summary: cutText(summary, maxTextChars),
    ...described(operation, ['description']),
    input: [...parametersOf(document, [...shared, ...listOf(operation.parameters)]), ...inputsOf(document, body)].slice(
      0,
      maxInputs,
    ),
    output: outputsOf(document, returned).slice(0, maxOutputs),
    inputCollection: body.isCollection,
    outputCollection: returned.isCollection,
    inputBodyTypes: body.types,
    outputBodyTypes: returned.types,
    ...(body.maxLines === undefined ? {} : { maxLines: body.maxLines }),
  }
  return { ...action, canUse: enriches(action) }
}

/** The body of the response of an operation that succeeds. */
function returnedBy(document: JsonObject, operation: JsonObject): Collection {
  const responses = objectOf(operation.responses)
  const response = resolveReferences(document, responses['200'] ?? responses['2XX'] ?? responses.default)
  return collectionIn(document, response.content)
}

const outputSchemaIn = (document: JsonObject, operation: JsonObject): JsonObject | undefined =>
  inlined(document, returnedBy(document, operation).schema)

const places = ['query', 'path', 'header', 'cookie'] as const

/** Parameters with a concept. Those of the operation override those of its path. */
function parametersOf(document: JsonObject, parameters: unknown[]): Input[] {
  const byName = new Map<string, Input>()
  for (const reference of parameters) {
    const parameter = resolveReferences(document, reference)
    const concept =
      nonEmptyText(parameter['x-refersTo']) ?? nonEmptyText(resolveReferences(document, parameter.schema)['x-refersTo'])
    const name = nonEmptyText(parameter.name)
    const place = places.find((one) => one === parameter.in)
    if (!concept || !name || !place) continue
    const isRequired = parameter.required === true
    byName.set(`${place} ${name}`, { name, concept, in: place, required: isRequired, ...described(parameter) })
  }
  return [...byName.values()]
}

function inputsOf(document: JsonObject, { line }: Collection): Input[] {
  const { properties, required } = propertiesOf(document, line)
  return Object.entries(properties).flatMap(([name, property]) => {
    const concept = nonEmptyText(property['x-refersTo'])
    return concept ? [{ name, concept, in: 'body' as const, required: required.has(name), ...described(property) }] : []
  })
}

function outputsOf(document: JsonObject, { line }: Collection): Output[] {
  return Object.entries(propertiesOf(document, line).properties).map(([name, property]) => {
    const concept = nonEmptyText(property['x-refersTo'])
    const isList = schemaType(property) === 'array'
    const value = isList ? resolveReferences(document, property.items) : property
    const format = nonEmptyText(value.format)
    return {
      name,
      ...(concept ? { concept } : {}),
      type: schemaType(value),
      ...(format ? { format } : {}),
      ...described(property),
      ...(isList ? { separator: nonEmptyText(property.separator) ?? ';' } : {}),
      ...(Array.isArray(value.enum) && value.enum.length <= limits.schema.maxEnum ? { enum: value.enum } : {}),
      ...mapOf(property, 'x-labels', 'string'),
      ...mapOf(property, 'x-capabilities', 'boolean'),
    }
  })
}

/** The texts of a part of a description, cut. */
function described<Name extends 'title' | 'description'>(
  part: JsonObject,
  names: readonly Name[] = ['title', 'description'] as Name[], // all of them
): Partial<Record<Name, string>> {
  const texts = names.flatMap((name) => {
    const text = nonEmptyText(part[name])
    return text === undefined ? [] : [[name, cutText(text, maxTextChars)]]
  })
  // The keys are among `names`.
  return Object.fromEntries(texts) as Partial<Record<Name, string>>
}

/** A member that maps names to values of one type. */
function mapOf<Name extends 'x-labels' | 'x-capabilities', Value extends 'string' | 'boolean'>(
  property: JsonObject,
  name: Name,
  valueType: Value,
): Partial<Record<Name, Record<string, Value extends 'string' ? string : boolean>>> {
  const entries = Object.entries(objectOf(property[name])).filter(([, value]) => typeof value === valueType)
  // The values were just filtered by their type.
  return (entries.length > 0 ? { [name]: Object.fromEntries(entries) } : {}) as ReturnType<typeof mapOf<Name, Value>>
}
