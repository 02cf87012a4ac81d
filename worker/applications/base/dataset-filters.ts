/** The datasets that a base application can be configured with, read from its JSON Schema. Pure. */
import { type JsonObject, listOf, objectOf, resolveReferences } from '../../schema/json-reference'

/** Parameters of a list of datasets, each a list of values, with their address and the properties of an entry. */
export type DatasetsFilter = {
  fromUrl: string
  properties: Record<string, unknown>
} & Record<string, unknown>

/** Parameters of the address that do not depend on the dataset. */
const dropped: ReadonlySet<string> = new Set(['q', 'size', 'skip', 'status', 'owner'])

/** One filter for each position that takes a dataset. */
export function datasetsFilters(schema: unknown): DatasetsFilter[] {
  const at = (node: unknown) => resolveReferences(schema, node)
  const root = at(schema)
  const [first] = listOf(root.allOf)
  const datasets = at(propertiesOf(root).datasets ?? propertiesOf(at(first)).datasets)
  const tuple = [datasets.items, datasets.prefixItems].find(Array.isArray)
  const positions = tuple ?? [datasets.items]
  return positions.flatMap((position: unknown) => {
    const item = at(position)
    const fromUrl = addressIn(item) ?? (tuple ? undefined : addressIn(datasets))
    if (fromUrl === undefined) return []
    const properties = Object.entries(propertiesOf(item)).map(([name, property]) => [name, at(property)])
    return [{ ...valuesIn(fromUrl), fromUrl, properties: Object.fromEntries(properties) }]
  })
}

/** The query parameters in the address of a list. */
function valuesIn(address: string): Record<string, string[]> {
  const query = address
    .replace(/^[`'"]|[`'"]$/g, '')
    .split('?')
    .slice(1)
    .join('?')
  const values = new Map<string, string[]>()
  for (const pair of query.split('&')) {
    const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(pair) ?? []
    const key = decoded(name)
    if (key === '' || dropped.has(key) || /[{}$]/.test(key)) continue
    values.set(key, [...(values.get(key) ?? []), ...decoded(value).split(',').filter(Boolean)])
  }
  return Object.fromEntries(values)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** Where the choices of a form come from: `x-fromUrl`, or `layout.getItems.url`, plain or as an expression. */
function addressIn(node: JsonObject): string | undefined {
  const getItems = objectOf(objectOf(node.layout).getItems)
  const candidates = [node['x-fromUrl'], getItems.url, objectOf(getItems.url).expr]
  return candidates.find((candidate): candidate is string => typeof candidate === 'string')
}

const propertiesOf = (node: JsonObject): JsonObject => objectOf(node.properties)
