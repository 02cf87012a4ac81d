/** Updates an entry of a configuration from its dataset. Pure. */
import type { DatasetsFilter } from '../base/dataset-filters'
import type { Configuration } from '../document'
import { constAndDefaultOf } from './references'

type Entry = NonNullable<NonNullable<Configuration['datasets']>[number]>

/** Properties that entries of a published configuration always have, beside their own and the selected ones. */
const alwaysRefreshed = ['finalizedAt', 'slug', 'userPermissions']

/**
 * @param document the dataset as the reader sees it
 * @param draft refreshes only properties that the schema declares: the form wrote the others
 */
export function entryFromDataset(
  entry: Entry,
  {
    document,
    filter,
    draft,
  }: { document: Record<string, unknown>; filter: DatasetsFilter | undefined; draft: boolean },
): Entry {
  const declared = new Set(Object.keys(filter?.properties ?? {}))
  const entryKeys = Object.keys(entry).filter((key) => !draft || declared.size === 0 || declared.has(key))
  const refreshedKeys = draft ? entryKeys : [...entryKeys, ...alwaysRefreshed, ...selectOf(filter)]
  const refreshedValues = refreshedKeys.flatMap((key) => (Object.hasOwn(document, key) ? [[key, document[key]]] : []))
  return { ...withDeclared(entry, filter), ...Object.fromEntries(refreshedValues) }
}

/** The entry with the constants and the defaults that the schema declares. */
function withDeclared(entry: Entry, filter: DatasetsFilter | undefined): Entry {
  const declared = Object.entries(filter?.properties ?? {}).map(
    ([key, schema]) => [key, constAndDefaultOf(schema)] as const,
  )
  const declaredValues = (name: 'const' | 'default') =>
    Object.fromEntries(declared.flatMap(([key, one]) => (one[name] === undefined ? [] : [[key, one[name]]])))
  return { ...declaredValues('default'), ...entry, ...declaredValues('const') }
}

function selectOf(filter: DatasetsFilter | undefined): string[] {
  const select = filter?.select
  return Array.isArray(select)
    ? select.filter((item): item is string => typeof item === 'string' && !item.startsWith('-'))
    : []
}

/** Rewrites an address of the API to the base address of the request: each site has its own. */
export function rewrittenHref(href: string, baseUrl: string): string {
  const path = /\/api\/v1\/(?:datasets|applications)\/[^/?#]+.*$/.exec(href)?.[0]
  return path === undefined ? href : baseUrl + path
}
