import { and, desc, type SQL, sql } from 'drizzle-orm'
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
import { filtersOf, ignoredByFacets, isOfData } from './filters'
import type { ListParams } from './params'
import { readList, readSizes } from './read-list'
import { isOrderOfData, sortable } from './sortable'

const { datasets } = tables

/** What `q` searches. The migration keeps the table `datasets_search` up to date with triggers. */
const searched = { ...datasets, trigrams: { table: sql`datasets_search`, rowid: sql`datasets.rowid` } }

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
  const search = params.q?.trim() ? searchOf(params.q, searched, needsAllWords) : undefined
  const asked = filtersOf(params, actor)
  const filters = inAudience ? { ...asked, visibility: audienceCondition(datasets, inAudience) } : asked
  const counted = inAudience ? { ...faceted, visibility: audienceAttribute(datasets) } : faceted
  const scope = and(listable(datasets, actor), ownedBySite({ table: datasets }, ctx.site), search?.matches)
  const where = and(scope, ...Object.values(filters))
  const facets = facetsOf(params.facets, facetNames)

  // `score` is a column of the ids of the page.
  const order = orderBy(datasets, sortable, { sort: params.sort, score: search?.score && sql`score` })
  const idsOfPage = ctx.db
    .select({ id: datasets.id, score: sql`${search?.score ?? sql`null`}`.as('score') })
    .from(datasets)
    .where(where)
    .orderBy(...order)
    .limit(size)
    .offset(skip)
  const number = countOf(ctx, sql`count(*)`, where)
  const ofFacets = facets.map((name) =>
    facetQuery(ctx, datasets, counted[name], and(scope, forFacet(filters, ignoredByFacets, name))),
  )
  const sum = countOf(ctx, sql`coalesce(sum(${datasets.lineCount}), 0)`, and(scope, forFacet(filters, ignoredByFacets)))
  const followed = isOfData(params, facets) ? 'datasets' : 'descriptions'
  const ofPage = isOrderOfData(params.sort ?? '') ? 'datasets' : followed
  // With the names of the filters, the conditions of the page are those of the facets.
  const countKey = JSON.stringify([
    number.toSQL(),
    Object.keys(filters).filter((name) => filters[name]),
    facets,
    !inAudience,
  ])
  const read = await readList(ctx, {
    page: {
      key: { statement: JSON.stringify(idsOfPage.toSQL()), follows: ofPage },
      ids: idsOfPage.getSQL(),
      order,
      withPreviews,
    },
    counts: { key: { statement: countKey, follows: followed }, statements: [number, ...ofFacets] },
    ...(params.sums === 'count'
      ? { sum: { key: { statement: JSON.stringify(sum.toSQL()), follows: 'datasets' }, statement: sum } }
      : {}),
  })
  const [[total] = [], ...counts] = read.counts.value

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
    ...(read.sum ? { sums: { count: read.sum.value[0]?.count ?? 0 } } : {}),
  }
  const rows = read.rows.flatMap(({ dataset }) => dataset ?? [])
  const sizes = rows.length < read.rows.length ? await readSizes(ctx, read.ids.value) : []
  return {
    head,
    bytes: totalBytes(sizes),
    read: (resultOf) =>
      sizes.length > 0 ? readInGroups(sizes, (ids) => readDatasets(ctx, ids), resultOf) : inOrder(rows, resultOf),
    documentOf: (dataset) => present(dataset, view),
    previews: withPreviews ? read.rows.flatMap(previewIn) : undefined,
  }
}

/** The preview that was read with a row, if there is one. */
function previewIn({
  id,
  previewVersion,
  previewContent,
}: {
  id: string
  previewVersion: string | null
  previewContent: string | null
}) {
  return previewVersion === null ? [] : { datasetId: id, version: previewVersion, content: previewContent }
}

async function* inOrder<Result>(rows: readonly DatasetRow[], resultOf: (dataset: Dataset) => Result) {
  for (const row of rows) yield resultOf(fromRow(row))
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

/** The statement of one number, with the columns of a facet. */
function countOf(ctx: Context, number: SQL, where: SQL | undefined) {
  return ctx.db
    .select({
      value: sql<null>`null`.as('value'),
      display: sql<null>`null`.as('display'),
      count: sql<number>`${number}`.as('count'),
    })
    .from(datasets)
    .where(where)
}
