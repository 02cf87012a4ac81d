/** Reads a page of a list, its counts and its sum. Remembered parts are computed again after a change of the catalogue only. */
import { and, asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { RunnableQuery } from 'drizzle-orm/runnable-query'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { limits } from '../../limits'
import { documentBytes, type FacetRow, isAmong, type RowSize } from '../../resources/list'
import { type Computed, type Key, recall, remember } from './remembered'

const { datasets, previews, catalogueVersions } = tables

export type CountStatement = RunnableQuery<FacetRow[], 'sqlite'>

export type ListStatements = {
  /** `ids` selects a column `id` in the order of the page. The terms of `order` are columns of datasets, or `score`, a column of `ids`. */
  page: { key: Key; ids: SQL; order: SQL[]; withPreviews: boolean }
  counts: { key: Key; statements: readonly CountStatement[] }
  sum?: { key: Key; statement: CountStatement }
}

/** The remembered parts: the ids of a page in its order, the results of `counts` and that of `sum`. */
type Parts = { ids: Computed<string[]>; counts: Computed<FacetRow[][]>; sum: Computed<FacetRow[]> | undefined }

/**
 * Reads in one round trip; in two where something that was remembered has changed.
 *
 * @returns with `rows`, in the order of the page; their datasets are null when they exceed `limits.lists.groupBytes` together
 */
export async function readList(ctx: Context, statements: ListStatements) {
  const { page, counts, sum } = statements
  const { isCurrent, ...first } = await readParts(ctx, statements, {
    ids: recall(page.key),
    counts: recall(counts.key),
    sum: sum && recall(sum.key),
  })
  const current = <Value>(key: Key, part: Computed<Value>) => (isCurrent(key, part) ? part : undefined)
  const known = {
    ids: current(page.key, first.ids),
    counts: current(counts.key, first.counts),
    sum: sum && first.sum && current(sum.key, first.sum),
  }
  const isStale = !known.ids || !known.counts || (sum && !known.sum)
  return isStale ? readParts(ctx, statements, known) : first
}

/** Reads the rows, and the parts that are not `known`. */
async function readParts(
  ctx: Context,
  { page, counts, sum }: ListStatements,
  known: { [Part in keyof Parts]?: Parts[Part] | undefined },
) {
  const [[versions], rows, ...counted] = await ctx.db.batch([
    ctx.db.select().from(catalogueVersions),
    rowsOf(ctx, page, known.ids?.value),
    ...(known.counts ? [] : counts.statements),
    ...(known.sum || !sum ? [] : [sum.statement]),
  ])
  const computed = <Value>(key: Key, value: Value): Computed<Value> => {
    const part = { value, version: versions?.[key.follows] }
    remember(key, part)
    return part
  }
  const ids = () => rows.map(({ id }) => id)
  const parts: Parts = {
    ids: known.ids ?? computed(page.key, ids()),
    counts: known.counts ?? computed(counts.key, counted.slice(0, counts.statements.length)),
    sum: sum && (known.sum ?? computed(sum.key, counted.at(-1) ?? [])),
  }
  const isCurrent = (key: Key, { version }: Computed<unknown>) => version === versions?.[key.follows]
  return { ...parts, rows, isCurrent }
}

/** The rows of a page. Documents are read for the page alone: SQLite sorts whole rows. */
function rowsOf(
  ctx: Context,
  { ids, order, withPreviews }: Pick<ListStatements['page'], 'ids' | 'order' | 'withPreviews'>,
  known: readonly string[] | undefined,
) {
  const listed = known ? sql`select value as id, key as score from json_each(${JSON.stringify(known)})` : ids
  const page = ctx.db
    .$with('page', { id: sql<string>`id`.as('id') })
    .as(sql`select listed.id, listed.score, sum(${rowBytes}) over () as bytes
      from (${listed}) listed cross join ${datasets} on ${datasets.id} = listed.id`)
  const pageId = sql<string>`page.id`
  const preview = { version: sql<string>`${previews.version}`, content: sql<string | null>`${previews.content}` }
  const none = sql<null>`null`
  return ctx.db
    .with(page)
    .select({
      // The columns of a result have distinct names.
      id: pageId.as('page_id'),
      dataset: getTableColumns(datasets),
      previewVersion: (withPreviews ? preview.version : none).as('preview_version'),
      previewContent: (withPreviews ? preview.content : none).as('preview_content'),
    })
    .from(page)
    .leftJoin(datasets, and(eq(datasets.id, pageId), sql`page.bytes <= ${limits.lists.groupBytes}`))
    .leftJoin(previews, eq(previews.datasetId, pageId))
    .orderBy(...(known ? [asc(sql`score`)] : order))
}

const rowBytes = documentBytes([
  ...[datasets.metadata, datasets.published, datasets.draft, datasets.permissions, datasets.searchText],
  ...[datasets.links, datasets.approvals, datasets.ownerName, datasets.createdBy, datasets.updatedBy],
])

/** The sizes of datasets, in the order of their ids. */
export async function readSizes(ctx: Context, ids: readonly string[]): Promise<RowSize[]> {
  const sizes = await ctx.db
    .select({ id: datasets.id, bytes: rowBytes })
    .from(datasets)
    .where(isAmong(datasets.id, ids))
  const byId = new Map(sizes.map((size) => [size.id, size]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
