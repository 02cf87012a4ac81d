/** An entry of a configuration brought up to date with its dataset (contract applications A.10). Pure. */
import type { DatasetsFilter } from './base/filters'
import type { Configuration } from './document'
import { declaredFor } from './references'

type Entry = NonNullable<NonNullable<Configuration['datasets']>[number]>

/** What a reader of the published configuration is told beside what the entry has and the application asks for. */
const alwaysTold = ['finalizedAt', 'slug', 'userPermissions']

/**
 * @param document the dataset as the reader sees it
 * @param draft only what the schema declares is refreshed: the rest is what the form has written
 */
export function refreshedEntry(
  entry: Entry,
  {
    document,
    filter,
    draft,
  }: { document: Record<string, unknown>; filter: DatasetsFilter | undefined; draft: boolean },
): Entry {
  const declared = new Set(Object.keys(filter?.properties ?? {}))
  const known = Object.keys(entry).filter((key) => !draft || declared.size === 0 || declared.has(key))
  const wanted = draft ? known : [...known, ...alwaysTold, ...selectOf(filter)]
  const told = wanted.flatMap((key) => (Object.hasOwn(document, key) ? [[key, document[key]]] : []))
  return { ...withDeclared(entry, filter), ...Object.fromEntries(told) }
}

/** The entry with the constants and the defaults that the schema declares. */
function withDeclared(entry: Entry, filter: DatasetsFilter | undefined): Entry {
  const declared = Object.entries(filter?.properties ?? {}).map(([key, schema]) => [key, declaredFor(schema)] as const)
  const given = (name: 'const' | 'default') =>
    Object.fromEntries(declared.flatMap(([key, one]) => (one[name] === undefined ? [] : [[key, one[name]]])))
  return { ...given('default'), ...entry, ...given('const') }
}

function selectOf(filter: DatasetsFilter | undefined): string[] {
  const select = filter?.select
  return Array.isArray(select)
    ? select.filter((one): one is string => typeof one === 'string' && !one.startsWith('-'))
    : []
}

/** An address of the API of this service under the address that the reader knows: sites have each their own. */
export function rewrittenHref(href: string, baseUrl: string): string {
  const path = /\/api\/v1\/(?:datasets|applications)\/[^/?#]+.*$/.exec(href)?.[0]
  return path === undefined ? href : baseUrl + path
}
