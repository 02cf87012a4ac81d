/**
 * Annotations that an administrator adds to an operation, so that it enriches lines: `x-operationType`, and concepts (`x-refersTo`) and
 * titles of parameters and properties. What they replace is kept beside them (`x-annotations`), so that they can be removed. Pure.
 */
import { z } from '@hono/zod-openapi'
import { problem } from '../../errors'
import { limits } from '../../limits'
import { type JsonObject, objectOf, resolveReferences } from '../../schema/json-reference'
import { returnedBy, successOf } from './actions'
import { isKey, listedParameters, type Parameter, parametersIn } from './parameters'
import { type ResponseNode, responseTree, valuesOf } from './response-tree'

const { maxInputs, maxOfferedOutputs, maxTextChars } = limits.remoteServices
const name = z.string().min(1).max(maxTextChars)
const concept = z.string().min(1).max(maxTextChars)
const parameterLocation = z.enum(['query', 'path'])

/** How an operation enriches lines. */
export const annotationSchema = z
  .strictObject({
    path: name.openapi({ example: '/cities/{code}' }),
    inputs: z
      .array(z.strictObject({ name, in: parameterLocation, concept }))
      .min(1)
      .max(maxInputs)
      .openapi({ description: 'Parameters that receive the value of a concept.' }),
    constants: z
      .array(z.strictObject({ name, in: parameterLocation, value: z.string().min(1).max(maxTextChars) }))
      .max(maxInputs)
      .default([])
      .openapi({ description: 'Parameters that are sent with one value.' }),
    outputs: z
      .array(z.strictObject({ name, title: z.string().max(maxTextChars).optional(), concept: concept.optional() }))
      .min(1)
      .max(maxOfferedOutputs)
      .openapi({ description: 'Properties of the response that are offered: `address.city` is within an object.' }),
  })
  .openapi('RemoteServiceAnnotation')
export type Annotation = z.infer<typeof annotationSchema>

const searchAction = 'http://schema.org/SearchAction'
/** Members of an operation that annotations replace. */
const replaced = ['x-operationType', 'parameters', 'responses'] as const
const keptSchema = z.looseObject({ annotation: annotationSchema, before: z.record(z.string(), z.unknown()) })

/** The key that a service adds to its requests: no parameter has to be sent for it. */
export type ServiceKey = { name: string; in: string } | undefined

/**
 * A description with an annotation, in the place of an earlier one.
 *
 * @throws `operation-unknown`, `operation-value-unknown`, `operation-parameter-missing`
 */
export function withAnnotation(annotated: JsonObject, annotation: Annotation, key?: ServiceKey): JsonObject {
  const document = withoutAnnotation(annotated, annotation.path)
  const pathItem = pathItemIn(document, annotation.path)
  const operation = objectOf(pathItem.get)
  if (pathItem.get === undefined) throw problem('operation-unknown', { path: annotation.path })
  const parameters = annotatedParameters(document, pathItem, { annotation, key })
  const before = Object.fromEntries(replaced.flatMap((one) => (one in operation ? [[one, operation[one]]] : [])))
  const get = {
    ...operation,
    'x-operationType': searchAction,
    parameters,
    responses: annotatedResponses(document, operation, annotation),
    'x-annotations': { annotation, before },
  }
  return withOperation(document, annotation.path, get)
}

/** A description without the annotation of a path; what is in the description itself stays. */
export function withoutAnnotation(document: JsonObject, path: string): JsonObject {
  const { 'x-annotations': kept, ...operation } = objectOf(pathItemIn(document, path).get)
  const { success, data } = keptSchema.safeParse(kept)
  if (!success) return document
  const others = Object.entries(operation).filter(([one]) => !replaced.some((member) => member === one))
  return withOperation(document, path, { ...Object.fromEntries(others), ...data.before })
}

/** The annotations of a description. */
export function annotationsIn(document: JsonObject): Annotation[] {
  return Object.keys(objectOf(document.paths)).flatMap((path) => {
    const kept = keptSchema.safeParse(objectOf(pathItemIn(document, path).get)['x-annotations'])
    return kept.success ? [kept.data.annotation] : []
  })
}

/** A description without any annotation. */
export const withoutAnnotations = (document: JsonObject): JsonObject =>
  annotationsIn(document).reduce((rest, { path }) => withoutAnnotation(rest, path), document)

/**
 * A newer description with the annotations of the earlier one, by path. Parameters and properties that are gone are left out; an operation
 * that is gone, or has none of them, is not annotated.
 */
export function reannotated(document: JsonObject, earlier: JsonObject, key?: ServiceKey): JsonObject {
  return annotationsIn(earlier).reduce((annotated, annotation) => {
    const pathItem = pathItemIn(document, annotation.path)
    if (pathItem.get === undefined) return annotated
    const parameters = parametersIn(document, ...listedParameters(pathItem, objectOf(pathItem.get)))
    const names = new Set(valuesOf(treeIn(document, objectOf(pathItem.get))).map((value) => value.name))
    const has = (one: { name: string; in: string }) => parameters.some((parameter) => isSame(parameter, one))
    const left = {
      ...annotation,
      inputs: annotation.inputs.filter(has),
      constants: annotation.constants.filter(has),
      outputs: annotation.outputs.filter((output) => names.has(output.name)),
    }
    const isComplete = parameters.every((one) => isKey(document, one) || isSent(one, { annotation: left, key }))
    const isEmpty = left.inputs.length === 0 || left.outputs.length === 0
    return isEmpty || !isComplete ? annotated : withAnnotation(annotated, left, key)
  }, document)
}

const pathItemIn = (document: JsonObject, path: string): JsonObject => {
  const paths = objectOf(document.paths)
  return Object.hasOwn(paths, path) ? resolveReferences(document, paths[path]) : {}
}

/** The path item is written in its place, also where it was a reference. */
const withOperation = (document: JsonObject, path: string, get: JsonObject): JsonObject => ({
  ...document,
  paths: { ...objectOf(document.paths), [path]: { ...pathItemIn(document, path), get } },
})

const isSame = (one: { name: string; in: string }, other: { name: string; in: string }): boolean =>
  one.name === other.name && one.in === other.in

type Sent = { annotation: Annotation; key: ServiceKey }

/** Whether an operation has what it needs of a parameter. */
export function isSent(parameter: Parameter, { annotation, key }: Sent): boolean {
  const { inputs, constants } = annotation
  const isGiven = [...inputs, ...constants, ...(key ? [key] : [])].some((one) => isSame(one, parameter))
  return isGiven || !parameter.required || parameter.constant !== undefined
}

function annotatedParameters(document: JsonObject, pathItem: JsonObject, { annotation, key }: Sent): unknown[] {
  const [shared, own] = listedParameters(pathItem, objectOf(pathItem.get))
  const parameters = parametersIn(document, shared, own)
  const { inputs, constants } = annotation
  const unknown = [...inputs, ...constants].find((one) => !parameters.some((parameter) => isSame(parameter, one)))
  if (unknown) throw problem('operation-value-unknown', { name: unknown.name })
  const missing = parameters.find((one) => !isKey(document, one) && !isSent(one, { annotation, key }))
  if (missing) throw problem('operation-parameter-missing', { name: missing.name })
  return parameters.map((parameter) => {
    const { source, required } = parameter
    const { 'x-refersTo': _, ...plain } = source
    const { 'x-refersTo': __, ...schema } = resolveReferences(document, source.schema)
    const input = inputs.find((one) => isSame(one, parameter))
    if (input) return { ...plain, schema, 'x-refersTo': input.concept }
    const constant = constants.find((one) => isSame(one, parameter))
    if (constant) return { ...plain, required: true, schema: { ...schema, enum: [typed(schema, constant.value)] } }
    const isKey = key !== undefined && isSame(key, parameter)
    return { ...plain, schema, ...(isKey ? { required: false } : required ? { required } : {}) }
  })
}

/** A constant as a value of the type of its parameter. */
function typed({ type }: JsonObject, value: string): unknown {
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return (type === 'integer' || type === 'number') && Number.isFinite(Number(value)) ? Number(value) : value
}

/** The tree of the response of an operation. */
export const treeIn = (document: JsonObject, operation: JsonObject): ResponseNode | undefined =>
  responseTree(document, returnedBy(document, operation).schema)

function annotatedResponses(document: JsonObject, operation: JsonObject, { outputs }: Annotation): JsonObject {
  const tree = treeIn(document, operation)
  const names = new Set(valuesOf(tree).map((value) => value.name))
  const unknown = outputs.find((output) => !names.has(output.name))
  if (!tree || unknown) throw problem('operation-value-unknown', { name: unknown?.name ?? '' })
  const status = successOf(operation)
  const responses = objectOf(operation.responses)
  const { type } = returnedBy(document, operation)
  const schema = narrowed(tree, new Map(outputs.map((output) => [output.name, output])))
  return {
    ...responses,
    [status]: { ...resolveReferences(document, responses[status]), content: { [type]: { schema } } },
  }
}

/** The schema of the values that are offered, with their titles and concepts; undefined when a part has none. */
function narrowed(
  node: ResponseNode,
  offered: ReadonlyMap<string, Annotation['outputs'][number]>,
): JsonObject | undefined {
  if (node.is === 'list') {
    const items = narrowed(node.item, offered)
    return items && { type: 'array', items }
  }
  if (node.is === 'object') {
    const properties = node.members.flatMap(([key, member]) => {
      const schema = narrowed(member, offered)
      return schema ? [[key, schema] as const] : []
    })
    return properties.length > 0 ? { type: 'object', properties: Object.fromEntries(properties) } : undefined
  }
  const output = offered.get(node.name)
  if (!output) return undefined
  const { 'x-refersTo': _, title: __, ...schema } = node.schema
  return {
    ...schema,
    ...(output.title ? { title: output.title } : {}),
    ...(output.concept ? { 'x-refersTo': output.concept } : {}),
  }
}
