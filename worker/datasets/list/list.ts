import { and, desc, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { actorFor } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import type { DatasetRow } from '../../db/dataset-row'
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
  listable,
  membersPermissions,
  orderBy,
  ownerAttribute,
  type PermissionsById,
  pageOf,
  presentFacet,
  proseOf,
  type RowSize,
  readInGroups,
  searchOf,
  shapeOf,
  totalBytes,
  withinShare,
} from '../../resources/list'
import { foldAccents } from '../../schema/fold-accents'
import { jsonOf } from '../../schema/well-formed'
import { type Dataset, fromRow } from '../metadata/dataset'
import { readDatasets } from '../metadata/load'
import { present } from '../metadata/present'
import type { DatasetDocument } from '../metadata/response-schema'
import { type AttributeName, attributes } from './attributes'
import { filtersOf, ignoredByFacets } from './filters'
import type { ListParams } from './params'
import { sortable } from './sortable'

const { datasets } = tables

const faceted: Record<AttributeName | 'owner', Attribute> = { owner: ownerAttribute(datasets), ...attributes }
// The keys of an object literal are exactly its type's keys.
const facetNames = Object.keys(faceted) as (keyof typeof faceted)[]

type ListHead = {
  count?: number
  facets?: Partial<Record<keyof typeof faceted, FacetCount[]>>
  sums?: { count: number }
}

export type DatasetList = ListHead & {
  /** Whole documents; of large pages, without their largest properties. */
  results: DatasetDocument[]
  /** The stored previews of the results. */
  previews?: StoredPreview[]
  /** The permissions of the results, by id. */
  permissions?: PermissionsById
}

/** A page of a list. Its consumer pulls the datasets: large ones are read from the database in groups. */
type OpenedList = {
  head: ListHead
  /** The bytes of its documents; 0 of a list that was read at once. */
  bytes: number
  read: <Result>(resultOf: (dataset: Dataset) => Result) => AsyncGenerator<Result>
  documentOf: (dataset: Dataset) => DatasetDocument
  previews: StoredPreview[] | undefined
}

type StoredPreview = Omit<typeof tables.previews.$inferSelect, 'picture'>

type ListOptions = { withPreviews?: boolean; needsAllWords?: boolean; inAudience?: AudienceFilter }

/**
 * Lists the datasets that the actor may list, for pages of the service and the catalogue.
 *
 * @param options.withPreviews reads the previews of the results too, of which some may not be for the actor (`previews/read`)
 * @param options.needsAllWords a dataset has all words of `q`, and not one of them
 * @param options.inAudience filters and counts `visibility` by the audience that pages show, and returns the permissions of the results
 * @throws `parameter-invalid`, `window-too-large`
 */
export async function listDatasets(ctx: Context, params: ListParams, options: ListOptions = {}): Promise<DatasetList> {
  const { head, bytes, read, documentOf, previews } = await openList(ctx, params, options)
  const results: DatasetDocument[] = []
  const permissions = new Map<string, Permission[]>()
  const { size } = pageOf(params)
  const found = read((dataset) => {
    const document = documentOf(dataset)
    permissions.set(dataset.id, membersPermissions(dataset))
    return bytes > 0 ? withinShare(document, size) : document
  })
  for await (const document of found) results.push(document)
  return {
    ...head,
    results,
    ...(previews ? { previews } : {}),
    ...(options.inAudience ? { permissions } : {}),
  }
}

/** The list in the API: the JSON of its documents, with the properties of `select`. @throws what `listDatasets` throws */
export async function listDocuments(ctx: Context, params: ListParams) {
  const { head, bytes, read, documentOf } = await openList(ctx, params)
  const { pick } = shapeOf(params.select)
  return { head, bytes, documents: read((dataset) => jsonOf(pick(documentOf(dataset), params.raw))) }
}

async function openList(
  ctx: Context,
  params: ListParams,
  { withPreviews = false, needsAllWords = false, inAudience }: ListOptions = {},
): Promise<OpenedList> {
  const actor = actorFor(ctx, ['datasets', 'datasets-read'])
  const { size, skip } = pageOf(params)
  const search = params.q?.trim() ? searchOf(params.q, datasets, needsAllWords) : undefined
  const asked = filtersOf(params, actor)
  const filters = inAudience ? { ...asked, visibility: audienceCondition(datasets, inAudience) } : asked
  const counted = inAudience ? { ...faceted, visibility: audienceAttribute(datasets) } : faceted
  const scope = and(listable(datasets, actor), ownedBySite({ table: datasets }, ctx.site), search?.matches)
  const where = and(scope, ...Object.values(filters))
  const facets = facetsOf(params.facets, facetNames)

  const order = orderBy(datasets, sortable, { sort: params.sort, score: search?.score })
  // Documents are read for the page alone: SQLite sorts whole rows.
  const idsOfPage = ctx.db
    .select({ id: datasets.id })
    .from(datasets)
    .where(where)
    .orderBy(...order)
    .limit(size)
    .offset(skip)
  const page = ctx.db.$with('page').as(idsOfPage)
  const ids = ctx.db.select({ id: page.id }).from(page)
  const rows = ctx.db
    .with(page)
    .select()
    .from(datasets)
    .where(
      and(
        inArray(datasets.id, ids),
        sql`(select sum(${rowBytes}) from ${datasets} where ${inArray(datasets.id, ids)}) <= ${limits.lists.groupBytes}`,
      ),
    )
    .orderBy(...order)
  const number = ctx.db.select({ count: sql<number>`count(*)` }).from(datasets).where(where)
  const ofFacets = facets.map((name) =>
    facetQuery(ctx, datasets, counted[name], and(scope, forFacet(filters, ignoredByFacets, name))),
  )
  const sums = params.sums === 'count' ? [linesOf(ctx, and(scope, forFacet(filters, ignoredByFacets)))] : []
  const { datasetId, version, content } = tables.previews
  const ofPreviews = withPreviews
    ? [ctx.db.select({ datasetId, version, content }).from(tables.previews).where(inArray(datasetId, idsOfPage))]
    : []
  const [listed, [total], ...more] = await ctx.db.batch([rows, number, ...ofFacets, ...sums, ...ofPreviews])
  // The results are in the order of the statements.
  const counts = more.slice(0, facets.length) as Awaited<ReturnType<typeof facetQuery>>[]
  const lines = (more.at(facets.length) as Awaited<ReturnType<typeof linesOf>> | undefined)?.[0]?.count ?? 0
  const previews = more.at(-1) as StoredPreview[] | undefined

  const { without } = shapeOf(params.select)
  const { raw } = params
  const { baseUrl, site, language } = ctx
  const view = { actor, baseUrl, site, language, raw, without, ...proseOf(params) }
  const head = {
    ...(params.count ? { count: total?.count ?? 0 } : {}),
    ...(facets.length > 0
      ? {
          facets: Object.fromEntries(
            facets.map((name, at) => [name, presentFacet(name, counts[at] ?? [], inAudience)]),
          ),
        }
      : {}),
    ...(sums.length > 0 ? { sums: { count: lines } } : {}),
  }
  const isEmpty = size === 0 || (total?.count ?? 0) <= skip
  const sizes = listed.length === 0 && !isEmpty ? await sizesOf(ctx, idsOfPage, order) : []
  return {
    head,
    bytes: totalBytes(sizes),
    read: (resultOf) =>
      sizes.length > 0 ? readInGroups(sizes, (ids) => readDatasets(ctx, ids), resultOf) : inOrder(listed, resultOf),
    documentOf: (dataset) => present(dataset, view),
    previews: withPreviews ? previews : undefined,
  }
}

async function* inOrder<Result>(rows: readonly DatasetRow[], resultOf: (dataset: Dataset) => Result) {
  for (const row of rows) yield resultOf(fromRow(row))
}

const rowBytes = documentBytes([
  ...[datasets.metadata, datasets.published, datasets.draft, datasets.permissions, datasets.searchText],
  ...[datasets.links, datasets.approvals, datasets.ownerName, datasets.createdBy, datasets.updatedBy],
])

/** The sizes of the datasets of a page, in its order. */
function sizesOf(ctx: Context, idsOfPage: SQLWrapper, order: SQL[]): Promise<RowSize[]> {
  return ctx.db
    .select({ id: datasets.id, bytes: rowBytes })
    .from(datasets)
    .where(sql`${datasets.id} in ${idsOfPage}`)
    .orderBy(...order)
}

/** Titles, keywords and topics of the datasets that the actor may list, without case and accents, the last updated first. */
export async function listedWords(ctx: Context): Promise<string[]> {
  const actor = actorFor(ctx, ['datasets', 'datasets-read'])
  const rows = await ctx.db
    .select({
      title: datasets.sortTitle,
      keywords: sql<
        string | null
      >`(select group_concat(value, ' ') from json_each(${datasets.metadata}, '$.keywords'))`,
      topics: sql<
        string | null
      >`(select group_concat(value->>'title', ' ') from json_each(${datasets.metadata}, '$.topics'))`,
    })
    .from(datasets)
    .where(and(listable(datasets, actor), ownedBySite({ table: datasets }, ctx.site)))
    .orderBy(desc(datasets.updatedAt))
    .limit(limits.lists.suggestedTitles)
  return rows.map(({ title, keywords, topics }) => foldAccents([title, keywords, topics].filter(Boolean).join(' ')))
}

/** The statement that counts the lines of all datasets of a condition. */
function linesOf(ctx: Context, where: SQL | undefined) {
  return ctx.db
    .select({ count: sql<number>`coalesce(sum(${datasets.lineCount}), 0)` })
    .from(datasets)
    .where(where)
}
