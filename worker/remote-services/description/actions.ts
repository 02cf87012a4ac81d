/** The actions of an API: its operations with `x-operationType`. Pure. */
import { problem } from '../../errors'
import { limits } from '../../limits'
import { cutText } from '../../schema/cut-text'
import { type JsonObject, nonEmptyText, objectOf, resolveReferences } from '../../schema/json-reference'
import { type Collection, collectionIn, isJsonType, ndjson } from './body-format'
import { inlined } from './output-schema'
import { described, type Output, outputsOf } from './outputs'
import { type Constant, constantsOf, listedParameters, namesInPath, type Parameter, parametersIn } from './parameters'
import { propertiesOf } from './properties'
import { nestedOutputs } from './response-tree'

type Input = {
  name: string
  concept: string
  in: 'query' | 'path' | 'header' | 'cookie' | 'body'
  required: boolean
  title?: string
  description?: string
}

export type ServiceAction = {
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
  /** Values that a lookup always sends: those of required parameters with a single one. */
  constants?: Constant[]
}

export const methods = ['get', 'post', 'put', 'patch', 'delete'] as const
const { maxActions, maxInputs, maxOutputs, maxActionsBytes, maxOutputSchemaBytes } = limits.remoteServices

/** The actions of a valid description. @throws `description-too-large` */
export function actionsOf(document: JsonObject): ServiceAction[] {
  const actions: ServiceAction[] = []
  let bytes = 0
  let schemaBytes = 0
  for (const [path, item] of pathsIn(document)) {
    const pathItem = resolveReferences(document, item)
    for (const method of methods) {
      const operation = objectOf(pathItem[method])
      const type = nonEmptyText(operation['x-operationType'])
      if (type === undefined) continue
      const action = actionIn(document, { method, path, pathItem, operation, type })
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

/** The paths of a description. Without its slash, an extension of the specification (`x-…`) would continue the host of the server. */
export const pathsIn = (document: JsonObject): [path: string, item: unknown][] =>
  Object.entries(objectOf(document.paths)).filter(([path]) => path.startsWith('/'))

/** Whether an action searches: the interface of data-fair names the type with its IRI, or by its last word. */
export const isSearch = ({ type }: Pick<ServiceAction, 'type'>): boolean => /(^|[/#])Search(Action)?$/.test(type)

/** The concept of what identifies a line within a list. */
const identifierConcepts: ReadonlySet<string> = new Set([
  'http://schema.org/identifier',
  'https://schema.org/identifier',
])
export const isIdentifier = ({ concept = '' }: { concept?: string }): boolean => identifierConcepts.has(concept)

/** What an operation that takes a body lacks to enrich lists of lines: annotations, or lists in both directions. */
export type Lack = 'type' | 'path' | 'body' | 'response' | 'bodyIdentifier' | 'responseIdentifier' | 'concept'

export const takesBody = (method: string): boolean => /^(post|put|patch)$/.test(method)

function lacksIn(action: Described): Lack[] {
  const { input, output, operation, inputCollection, outputCollection } = action
  const given: Record<Lack, boolean> = {
    type: isSearch(action),
    path: !operation.path.includes('{'),
    body: inputCollection,
    response: outputCollection,
    bodyIdentifier: input.some(isIdentifier),
    responseIdentifier: output.some(isIdentifier),
    concept: input.some((one) => one.in === 'body' && !isIdentifier(one)),
  }
  // The names are those of the record.
  return (Object.keys(given) as Lack[]).filter((lack) => !given[lack])
}

/** What an operation of a description that takes a body lacks to enrich lists of lines. */
export function lacksOf(document: JsonObject, found: Omit<Found, 'type'>): Lack[] {
  const type = nonEmptyText(found.operation['x-operationType']) ?? ''
  return lacksIn(actionIn(document, { ...found, type }))
}

/** Whether an action enriches lists of lines: it takes and returns lists of lines with identifiers, without a value in its path. */
const enrichesLists = (action: Described): boolean => takesBody(action.operation.method) && lacksIn(action).length === 0

/** What makes an action a lookup, which enriches one line with each request; undefined when it is none. */
function lookupOf(document: JsonObject, found: Found, { input, operation }: Described) {
  const returned = returnedBy(document, found.operation)
  const takes = input.some((one) => one.in === 'query' || one.in === 'path')
  const parameters = parametersIn(document, ...listedParameters(found.pathItem, found.operation))
  const named = new Set(parameters.flatMap((one) => (one.in === 'path' ? one.name : [])))
  const isKnown = namesInPath(operation.path).every((name) => named.has(name))
  const constants = constantsOf(document, parameters)
  const output = nestedOutputs(document, returned.schema)
  const isJson = returned.type !== ndjson && isJsonType(returned.type)
  if (operation.method !== 'get' || !takes || !isKnown || !constants || !isJson || output.length === 0) return undefined
  return { output, ...(constants.length > 0 ? { constants } : {}) }
}

type Described = Omit<ServiceAction, 'canUse'>
type Found = { method: string; path: string; pathItem: JsonObject; operation: JsonObject; type: string }

function actionIn(document: JsonObject, found: Found): ServiceAction {
  const { method, path, pathItem, operation, type } = found
  const body = collectionIn(document, resolveReferences(document, operation.requestBody).content)
  const returned = returnedBy(document, operation)
  const parameters = parametersIn(document, ...listedParameters(pathItem, operation))
  const action: Described = {
    id: actionId(method, path, operation),
    operation: { method, path },
    type,
    summary: summaryOf(method, path, operation),
    ...described(operation, ['description']),
    input: [...parameters.flatMap(inputOf), ...inputsOf(document, body)].slice(0, maxInputs),
    output: outputsOf(document, returned).slice(0, maxOutputs),
    inputCollection: body.isCollection,
    outputCollection: returned.isCollection,
    inputBodyTypes: body.types,
    outputBodyTypes: returned.types,
    ...(body.maxLines === undefined ? {} : { maxLines: body.maxLines }),
  }
  if (!isSearch(action)) return { ...action, canUse: false }
  if (enrichesLists(action)) return { ...action, canUse: true }
  const lookup = lookupOf(document, found, action)
  return { ...action, ...lookup, canUse: lookup !== undefined }
}

export const actionId = (method: string, path: string, operation: JsonObject): string =>
  nonEmptyText(operation.operationId) ?? method + path

export const summaryOf = (method: string, path: string, operation: JsonObject): string =>
  cutText(
    nonEmptyText(operation.summary) ?? nonEmptyText(operation.operationId) ?? `${method} ${path}`,
    limits.remoteServices.maxTextChars,
  )

/** The body of the response of an operation that succeeds. */
export function returnedBy(document: JsonObject, operation: JsonObject): Collection {
  const responses = objectOf(operation.responses)
  const response = resolveReferences(document, responses[successOf(operation)])
  return collectionIn(document, response.content)
}

/** The key of the response of an operation that succeeds. */
export function successOf(operation: JsonObject): string {
  const responses = objectOf(operation.responses)
  return ['200', '2XX', 'default'].find((status) => responses[status] !== undefined) ?? '200'
}

const outputSchemaIn = (document: JsonObject, operation: JsonObject): JsonObject | undefined =>
  inlined(document, returnedBy(document, operation).schema)

/** A parameter with a concept as an input. */
const inputOf = ({ name, concept, in: place, required, source }: Parameter): Input[] =>
  concept ? [{ name, concept, in: place, required, ...described(source) }] : []

function inputsOf(document: JsonObject, { line }: Collection): Input[] {
  const { properties, required } = propertiesOf(document, line)
  return Object.entries(properties).flatMap(([name, property]) => {
    const concept = nonEmptyText(property['x-refersTo'])
    return concept ? [{ name, concept, in: 'body' as const, required: required.has(name), ...described(property) }] : []
  })
}
