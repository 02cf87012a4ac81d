/** Reading a dataset's row. Every way to a dataset goes through `permit`, so that loading by id alone gives nothing away. */
import { sql } from 'drizzle-orm'
import { actorFor } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { readDatasetRow } from '../../db/dataset-row'
import { type Problem, problem } from '../../errors'
import { type Actor, classOf, type DatasetOperation, type OperationClass, scopesFor, trackOf } from '../../identity'
import { limits } from '../../limits'
import { can } from '../../permissions'
import { refusalOf } from '../../resources'
import { datasetKind } from './kind'
import { type Dataset, fromRow } from './row'
import { visibleTo } from './visible'

export { actorFor } from '../../accounts'
export type { Dataset } from './row'

/**
 * Loads a dataset and checks what the actor may do with it. Who reads gets what is visible to them (`visible.ts`), who
 * changes it gets the whole.
 *
 * @throws `dataset-not-found`, then what `permit` throws
 */
export async function loadDataset(ctx: Context, id: string, operation: DatasetOperation): Promise<Dataset> {
  return permitted(ctx, await readDataset(ctx, id), operation)
}

/** The same from the isolate's memory when it is fresh enough: for reading data, never before a change. */
export async function loadDatasetForReading(ctx: Context, id: string, operation: DatasetOperation): Promise<Dataset> {
  return permitted(ctx, await recentDataset(ctx, id), operation)
}

function permitted(ctx: Context, dataset: Dataset, operation: DatasetOperation): Dataset {
  const actor = permit(ctx, dataset, operation)
  return isChange(classOf(operation)) ? dataset : visibleTo(actor, dataset)
}

/**
 * Loads an editable dataset to write its lines. Its description may be that of the isolate's memory: the table refuses a
 * writer who does not know of a change (`lines/write/commit`).
 *
 * @throws `dataset-not-found`, what `permit` throws, `not-editable` (501): to strangers the kind of a dataset is not told
 */
export async function loadEditable(
  ctx: Context,
  id: string,
  operation: DatasetOperation,
  fresh: boolean,
): Promise<Dataset> {
  if (fresh) forgetDataset(id)
  const dataset = await recentDataset(ctx, id)
  permit(ctx, dataset, operation)
  if (dataset.nature !== 'rest') throw problem('not-editable')
  return dataset
}

/** A dataset from the isolate's memory when it is fresh enough, without any check. @throws `dataset-not-found` */
export async function recentDataset(ctx: Context, id: string): Promise<Dataset> {
  const now = ctx.now().getTime()
  const known = knownDatasets.get(id)
  if (known && known.until > now) return known.dataset
  const before = changes
  const dataset = await readDataset(ctx, id)
  const read = knownDatasets.get(id)
  // What was read while something changed may be what was there before.
  if (read && before === changes) read.until = now + limits.cache.datasetMs
  return dataset
}

/** How many changes this isolate knows of. */
let changes = 0

/** Datasets as they were read last: those whose row has not changed since are not parsed again. */
const knownDatasets = new Map<string, { stamp: string; dataset: Dataset; until: number }>()

/** To call after every change: whoever made it sees it in the next answer of this isolate. */
export function forgetDataset(id: string): void {
  changes++
  const known = knownDatasets.get(id)
  if (known) known.until = 0
}

/** Loads without any check: for the verbs of this folder, which check by themselves. @throws `dataset-not-found` */
export async function readDataset(ctx: Pick<Context, 'db'>, id: string): Promise<Dataset> {
  const known = knownDatasets.get(id)
  const read = await readDatasetRow(ctx.db, id, known?.stamp)
  const whole = read?.row ? fromRow(read.row) : known?.dataset
  if (!read || !whole) {
    knownDatasets.delete(id)
    throw problem('dataset-not-found')
  }
  const dataset = { ...whole, ...read.changing }
  if (knownDatasets.size >= limits.cache.maxEntries) knownDatasets.clear()
  knownDatasets.set(id, { stamp: read.stamp, dataset, until: knownDatasets.get(id)?.until ?? 0 })
  return dataset
}

/**
 * Refuses what the actor may not do (contract editable-accounts B.7), and notes what was allowed.
 *
 * @returns who acts
 * @throws `permission-missing`, `dataset-private`, `dataset-restricted`, `dataset-other-account`; `sign-in-required` where
 * everyone may write but nobody is named
 */
export function permit(ctx: Context, dataset: Dataset, operation: DatasetOperation): Actor {
  const operationClass = classOf(operation)
  const actor = actorFor(ctx, scopesFor(operationClass))
  if (!can(actor, operation, dataset)) throw refusalOf(ctx, datasetKind, { actor, operation, resource: dataset })
  if (isChange(operationClass) && !mayChange(actor, operationClass)) throw problem('sign-in-required')
  const track = trackOf(operation)
  ctx.passed = {
    resource: { type: 'datasets', id: dataset.id, title: dataset.metadata.title },
    owner: dataset.owner,
    operation: { class: operationClass, id: operation, ...(track ? { track } : {}) },
  }
  return actor
}

const isChange = (operationClass: OperationClass): boolean =>
  operationClass === 'write' || operationClass === 'admin' || operationClass === 'manageOwnLines'

/** Whether a change can be told to be someone's. Through a link nobody in particular adds lines, but those of one's own are. */
function mayChange(actor: Actor, operationClass: OperationClass): boolean {
  if (actor.type === 'applicationKey') return operationClass !== 'manageOwnLines' || actor.visitor.type === 'user'
  return actor.type !== 'anonymous' && actor.type !== 'readKey'
}

/** Why the lines of a dataset cannot be read: it will never have any, or not yet. */
export function withoutLines({ nature, published }: Pick<Dataset, 'nature' | 'published'>): Problem {
  const { status, finalizedAt } = published
  if (nature === 'virtual' && finalizedAt) return problem('virtual-empty')
  return nature === 'metaOnly' ? problem('no-data') : problem('status-incompatible', { status })
}

/** Several at once, by their ids, without any check: those that are not there are left out. */
export async function readDatasets(ctx: Pick<Context, 'db'>, ids: readonly string[]): Promise<Map<string, Dataset>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .select()
    .from(tables.datasets)
    .where(sql`${tables.datasets.id} in (select value from json_each(${JSON.stringify(ids)}))`)
  return new Map(rows.map((row) => [row.id, fromRow(row)]))
}
