/** The datasets and applications that a configuration refers to. Pure. */
import type { DatasetsFilter } from '../base/dataset-filters'
import type { Configuration, KeyPermissions } from '../document'

export type Reference = {
  kind: 'dataset' | 'application'
  target: string
  position: number
  /** Permissions that keys of the application give on the dataset; the class `read` when absent. */
  keyPermissions?: KeyPermissions
}

/** Each dataset and child application that an entry names by `id` or `href`, once, at its first position. */
export function referencesOf(configuration: Configuration, filters: readonly DatasetsFilter[]): Reference[] {
  const ofDatasets = (configuration.datasets ?? []).flatMap((entry, position) => {
    const keyPermissions = entry ? keyPermissionsOf(entry, filterAt(filters, position)) : undefined
    const targets = entry ? namesIn(entry, 'datasets') : []
    return targets.map(
      (target): Reference => ({
        kind: 'dataset',
        target,
        position,
        ...(keyPermissions ? { keyPermissions } : {}),
      }),
    )
  })
  const ofApplications = (configuration.applications ?? []).flatMap((entry, position) =>
    (entry ? namesIn(entry, 'applications') : []).map(
      (target): Reference => ({ kind: 'application', target, position }),
    ),
  )
  return [...firstOf(ofDatasets), ...firstOf(ofApplications)]
}

/** The filter of an entry: a list has one filter for all entries, a tuple one for each position. */
export function filterAt(filters: readonly DatasetsFilter[], position: number): DatasetsFilter | undefined {
  return filters[position] ?? (filters.length === 1 ? filters[0] : undefined)
}

function firstOf(references: readonly Reference[]): Reference[] {
  const first = new Map<string, Reference>()
  for (const reference of references) if (!first.has(reference.target)) first.set(reference.target, reference)
  return [...first.values()]
}

/** The ids by which an entry names its target: its `id`, and the one in its address. */
export function namesIn(
  { id, href }: { id?: string | undefined; href?: string | undefined },
  collection: string,
): string[] {
  const addressed = new RegExp(`/api/v1/${collection}/([^/?#]+)/?$`).exec(href ?? '')?.[1]
  return [...new Set([id, addressed && decoded(addressed)].filter((name) => name !== undefined && name !== ''))].filter(
    (name) => name !== undefined,
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

type Entry = NonNullable<NonNullable<Configuration['datasets']>[number]>

/** The constant of the base application, else the permissions of the entry, else the default of the base application. */
function keyPermissionsOf(entry: Entry, filter: DatasetsFilter | undefined): KeyPermissions | undefined {
  const declared = constAndDefaultOf(filter?.properties.applicationKeyPermissions)
  return permissionsIn(declared.const) ?? entry.applicationKeyPermissions ?? permissionsIn(declared.default)
}

/** The constant and the default that a schema declares for a property. */
export function constAndDefaultOf(schema: unknown): { const?: unknown; default?: unknown } {
  return typeof schema === 'object' && schema !== null ? schema : {}
}

function permissionsIn(value: unknown): KeyPermissions | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { operations, classes }: { operations?: unknown; classes?: unknown } = value
  const texts = (list: unknown) =>
    Array.isArray(list) ? list.filter((item): item is string => typeof item === 'string') : undefined
  const [ofOperations, ofClasses] = [texts(operations), texts(classes)]
  return { ...(ofOperations ? { operations: ofOperations } : {}), ...(ofClasses ? { classes: ofClasses } : {}) }
}
