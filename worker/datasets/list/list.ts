import { and, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { limits } from '../../limits'
import { actorFor, fromRow } from '../load'
import { present } from '../present'
import { type FacetCount, type FacetName, facetQuery, facetsOf, shownFacet } from './facets'
import { filtersOf, forFacet } from './filters'
import { orderBy } from './order'
import { type ListParams, proseOf, whole } from './params'
import { listable } from './permitted'
import { searchOf } from './search'
import { shapeOf } from './shape'

const { datasets } = tables

export type DatasetList = {
  count?: number
  results: Record<string, unknown>[]
  facets?: Partial<Record<FacetName, FacetCount[]>>
  sums?: { count: number }
}

/** Lists the datasets that the actor may list. @throws `parameter-invalid`, `window-too-large` */
export async function listDatasets(ctx: Context, params: ListParams): Promise<DatasetList> {
  const actor = actorFor(ctx, ['datasets', 'datasets-read'])
  const size = whole(params, 'size', limits.datasets.defaultSize, 0)
  const page = whole(params, 'page', 1, 1)
  const skip = params.skip === undefined ? (page - 1) * size : whole(params, 'skip', 0, 0)
  if (size + skip > limits.datasets.maxWindow) throw problem('window-too-large', { max: limits.datasets.maxWindow })
  const search = params.q?.trim() ? searchOf(params.q) : undefined
  const filters = filtersOf(params, actor)
  const found = and(listable(actor), search?.matches)
  const where = and(found, ...Object.values(filters))
  const facets = facetsOf(params)

  const rows = ctx.db
    .select()
    .from(datasets)
    .where(where)
    .orderBy(...orderBy(params.sort, search?.score))
    .limit(size)
    .offset(skip)
  const counted = ctx.db.select({ count: sql<number>`count(*)` }).from(datasets).where(where)
  const faceted = facets.map((name) => facetQuery(ctx, name, and(found, forFacet(filters, name))))
  const sums = params.sums === 'count' ? [linesOf(ctx, and(found, forFacet(filters)))] : []
  const [listed, [total], ...more] = await ctx.db.batch([rows, counted, ...faceted, ...sums])
  // The batch answers in the order of its statements.
  const counts = more.slice(0, facets.length) as Awaited<ReturnType<typeof facetQuery>>[]
  const lines = more.at(facets.length)?.[0]?.count ?? 0

  const shape = shapeOf(params.select)
  const raw = params.raw === 'true'
  const view = { actor, baseUrl: ctx.baseUrl, language: ctx.language, raw, without: shape.without, ...proseOf(params) }
  return {
    ...(params.count === 'false' ? {} : { count: total?.count ?? 0 }),
    results: listed.map((row) => shape.pick(present(fromRow(row), view), raw)),
    ...(facets.length > 0
      ? { facets: Object.fromEntries(facets.map((name, at) => [name, shownFacet(name, counts[at] ?? [])])) }
      : {}),
    ...(sums.length > 0 ? { sums: { count: lines } } : {}),
  }
}

/** Lines of all datasets of a condition. */
function linesOf(ctx: Context, where: SQL | undefined) {
  return ctx.db
    .select({ count: sql<number>`coalesce(sum(${datasets.published}->>'$.lines.count'), 0)` })
    .from(datasets)
    .where(where)
}
