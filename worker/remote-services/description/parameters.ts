/** The parameters of an operation. Pure. */
import { type JsonObject, listOf, nonEmptyText, objectOf, resolveReferences } from '../../schema/json-reference'

const locations = ['query', 'path', 'header', 'cookie'] as const

export type Parameter = {
  name: string
  in: (typeof locations)[number]
  required: boolean
  concept: string | undefined
  /** The only value that it takes. */
  constant: string | undefined
  /** As the description has it, with its references resolved. */
  source: JsonObject
}

/** A parameter with one value, which is sent with every request. */
export type Constant = { name: string; in: 'query' | 'path'; value: string }

/** The parameters of an operation. They override those of its path. */
export function parametersIn(document: JsonObject, shared: readonly unknown[], own: readonly unknown[]): Parameter[] {
  const byName = new Map<string, Parameter>()
  for (const reference of [...shared, ...own]) {
    const source = resolveReferences(document, reference)
    const schema = resolveReferences(document, source.schema)
    const name = nonEmptyText(source.name)
    const place = locations.find((one) => one === source.in)
    if (!name || !place) continue
    byName.set(`${place} ${name}`, {
      name,
      in: place,
      required: source.required === true || place === 'path',
      concept: nonEmptyText(source['x-refersTo']) ?? nonEmptyText(schema['x-refersTo']),
      constant: constantOf(schema),
      source,
    })
  }
  return [...byName.values()]
}

function constantOf(schema: JsonObject): string | undefined {
  const values = Array.isArray(schema.enum) ? schema.enum : [schema.const]
  const [value] = values
  const isOne = values.length === 1 && value !== undefined && value !== null && typeof value !== 'object'
  return isOne ? String(value) : undefined
}

/**
 * The constants of an operation that is called with its inputs alone.
 *
 * @returns undefined when it needs another value, or takes an input elsewhere than in the address
 */
export function constantsOf(document: JsonObject, parameters: readonly Parameter[]): Constant[] | undefined {
  const constants: Constant[] = []
  for (const parameter of parameters) {
    const { name, required, concept, constant, in: place } = parameter
    const isInAddress = place === 'query' || place === 'path'
    if (!required || isKey(document, parameter) || (concept && isInAddress)) continue
    if (!isInAddress || constant === undefined) return undefined
    constants.push({ name, in: place, value: constant })
  }
  return constants
}

/** Whether a parameter is an API key, which the service adds. */
export function isKey(document: JsonObject, { name, in: place }: Pick<Parameter, 'name' | 'in'>): boolean {
  const schemes = Object.values(objectOf(objectOf(document.components).securitySchemes))
  return schemes
    .map((one) => resolveReferences(document, one))
    .some((scheme) => scheme.type === 'apiKey' && scheme.name === name && scheme.in === place)
}

/** The names between braces of a path. */
export const namesInPath = (path: string): string[] => [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)

/** The parameters that a path item and its operation list. */
export const listedParameters = (pathItem: JsonObject, operation: JsonObject): [unknown[], unknown[]] => [
  listOf(pathItem.parameters),
  listOf(operation.parameters),
]
