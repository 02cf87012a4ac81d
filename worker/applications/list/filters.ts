/** The conditions of a list of applications, each under the name of its parameter. */
import { type SQL, sql } from 'drizzle-orm'
import { tables } from '../../db/client'
import { type Actor, isApplicationOperation } from '../../identity'
import { accessFilters, attributeFilters, type Filters, oneOf } from '../../resources/list'
import { type AttributeName, attributes } from './attributes'
import type { ListParams } from './params'

const { applications, baseApplications } = tables

/** Filters that facets ignore: they choose single applications and do not describe the catalogue. */
export const ignoredByFacets: ReadonlySet<string> = new Set(['id', 'slug', 'can'] satisfies (keyof ListParams)[])

/** The filters of a request. @throws `parameter-invalid` */
export function filtersOf(params: ListParams, actor: Actor): Filters {
  const filters: Filters & Partial<Record<keyof ListParams, SQL | undefined>> = {
    id: oneOf(params, ['ids', 'id'], sql`${applications.id}`),
    slug: oneOf(params, ['slug'], sql`${applications.slug}`),
    ...accessFilters(applications, actor, params, isApplicationOperation),
    filterConcepts: params.filterConcepts ? declares('df:filter-concepts') : undefined,
    overflow: params.overflow ? declares('df:overflow') : undefined,
    syncState: params.syncState ? declares('df:sync-state') : undefined,
  }
  return { ...filters, ...attributeFilters(params, attributes, filteredAttributes) }
}

// The keys of an object literal are exactly its type's keys.
const filteredAttributes = (Object.keys(attributes) as AttributeName[]).filter((name) => name !== 'visibility')

/** Applications whose base application declares `<meta name content="true">` in its page. */
function declares(name: string): SQL {
  return sql`exists (select 1 from ${baseApplications}, json_each(${baseApplications.meta}) meta
    where ${baseApplications.url} = ${applications.url}
      and meta.value->>'name' = ${name} and meta.value->>'content' = 'true')`
}
