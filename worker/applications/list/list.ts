import { and, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import {
  type Attribute,
  type FacetCount,
  facetQuery,
  facetsOf,
  forFacet,
  isAmong,
  listable,
  orderBy,
  ownerAttribute,
  pageOf,
  presentFacet,
  proseOf,
  searchOf,
  shapeOf,
} from '../../resources/list'
import { applicationActor } from '../actor'
import { fromBaseRow } from '../base/document'
import { textsOf } from '../base/present'
import { fromRow, selectApplications } from '../load'
import { present } from '../present'
import { type AttributeName, attributes } from './attributes'
import { filtersOf, ignoredByFacets } from './filters'
import type { ListParams } from './params'

const { applications, baseApplications } = tables

const faceted: Record<AttributeName | 'owner', Attribute> = { owner: ownerAttribute(applications), ...attributes }
// The keys of an object literal are exactly its type's keys.
const facetNames = Object.keys(faceted) as (keyof typeof faceted)[]

const sortable: ReadonlyMap<string, SQL> = new Map([
  ['id', sql`${applications.id}`],
  ['slug', sql`${applications.slug}`],
  ['title', sql`${applications.sortTitle}`],
  ['status', sql`${applications.status}`],
  ['visibility', sql`${applications.visibility}`],
  ['url', sql`${applications.url}`],
  ['createdAt', sql`${applications.createdAt}`],
  ['updatedAt', sql`${applications.updatedAt}`],
  ['lastConfigured', sql`${applications.lastConfigured}`],
  ['owner.name', sql`${applications.ownerName}`],
  ['storage.size', sql`${applications.metadataBytes}`],
])

export type ApplicationList = {
  count?: number
  results: Record<string, unknown>[]
  facets?: Partial<Record<keyof typeof faceted, FacetCount[]>>
}

/** Lists the applications that the actor may list. @throws `parameter-invalid`, `window-too-large` */
export async function listApplications(ctx: Context, params: ListParams): Promise<ApplicationList> {
  const actor = applicationActor(ctx)
  const { size, skip } = pageOf(params)
  const search = params.q?.trim() ? searchOf(params.q, applications) : undefined
  const filters = filtersOf(params, actor)
  const scope = and(listable(applications, actor), search?.matches)
  const where = and(scope, ...Object.values(filters))
  const facets = facetsOf(params.facets, facetNames)
  const ordered = orderBy(applications, sortable, { sort: params.sort, score: search?.score })
  // Outside the batch: rows of a D1 batch are keyed by column name, and the joined tables share names.
  const rows = selectApplications(ctx, { withoutConfigurations: true })
    .where(where)
    .orderBy(...ordered)
    .limit(size)
    .offset(skip)
  const counted = ctx.db.batch([
    ctx.db.select({ count: sql<number>`count(*)` }).from(applications).where(where),
    ...facets.map((name) =>
      facetQuery(ctx, applications, faceted[name], and(scope, forFacet(filters, ignoredByFacets, name))),
    ),
  ])
  const [listed, [[total], ...counts]] = await Promise.all([rows, counted])
  const shape = shapeOf(params.select)
  const raw = params.raw === 'true'
  const view = { actor, baseUrl: ctx.baseUrl, language: ctx.language, raw, without: shape.without, ...proseOf(params) }
  const facetCounts = facets.map((name, at) => [name, presentFacet(name, counts[at] ?? [])] as const)
  return {
    ...(params.count === 'false' ? {} : { count: total?.count ?? 0 }),
    results: listed.map((row) => shape.pick(present(fromRow(row), view), raw)),
    ...(facets.length > 0 ? { facets: Object.fromEntries(await withBases(ctx, facetCounts)) } : {}),
  }
}

/** The facets, with title and version of base applications. */
async function withBases(ctx: Context, facets: (readonly [string, FacetCount[]])[]) {
  const urls = facets.flatMap(([name, counts]) => (name === 'base-application' ? counts : [])).map(({ value }) => value)
  if (urls.length === 0) return facets
  const rows = await ctx.db
    .select()
    .from(baseApplications)
    .where(isAmong(baseApplications.url, urls.map(String)))
  const basesByUrl = new Map(
    rows.map(fromBaseRow).map((base) => {
      const { title, version } = textsOf(base, ctx.language)
      return [base.url, { url: base.url, version, title }]
    }),
  )
  const describeBase = ({ value, count }: FacetCount) => ({
    count,
    value: basesByUrl.get(String(value)) ?? { url: value },
  })
  return facets.map(
    ([name, counts]) => [name, name === 'base-application' ? counts.map(describeBase) : counts] as const,
  )
}
