import { and, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { ownedBySite } from '../../resources'
import {
  type Attribute,
  type AudienceFilter,
  audienceAttribute,
  audienceCondition,
  type FacetCount,
  facetQuery,
  facetsOf,
  forFacet,
  isAmong,
  listable,
  orderBy,
  ownerAttribute,
  type PermissionsById,
  pageOf,
  presentFacet,
  proseOf,
  searchOf,
  shapeOf,
} from '../../resources/list'
import { applicationActor } from '../actor'
import { baseAddress, storedAddress } from '../base/bundled'
import { fromBaseRow } from '../base/document'
import { textsOf } from '../base/present'
import { fromRow, selectApplications } from '../load'
import { type ApplicationDocument, present } from '../present'
import { type AttributeName, attributes } from './attributes'
import { filtersOf, ignoredByFacets } from './filters'
import type { ListParams } from './params'

const { applications, baseApplications } = tables

const faceted: Record<AttributeName | 'owner', Attribute> = { owner: ownerAttribute(applications), ...attributes }
/** Facets whose values are addresses of base applications. */
const bases: ReadonlySet<string> = new Set(['url', 'base-application'] satisfies AttributeName[])
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
  ['owner', sql`${applications.ownerName}`],
  ['owner.name', sql`${applications.ownerName}`],
  ['storage.size', sql`${applications.metadataBytes}`],
])

export type ApplicationList = {
  count?: number
  results: Partial<ApplicationDocument>[]
  facets?: Partial<Record<keyof typeof faceted, FacetCount[]>>
  /** The permissions of the results, by id. */
  permissions?: PermissionsById
}

/**
 * Lists the applications that the actor may list.
 *
 * @param inAudience filters and counts `visibility` by the audience that pages show, and returns the permissions of the results
 * @throws `parameter-invalid`, `window-too-large`
 */
export async function listApplications(
  ctx: Context,
  params: ListParams,
  inAudience?: AudienceFilter,
): Promise<ApplicationList> {
  const actor = applicationActor(ctx)
  const { size, skip } = pageOf(params)
  const search = params.q?.trim() ? searchOf(params.q, applications) : undefined
  const asked = filtersOf(withStoredAddresses(params, ctx.baseUrl), actor)
  const filters = inAudience ? { ...asked, visibility: audienceCondition(applications, inAudience) } : asked
  const counted = inAudience ? { ...faceted, visibility: audienceAttribute(applications) } : faceted
  const scope = and(listable(applications, actor), ownedBySite({ table: applications }, ctx.site), search?.matches)
  const where = and(scope, ...Object.values(filters))
  const facets = facetsOf(params.facets, facetNames)
  const ordered = orderBy(applications, sortable, { sort: params.sort, score: search?.score })
  // Outside the batch: rows of a D1 batch are keyed by column name, and the joined tables share names.
  const rows = selectApplications(ctx, { withoutConfigurations: true })
    .where(where)
    .orderBy(...ordered)
    .limit(size)
    .offset(skip)
  const numbers = ctx.db.batch([
    ctx.db.select({ count: sql<number>`count(*)` }).from(applications).where(where),
    ...facets.map((name) =>
      facetQuery(ctx, applications, counted[name], and(scope, forFacet(filters, ignoredByFacets, name))),
    ),
  ])
  const [listed, [[total], ...counts]] = await Promise.all([rows, numbers])
  const shape = shapeOf(params.select)
  const { raw } = params
  const { baseUrl, site, language } = ctx
  const view = { actor, baseUrl, site, language, raw, without: shape.without, ...proseOf(params) }
  const facetCounts = facets.map((name, at) => [name, presentFacet(name, counts[at] ?? [], inAudience)] as const)
  const found = listed.map(fromRow)
  return {
    ...(params.count ? { count: total?.count ?? 0 } : {}),
    results: found.map((application) => shape.pick(present(application, view), raw)),
    ...(facets.length > 0 ? { facets: Object.fromEntries(await withBases(ctx, facetCounts)) } : {}),
    ...(inAudience ? { permissions: new Map(found.map(({ id, permissions }) => [id, permissions])) } : {}),
  }
}

/** The parameters with the stored addresses of base applications. */
function withStoredAddresses(params: ListParams, baseUrl: string): ListParams {
  const stored = (addresses: string) =>
    addresses
      .split(',')
      .map((address) => storedAddress(address, baseUrl))
      .join(',')
  return {
    ...params,
    ...(params.url === undefined ? {} : { url: stored(params.url) }),
    ...(params['base-application'] === undefined ? {} : { 'base-application': stored(params['base-application']) }),
  }
}

/** The facets, with the addresses, titles and versions of base applications. */
async function withBases(ctx: Context, facets: (readonly [string, FacetCount[]])[]) {
  const urls = facets.flatMap(([name, counts]) => (bases.has(name) ? counts : [])).map(({ value }) => value)
  if (urls.length === 0) return facets
  const rows = await ctx.db
    .select()
    .from(baseApplications)
    .where(isAmong(baseApplications.url, urls.map(String)))
  const basesByUrl = new Map(
    rows.map(fromBaseRow).map((base) => {
      const { title, version } = textsOf(base, ctx.language)
      return [base.url, { url: baseAddress(base.url, ctx.baseUrl), version, title }]
    }),
  )
  const addressOf = (value: unknown) => baseAddress(String(value), ctx.baseUrl)
  const describeBase = (value: unknown) => basesByUrl.get(String(value)) ?? { url: addressOf(value) }
  return facets.map(([name, counts]) => {
    if (!bases.has(name)) return [name, counts] as const
    const describe = name === 'url' ? addressOf : describeBase
    return [name, counts.map(({ value, count }) => ({ value: describe(value), count }))] as const
  })
}
