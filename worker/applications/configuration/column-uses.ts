/** The columns of a dataset that a configuration refers to. Pure. */
import { listOf, objectOf, resolveReferences } from '../../schema/json-reference'
import type { Configuration } from '../document'
import { namesIn } from './references'

/** Properties of the configuration that describe datasets and applications: what they list is not used yet. */
const described: ReadonlySet<string> = new Set(['datasets', 'applications'])
/** Texts that people read, and values of rows, whatever columns are called. */
const texts: ReadonlySet<string> = new Set([
  'title',
  'label',
  'description',
  'text',
  'type',
  'format',
  'values',
  'value',
])
/** Bound schemas that refer to themselves: nested parts, and parts in all. */
const [maxDepth, maxParts] = [40, 20_000]

type Input = {
  configuration: Configuration
  /** The schema of the form of the base application; undefined when it has none. */
  schema: Record<string, unknown> | undefined
  dataset: string
  /** The columns that are looked for. */
  keys: readonly string[]
}

/**
 * Those of the columns that the configuration refers to. Where the schema of the form takes the choices of a value from the columns of a
 * dataset, such values are read, each for the dataset at its position. Without such choices, values that have the key of a column are: texts
 * under names other than those of texts, and the `key` of objects.
 */
export function columnsUsed({ configuration, schema, dataset, keys }: Input): string[] {
  const positions = positionsOf(configuration, dataset)
  if (positions.size === 0) return []
  const chosen = schema && declaredChoices(schema, configuration)
  const used = chosen?.isDeclared
    ? chosen.uses.filter(({ position }) => position === undefined || positions.has(position)).map(({ key }) => key)
    : likelyKeys(configuration)
  const known = new Set(used)
  return keys.filter((key) => known.has(key))
}

function positionsOf({ datasets }: Configuration, id: string): Set<number> {
  const positions = (datasets ?? []).flatMap((entry, at) =>
    entry && namesIn(entry, 'datasets').includes(id) ? at : [],
  )
  return new Set(positions)
}

type Use = { key: string; position: number | undefined }

/** Follows the schema and the configuration together. */
function declaredChoices(schema: unknown, configuration: Configuration): { isDeclared: boolean; uses: Use[] } {
  const uses: Use[] = []
  let isDeclared = false
  let parts = 0
  const visit = (part: unknown, value: unknown, depth: number): void => {
    if (part === undefined || depth > maxDepth || ++parts > maxParts) return
    const node = resolveReferences(schema, part)
    const choices = columnChoices(node)
    if (choices) {
      isDeclared = true
      for (const key of keysIn(value)) uses.push({ key, ...choices })
    }
    for (const name of ['allOf', 'anyOf', 'oneOf']) {
      for (const one of listOf(node[name])) visit(one, value, depth + 1)
    }
    for (const name of ['if', 'then', 'else']) visit(node[name], value, depth + 1)
    for (const [name, one] of Object.entries(objectOf(node.properties))) {
      visit(one, Object.hasOwn(objectOf(value), name) ? objectOf(value)[name] : undefined, depth + 1)
    }
    for (const one of Object.values(objectOf(node.dependencies))) visit(one, value, depth + 1)
    if (Array.isArray(node.items)) {
      for (const [at, one] of node.items.entries()) visit(one, listOf(value)[at], depth + 1)
    } else {
      const values = listOf(value)
      for (const one of values.length > 0 ? values : [undefined]) visit(node.items, one, depth + 1)
    }
  }
  visit(schema, configuration, 0)
  return { isDeclared, uses }
}

/** The dataset whose columns are the choices of a value; undefined for other values. */
function columnChoices(node: Record<string, unknown>): { position: number | undefined } | undefined {
  const getItems = objectOf(objectOf(node.layout).getItems)
  const candidates = [node['x-fromUrl'], node['x-fromData'], getItems.url, objectOf(getItems.url).expr, getItems.expr]
  const source = candidates.find((one): one is string => typeof one === 'string')
  if (source === undefined || !/\/schema\b|\.schema\b/.test(source)) return undefined
  const [, position] = /datasets(?:\?\.)?[[.](\d+)/.exec(source) ?? []
  return { position: position === undefined ? undefined : Number(position) }
}

/** The keys in a value that names columns: texts, objects with a `key`, and lists of both. */
function keysIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(keysIn)
  const { key } = objectOf(value)
  return typeof key === 'string' ? [key] : []
}

function likelyKeys(configuration: Configuration): string[] {
  const found = (value: unknown, name: string): string[] => {
    if (typeof value === 'string') return texts.has(name) ? [] : [value.replace(/^-/, '')]
    if (Array.isArray(value)) return value.flatMap((one) => found(one, name))
    return Object.entries(objectOf(value)).flatMap(([below, one]) => found(one, below))
  }
  return Object.entries(configuration).flatMap(([name, value]) => (described.has(name) ? [] : found(value, name)))
}
