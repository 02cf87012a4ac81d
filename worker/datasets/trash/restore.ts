import { z } from '@hono/zod-openapi'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { actorFor, audit, namedOwner, quotaRefusal, withinQuotas } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { assertSignedIn } from '../../identity'
import {
  columnsOfObject,
  createUnderSlug,
  isChanged,
  isRestorable,
  requireCondition,
  restoreEvents,
  storedColumns,
} from '../../resources'
import { addToJournal } from '../journal/journal'
import { announceJournal } from '../journal/live-journal'
import { serviceStatements } from '../master-data/service'
import type { Version } from '../metadata/document'
import { datasetKind } from '../metadata/kind'
import { forgetDataset } from '../metadata/load'
import { isIdle } from '../metadata/status'
import { scheduleRemoteFile } from '../remote-file/collector'
import { patchDataset } from '../update/patch'
import { type DeletedDataset, deletionScopes, loadDeleted } from './deleted-dataset'

const { collectors, datasets, deletedDatasets } = tables

/**
 * Restores a deleted dataset with its id, its lines, its files, its permissions and its journal, within the quotas of its owner.
 * A slug that is taken gets a number. A run that the deletion has interrupted starts again.
 *
 * @throws `quota-datasets`, `quota-storage`, `quota-indexed`, `dataset-changed`: another dataset has the id; and what
 *   `loadDeleted` throws
 */
export async function restoreDataset(ctx: Context, id: string): Promise<void> {
  const deleted = await loadDeleted(ctx, id)
  const { slug } = deleted.dataset
  const actor = actorFor(ctx, deletionScopes)
  assertSignedIn(actor)
  const owner = await namedOwner(ctx, actor, deleted.dataset.owner)
  await createUnderSlug(ctx, datasetKind, { id, owner, slug }, (free) =>
    insertRows(ctx, deleted, { slug: free, owner_name: owner.name }),
  )
  forgetDataset(id)
  await ctx.realtime.rightsChanged(id)
  await announceJournal(ctx, id)
  const { draft, published } = deleted.dataset
  const interrupted = [published, draft].find((version) => version && !isIdle(version.status))
  if (interrupted) await retryRun(ctx, { id, draft: interrupted === draft })
}

/** Starts the interrupted run of a version again, with the permissions of the service. A failure is not fatal: the page has a button for it. */
async function retryRun(ctx: Context, { id, draft }: { id: string; draft: boolean }): Promise<void> {
  const byItself: Context = { ...ctx, identity: { actor: { type: 'system', job: 'restore' } } }
  try {
    await patchDataset(byItself, { id, patch: {}, draft })
  } catch (error) {
    ctx.log('warn', 'the run of a restored dataset did not start again', { dataset: id, error: String(error) })
  }
}

async function insertRows(
  ctx: Context,
  { row, dataset }: DeletedDataset,
  changed: { slug: string; owner_name: string },
): Promise<void> {
  const { id, owner, published, draft } = dataset
  const adds = { datasets: 1, storeBytes: row.bytes, indexedBytes: row.indexedBytes }
  const writes = ctx.db.batch([
    requireCondition(ctx, isRestorable(ctx, deletedDatasets, id)),
    ...(await withinQuotas(ctx, owner, adds)),
    insertDataset(ctx, id, {
      slug: sql`${changed.slug}`,
      owner_name: sql`${changed.owner_name}`,
      published: afterInterruption(sql`"published"`, published),
      draft: afterInterruption(sql`"draft"`, draft),
      ...(isIdle(published.status) ? {} : { status: sql`'error'` }),
      // Datasets below it may have changed their readers meanwhile.
      approvals: sql`null`,
    }),
    ...restoreCollector(ctx, row),
    restoreEvents(ctx, deletedDatasets, id),
    ctx.db.delete(deletedDatasets).where(eq(deletedDatasets.id, id)),
    addToJournal(ctx, id, { type: 'dataset-restored' }),
    ...serviceStatements(ctx, { ...dataset, metadata: { ...dataset.metadata, masterData: null } }, dataset),
    audit(ctx, 'restoreDataset', `datasets/${id}`),
  ])
  await writes.catch(async (error: unknown) => {
    throw isChanged(error)
      ? problem('deleted-dataset-not-found')
      : await quotaRefusal(ctx, { consumer: owner, adds, error })
  })
}

/** A version whose run was deleted is in error, from the status that it had: the retry begins there. */
function afterInterruption(stored: SQL, version: Version | undefined): SQL {
  if (!version || isIdle(version.status)) return stored
  return sql`json_patch(${stored}, ${JSON.stringify({ status: 'error', errorStatus: version.status })})`
}

function insertDataset(ctx: Context, id: string, changed: Record<string, SQL>) {
  const columns = storedColumns(datasets)
  const kept = { metadata: sql`"metadata"`, version: sql`"row"->>'$.version' + 1` }
  return ctx.db
    .insert(datasets)
    .select(
      sql`select ${columnsOfObject(sql`"row"`, columns, { ...kept, ...changed })} from ${deletedDatasets} where "id" = ${id}`,
    )
}

const archivedCollectorSchema = z.object({ scheduling: z.string() })

/** The statements that restore the collector of a remote file, whose runs were deleted. */
function restoreCollector(ctx: Context, { id, collector }: DeletedDataset['row']): BatchItem<'sqlite'>[] {
  if (collector === null) return []
  const columns = storedColumns(collectors)
  const { scheduling } = archivedCollectorSchema.parse(JSON.parse(collector))
  return [
    ctx.db
      .insert(collectors)
      .select(sql`select ${columnsOfObject(sql`"collector"`, columns)} from ${deletedDatasets} where "id" = ${id}`),
    ...(scheduling === '[]' ? [] : scheduleRemoteFile(ctx, id)),
  ]
}
