import { and, eq } from 'drizzle-orm'
import { TtlCache } from '../collections/ttl-cache'
import type { Context } from '../context'
import { type Dataset, isPerAccount, loadDatasetForReading } from '../datasets'
import type { DatasetList } from '../datasets/list'
import { tables } from '../db/client'
import { problem } from '../errors'
import { limits } from '../limits'
import type { Preview } from './preview'

type Listed = DatasetList['results'][number]

const { rememberedRequests, askAgainMs } = limits.previews
/** Versions whose preview this isolate has queued. */
const queued = new TtlCache<true>(askAgainMs, rememberedRequests)

/**
 * The previews of listed datasets, by id: of those whose rows the reader of the list may read. Previews that are missing, or are of
 * an earlier version, are computed by the queue.
 */
export function previewsOf(ctx: Context, { results, previews = [] }: DatasetList): Map<string, Preview> {
  const readable = new Map(results.filter(isReadable).map(({ id, finalizedAt }) => [id, finalizedAt]))
  const current = previews.filter(({ datasetId, version }) => version === readable.get(datasetId))
  const stored = new Set(current.map(({ datasetId }) => datasetId))
  requestPreviews(
    ctx,
    [...readable].filter(([id]) => !stored.has(id)),
  )
  return new Map(
    // Written by `storePreview`.
    current.flatMap(({ datasetId, content }) => (content ? [[datasetId, JSON.parse(content) as Preview]] : [])),
  )
}

/** A virtual dataset whose children may no longer be read is not finalized. */
function isReadable({ userPermissions, finalizedAt, isVirtual, status, virtual }: Listed): boolean {
  if (!finalizedAt || !userPermissions?.includes('readLines') || virtual?.filterActiveAccount) return false
  return !isVirtual || status === 'finalized'
}

function requestPreviews(ctx: Context, missing: readonly (readonly [id: string, version: string | undefined])[]): void {
  const now = ctx.now().getTime()
  const due = missing.filter(([id, version]) => !queued.get(`${id} ${version}`, now))
  if (due.length === 0) return
  for (const [id, version] of due) queued.set(`${id} ${version}`, true, now)
  ctx.later(async () => {
    for (const [id] of due) await ctx.jobs.preview(id)
  })
}

/**
 * The picture of the map of the published version of a dataset, as an SVG document.
 *
 * @throws `dataset-not-found`, `permission-missing`, `file-not-found`
 */
export async function readPicture(ctx: Context, id: string): Promise<string> {
  const dataset = await loadDatasetForReading(ctx, id, 'readLines')
  const { previews } = tables
  const [stored] = isPreviewed(dataset)
    ? await ctx.db.select({ picture: previews.picture }).from(previews).where(isCurrent(dataset))
    : []
  if (!stored?.picture) throw problem('file-not-found')
  return stored.picture
}

/** The preview of a dataset whose lines the caller may read; one that is missing is computed by the queue. */
export async function readPreview(ctx: Context, dataset: Dataset): Promise<Preview | undefined> {
  const { finalizedAt } = dataset.published
  if (!finalizedAt || !isPreviewed(dataset)) return undefined
  const { previews } = tables
  const [stored] = await ctx.db.select({ content: previews.content }).from(previews).where(isCurrent(dataset))
  if (!stored) requestPreviews(ctx, [[dataset.id, finalizedAt]])
  // Written by `storePreview`.
  return stored?.content ? (JSON.parse(stored.content) as Preview) : undefined
}

const isPreviewed = (dataset: Dataset): boolean =>
  !isPerAccount(dataset) && (dataset.nature !== 'virtual' || dataset.published.status === 'finalized')

const isCurrent = ({ id, published }: Dataset) =>
  and(eq(tables.previews.datasetId, id), eq(tables.previews.version, published.finalizedAt ?? ''))
