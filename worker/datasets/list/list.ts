import { and, desc, inArray, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { limits } from '../../limits'
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
  orderBy,
  ownerAttribute,
  type PermissionsById,
  pageOf,
  presentFacet,
  proseOf,
  searchOf,
  shapeOf,
} from '../../resources/list'
import { foldAccents } from '../../schema/fold-accents'
import { actorFor } from '../metadata/load'
import { present } from '../metadata/present'
import type { DatasetDocument } from '../metadata/response-schema'
import { fromRow } from '../metadata/row'
import { type AttributeName, attributes } from './attributes'
import { filtersOf, ignoredByFacets } from './filters'
import type { ListParams } from './params'
import { sortable } from './sortable'

const { datasets } = tables

const faceted: Record<AttributeName | 'owner', Attribute> = { owner: ownerAttribute(datasets), ...attributes }
// The keys of an object literal are exactly its type's keys.
const facetNames = Object.keys(faceted) as (keyof typeof faceted)[]

export type DatasetList = {
  count?: number
  /** Whole documents: a route picks the properties of `select`. */
  results: DatasetDocument[]
  facets?: Partial<Record<keyof typeof faceted, FacetCount[]>>
  sums?: { count: number }
  /** The stored previews of the results. */
  previews?: StoredPreview[]
  /** The permissions of the results, by id. */
  permissions?: PermissionsById
}

type StoredPreview = Omit<typeof tables.previews.$inferSelect, 'picture'>

type ListOptions = { withPreviews?: boolean; needsAllWords?: boolean; inAudience?: AudienceFilter }

/**
 * Lists the datasets that the actor may list.
 *
 * @param options.withPreviews reads the previews of the results too, of which some may not be for the actor (`previews/read`)
 * @param options.needsAllWords a dataset has all words of `q`, and not one of them
 * @param options.inAudience filters and counts `visibility` by the audience that pages show, and returns the permissions of the results
 * @throws `parameter-invalid`, `window-too-large`
 */
export async function listDatasets(
  ctx: Context,
  params: ListParams,
  { withPreviews = false, needsAllWords = false, inAudience }: ListOptions = {},
): Promise<DatasetList> {
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
  const page = ctx.db
    .select({ id: datasets.id })
    .from(datasets)
    .where(where)
    .orderBy(...order)
    .limit(size)
    .offset(skip)
  const rows = ctx.db
    .select()
    .from(datasets)
    .where(inArray(datasets.id, page))
    .orderBy(...order)
  const number = ctx.db.select({ count: sql<number>`count(*)` }).from(datasets).where(where)
  const ofFacets = facets.map((name) =>
    facetQuery(ctx, datasets, counted[name], and(scope, forFacet(filters, ignoredByFacets, name))),
  )
  const sums = params.sums === 'count' ? [linesOf(ctx, and(scope, forFacet(filters, ignoredByFacets)))] : []
  const { datasetId, version, content } = tables.previews
  const ofPreviews = withPreviews
    ? [ctx.db.select({ datasetId, version, content }).from(tables.previews).where(inArray(datasetId, page))]
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
  const found = listed.map(fromRow)
  return {
    ...(params.count ? { count: total?.count ?? 0 } : {}),
    results: found.map((dataset) => present(dataset, view)),
    ...(facets.length > 0
      ? {
          facets: Object.fromEntries(
            facets.map((name, at) => [name, presentFacet(name, counts[at] ?? [], inAudience)]),
          ),
        }
      : {}),
    ...(sums.length > 0 ? { sums: { count: lines } } : {}),
    ...(withPreviews && previews ? { previews } : {}),
    ...(inAudience ? { permissions: new Map(found.map(({ id, permissions }) => [id, permissions])) } : {}),
  }
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
    .limit(limits.datasets.suggestedTitles)
  return rows.map(({ title, keywords, topics }) => foldAccents([title, keywords, topics].filter(Boolean).join(' ')))
}

/** The statement that counts the lines of all datasets of a condition. */
function linesOf(ctx: Context, where: SQL | undefined) {
  return ctx.db
    .select({ count: sql<number>`coalesce(sum(${datasets.lineCount}), 0)` })
    .from(datasets)
    .where(where)
}
