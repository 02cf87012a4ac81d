/** The conditions of a list of datasets, each under the name of its parameter. */
import { type SQL, sql } from 'drizzle-orm'
import { tables } from '../../db/client'
import { type Actor, isOperation } from '../../identity'
import { accessFilters, attributeFilters, type Filters, oneOf } from '../../resources/list'
import { type AttributeName, attributes } from './attributes'
import type { ListParams } from './params'

const { datasets } = tables

/** Filters that facets and sums ignore: they choose single datasets and do not describe the catalogue. */
export const ignoredByFacets: ReadonlySet<string> = new Set([
  'id',
  'slug',
  'filename',
  'rest',
  'virtual',
  'metaOnly',
  'can',
] satisfies (keyof ListParams)[])

/** Filters and facets whose results change with the data of a dataset; those of the others change with its description. */
const ofData = [
  'status',
  'draftStatus',
  'file',
  'filename',
  'bbox',
  'queryable',
] as const satisfies (keyof ListParams)[]

export const isOfData = (params: ListParams, facets: readonly string[]): boolean =>
  ofData.some((name) => params[name] || facets.includes(name))

/** The filters of a request. @throws `parameter-invalid` */
export function filtersOf(params: ListParams, actor: Actor): Filters {
  const filters: Filters & Partial<Record<keyof ListParams, SQL | undefined>> = {
    id: oneOf(params, ['ids', 'id'], sql`${datasets.id}`),
    slug: oneOf(params, ['slugs', 'slug'], sql`${datasets.slug}`),
    filename: oneOf(params, ['filename'], sql`${datasets.published}->>'$.originalFile.name'`),
    ...accessFilters(datasets, actor, params, isOperation),
    rest: natureFilter(params, 'rest'),
    virtual: natureFilter(params, 'virtual'),
    metaOnly: natureFilter(params, 'metaOnly'),
    file: params.file ? sql`${datasets.published}->>'$.originalFile.name' is not null` : undefined,
    bbox: params.bbox ? sql`json_array_length(${datasets.published}, '$.bbox') > 0` : undefined,
    queryable: params.queryable
      ? sql`${datasets.published}->>'$.finalizedAt' is not null and ${datasets.nature} <> 'metaOnly'`
      : undefined,
  }
  return { ...filters, ...attributeFilters(params, attributes, filteredAttributes) }
}

// The keys of an object literal are exactly its type's keys.
const filteredAttributes = (Object.keys(attributes) as AttributeName[]).filter(
  (name) => name !== 'visibility' && name !== 'conformsTo',
)

function natureFilter(params: ListParams, nature: 'rest' | 'virtual' | 'metaOnly'): SQL | undefined {
  if (params[nature] === undefined) return undefined
  return params[nature] ? sql`${datasets.nature} = ${nature}` : sql`${datasets.nature} <> ${nature}`
}
