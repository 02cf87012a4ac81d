import { and, inArray, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { limits } from '../../limits'
import type { Permission } from '../../permissions'
import { ownedBySite } from '../../resources'
import {
  type Attribute,
  type AudienceFilter,
  audienceAttribute,
  audienceCondition,
  documentBytes,
  type FacetCount,
  facetQuery,
  facetsOf,
  forFacet,
  isAmong,
  listable,
  membersPermissions,
  orderBy,
  ownerAttribute,
  type PermissionsById,
  pageOf,
  presentFacet,
  proseOf,
  readInGroups,
  searchOf,
  shapeOf,
  totalBytes,
  withinShare,
} from '../../resources/list'
import { jsonOf } from '../../schema/well-formed'
import { applicationActor } from '../actor'
import { baseAddress, storedAddress } from '../base/bundled'
import { fromBaseRow } from '../base/document'
import { textsOf } from '../base/present'
import { type Application, fromRow, selectApplications } from '../load'
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

type ListHead = {
  count?: number
  facets?: Partial<Record<keyof typeof faceted, FacetCount[]>>
}

export type ApplicationList = ListHead & {
  /** With the properties of `select`; of large pages, without the largest ones. */
  results: Partial<ApplicationDocument>[]
  /** The permissions of the results, by id. */
  permissions?: PermissionsById
}

/** A page of a list. Its consumer pulls the applications, which are read from the database in groups. */
type OpenedList = {
  head: ListHead
  /** The bytes of its documents. */
  bytes: number
  read: <Result>(resultOf: (application: Application) => Result) => AsyncGenerator<Result>
  documentOf: (application: Application) => Partial<ApplicationDocument>
}

/**
 * Lists the applications that the actor may list, for pages of the service.
 *
 * @param inAudience filters and counts `visibility` by the audience that pages show, and returns the permissions of the results
 * @throws `parameter-invalid`, `window-too-large`
 */
export async function listApplications(
  ctx: Context,
  params: ListParams,
  inAudience?: AudienceFilter,
): Promise<ApplicationList> {
  const { head, bytes, read, documentOf } = await openList(ctx, params, inAudience)
  const results: Partial<ApplicationDocument>[] = []
  const permissions = new Map<string, Permission[]>()
  const { size } = pageOf(params)
  const found = read((application) => {
    const document = documentOf(application)
    permissions.set(application.id, membersPermissions(application))
    return bytes > limits.lists.groupBytes ? withinShare(document, size) : document
  })
  for await (const document of found) results.push(document)
  return { ...head, results, ...(inAudience ? { permissions } : {}) }
}

/** The list in the API: the JSON of its documents. @throws what `listApplications` throws */
export async function listDocuments(ctx: Context, params: ListParams) {
  const { head, bytes, read, documentOf } = await openList(ctx, params)
  return { head, bytes, documents: read((application) => jsonOf(documentOf(application))) }
}

async function openList(ctx: Context, params: ListParams, inAudience?: AudienceFilter): Promise<OpenedList> {
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
  const idsOfPage = ctx.db
    .select({ id: applications.id })
    .from(applications)
    .where(where)
    .orderBy(...ordered)
    .limit(size)
    .offset(skip)
  const sizesOfPage = ctx.db
    .select({ id: applications.id, bytes: documentBytes(documentColumns) })
    .from(applications)
    .where(inArray(applications.id, idsOfPage))
    .orderBy(...ordered)
  const [sizes, [total], ...counts] = await ctx.db.batch([
    sizesOfPage,
    ctx.db.select({ count: sql<number>`count(*)` }).from(applications).where(where),
    ...facets.map((name) =>
      facetQuery(ctx, applications, counted[name], and(scope, forFacet(filters, ignoredByFacets, name))),
    ),
  ])
  const shape = shapeOf(params.select)
  const { raw } = params
  const { baseUrl, site, language } = ctx
  const view = { actor, baseUrl, site, language, raw, without: shape.without, ...proseOf(params) }
  const facetCounts = facets.map((name, at) => [name, presentFacet(name, counts[at] ?? [], inAudience)] as const)
  const head = {
    ...(params.count ? { count: total?.count ?? 0 } : {}),
    ...(facets.length > 0 ? { facets: Object.fromEntries(await withBases(ctx, facetCounts)) } : {}),
  }
  return {
    head,
    bytes: totalBytes(sizes),
    read: (resultOf) => readInGroups(sizes, (ids) => applicationsOf(ctx, ids), resultOf),
    documentOf: (application) => shape.pick(present(application, view), raw),
  }
}

const documentColumns = [
  applications.metadata,
  applications.searchText,
  applications.permissions,
  applications.ownerName,
]

/** Applications by their ids, without their configurations. */
async function applicationsOf(ctx: Context, ids: readonly string[]): Promise<Map<string, Application>> {
  // Not in a batch: rows of a D1 batch are keyed by column name, and the joined tables share names.
  const rows = await selectApplications(ctx, { withoutConfigurations: true }).where(isAmong(applications.id, ids))
  return new Map(rows.map((row) => [row.application.id, fromRow(row)]))
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
