/** Loads datasets. `beginOperation` checks every access, so that knowing an id gives no access. */
import { sql } from 'drizzle-orm'
import { actorFor } from '../../accounts'
import { LruCache } from '../../collections/lru-cache'
import { TtlCache } from '../../collections/ttl-cache'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { type DatasetRow, readDatasetRow } from '../../db/dataset-row'
import { Problem, problem } from '../../errors'
import { type Actor, classOf, type DatasetOperation, gatewayTrackOf, scopesFor } from '../../identity'
import { limits } from '../../limits'
import { isChange, permittedOperation } from '../../resources'
import { remoteFileIn } from '../remote-file/document'
import { type Dataset, fromRow } from './dataset'
import { datasetKind } from './kind'
import { visibleTo } from './visible'

/**
 * Loads a dataset and checks what the actor may do with it. Read operations return the visible part (`visible.ts`), write
 * operations the complete dataset.
 *
 * @throws `dataset-not-found`, then what `beginOperation` throws
 */
export async function loadDataset(ctx: Context, id: string, operation: DatasetOperation): Promise<Dataset> {
  return permitted(ctx, await readDataset(ctx, id), operation)
}

/** The same from the cache of the isolate, for `limits.cache.datasetMs`: for reading data, never before a change. */
export async function loadDatasetForReading(ctx: Context, id: string, operation: DatasetOperation): Promise<Dataset> {
  return permitted(ctx, await recentDataset(ctx, id), operation)
}

function permitted(ctx: Context, dataset: Dataset, operation: DatasetOperation): Dataset {
  const actor = beginOperation(ctx, dataset, operation)
  return isChange(classOf(operation)) ? dataset : visibleTo(actor, dataset)
}

/**
 * Loads an editable dataset to write its lines. The cached description may be stale: the table refuses writers with an
 * older revision (`lines/write/commit`).
 *
 * @throws `dataset-not-found`, what `beginOperation` throws, `not-editable` (501). The permission is checked first: the kind of a
 *   dataset is not disclosed to callers without it
 */
export async function loadEditable(
  ctx: Context,
  id: string,
  operation: DatasetOperation,
  fresh: boolean,
): Promise<Dataset> {
  if (fresh) forgetDataset(id)
  const dataset = await recentDataset(ctx, id)
  beginOperation(ctx, dataset, operation)
  if (dataset.nature !== 'rest') throw problem('not-editable')
  return dataset
}

/** A dataset from the cache of the isolate, for `limits.cache.datasetMs`, without a permission check. @throws `dataset-not-found` */
export async function recentDataset(ctx: Context, id: string): Promise<Dataset> {
  const now = ctx.now().getTime()
  const cached = recentIds.get(id, now) && cache.get(id)
  if (cached) return cached.dataset
  const before = changes
  const dataset = await readDataset(ctx, id)
  // A read that is concurrent with a change may return the previous state.
  if (before === changes) recentIds.set(id, true, now)
  return dataset
}

/** Number of evictions from `recentIds`, to detect those that are concurrent with a read. */
let changes = 0

/** Parsed datasets by id, with the characters of their rows. A row with the same stamp is not parsed again. */
const cache = new LruCache<{ stamp: string; dataset: Dataset; size: number }>(
  limits.cache.datasetsChars,
  (_, { size }) => size,
)

/** The datasets of `cache` that may be read without the database. */
const recentIds = new TtlCache<true>(limits.cache.datasetMs, limits.cache.maxEntries)

/** To call after every change, so that the next request in this isolate reads the new state. */
export function forgetDataset(id: string): void {
  changes++
  recentIds.delete(id)
}

/** Loads without a permission check: for operations that check themselves. @throws `dataset-not-found` */
export async function readDataset(ctx: Pick<Context, 'db'>, id: string): Promise<Dataset> {
  const cached = cache.get(id)
  const read = await readDatasetRow(ctx.db, id, cached?.stamp)
  const parsed = read?.row ? fromRow(read.row) : cached?.dataset
  if (!read || !parsed) {
    cache.delete(id)
    recentIds.delete(id)
    throw problem('dataset-not-found')
  }
  const remoteFile = read.collector === null ? undefined : remoteFileIn(read.collector)
  const dataset = { ...parsed, ...read.changing, remoteFile }
  const size = read.row ? sizeOf(read.row) : (cached?.size ?? 0)
  if (size > limits.cache.maxDatasetChars) cache.delete(id)
  else cache.set(id, { stamp: read.stamp, dataset, size })
  return dataset
}

/** Characters of the texts of a row; an entry of the cache takes a few hundred more. */
const sizeOf = (row: DatasetRow): number =>
  Object.values(row).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0)

/** The same; undefined when the dataset does not exist. */
export const findDataset = (ctx: Pick<Context, 'db'>, id: string): Promise<Dataset | undefined> =>
  readDataset(ctx, id).catch(ifUnknown)

/** A handler of `catch`: undefined for a dataset that does not exist; other errors are thrown again. */
export function ifUnknown(error: unknown): undefined {
  if (error instanceof Problem && error.code === 'dataset-not-found') return undefined
  throw error
}

/**
 * Begins an operation, once the actor is permitted to do it: it becomes the operation of the response.
 *
 * @returns the actor
 * @throws the codes of `permittedOperation`, `key-unknown`, `key-expired`, `key-scope-missing`
 */
export function beginOperation(ctx: Context, dataset: Dataset, operation: DatasetOperation): Actor {
  const actor = actorFor(ctx, scopesFor(classOf(operation)))
  ctx.permitted = permittedOperation(datasetKind, dataset, { actor, operation, track: gatewayTrackOf(operation) })
  return actor
}

/** The problem of a request for lines of a dataset without lines: a description alone, or data that is not finalized. */
export function noLinesProblem({ nature, published }: Pick<Dataset, 'nature' | 'published'>): Problem {
  const { status, finalizedAt } = published
  if (nature === 'virtual' && (finalizedAt || status === 'error')) return problem('virtual-empty')
  return nature === 'metaOnly' ? problem('no-data') : problem('status-incompatible', { status })
}

/** Reads several datasets by their ids, without a permission check; unknown ids are skipped. */
export async function readDatasets(ctx: Pick<Context, 'db'>, ids: readonly string[]): Promise<Map<string, Dataset>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .select()
    .from(tables.datasets)
    .where(sql`${tables.datasets.id} in (select value from json_each(${JSON.stringify(ids)}))`)
  return new Map(rows.map((row) => [row.id, fromRow(row)]))
}
