/** The operations of a description, and what each needs to enrich lines. Pure. */
import { limits } from '../../limits'
import { type JsonObject, objectOf, resolveReferences } from '../../schema/json-reference'
import { actionId, type Lack, lacksOf, methods, pathsIn, summaryOf, takesBody } from './actions'
import { type Annotation, annotationsIn, isSent, type ServiceKey, treeIn, withoutAnnotations } from './annotations'
import { described, type Output, outputOf } from './outputs'
import { isKey, listedParameters, type Parameter, parametersIn } from './parameters'
import { valuesOf } from './response-tree'

export type Operation = {
  /** The id of its action. */
  id: string
  method: string
  path: string
  summary: string
  /** Its parameters in the address, without the API key. */
  parameters: (Pick<Parameter, 'name' | 'required' | 'concept' | 'constant'> & {
    in: 'query' | 'path'
    description?: string
    /** The values that it takes, where they are listed. */
    choices: string[]
  })[]
  /** The values of its response. */
  outputs: Output[]
  /** How it was made to enrich lines. */
  annotation: Annotation | undefined
  /**
   * Why it cannot enrich lines: it is no GET and takes no body, its description lacks annotations (`lacks`), it has no parameter in its
   * address or requires another, or its response is not described.
   */
  hindrance?: 'method' | 'annotations' | 'parameters' | 'response'
  /** Of an operation that takes a body. */
  lacks?: Lack[]
}

/** The operations of a description, as they are without annotations. */
export function operationsOf(annotated: JsonObject, key?: ServiceKey): Operation[] {
  const document = withoutAnnotations(annotated)
  const annotations = annotationsIn(annotated)
  return pathsIn(document).flatMap(([path, item]) => {
    const pathItem = resolveReferences(document, item)
    return methods
      .filter((method) => pathItem[method] !== undefined)
      .map((method) => {
        const annotation = method === 'get' ? annotations.find((one) => one.path === path) : undefined
        return { ...operationIn(document, { method, path, pathItem }, key), annotation }
      })
  })
}

function operationIn(
  document: JsonObject,
  { method, path, pathItem }: { method: string; path: string; pathItem: JsonObject },
  key: ServiceKey,
): Omit<Operation, 'annotation'> {
  const operation = objectOf(pathItem[method])
  const common = { id: actionId(method, path, operation), method, path, summary: summaryOf(method, path, operation) }
  if (takesBody(method)) {
    const lacks = lacksOf(document, { method, path, pathItem, operation })
    return { ...common, parameters: [], outputs: [], hindrance: 'annotations', lacks }
  }
  if (method !== 'get') return { ...common, parameters: [], outputs: [], hindrance: 'method' }
  const all = parametersIn(document, ...listedParameters(pathItem, operation)).filter((one) => !isKey(document, one))
  const none = { path, inputs: [], constants: [], outputs: [] }
  const elsewhere = all.some(
    (one) => one.in !== 'query' && one.in !== 'path' && !isSent(one, { annotation: none, key }),
  )
  const parameters = all.flatMap(({ in: place, source, name, required, concept, constant }) => {
    const isOfKey = key?.name === name && key.in === place
    if ((place !== 'query' && place !== 'path') || isOfKey) return []
    const { enum: choices = [] } = resolveReferences(document, source.schema)
    const { description } = described(source)
    return [
      {
        ...{ name, required, concept, constant, in: place },
        ...(description ? { description } : {}),
        choices: Array.isArray(choices) ? choices.map(String) : [],
      },
    ]
  })
  const outputs = valuesOf(treeIn(document, operation))
    .slice(0, limits.remoteServices.maxOfferedOutputs)
    .map((value) => outputOf(document, value.name, value.schema))
    .filter(({ name, type }) => type !== 'null' && name !== 'error' && name !== '_error')
  const hindrance =
    elsewhere || parameters.length === 0 ? 'parameters' : outputs.length === 0 ? ('response' as const) : undefined
  return { ...common, parameters, outputs, ...(hindrance ? { hindrance } : {}) }
}
