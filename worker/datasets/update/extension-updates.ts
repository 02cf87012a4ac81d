/** `updateExtensions`: the values of extensions with `autoUpdate`, after a change of their source. */
import { eq, inArray, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { Problem } from '../../errors'
import { limits } from '../../limits'
import { commitBatch, requireVersion } from '../../resources'
import { refuseLocked } from '../editable/bulk-lock'
import { invalidateWriters } from '../editable/schema-change'
import { checkUpdateCycle, type Extension, requestExtension, scheduledUpdates, updatingSources } from '../extensions'
import { addToJournal } from '../journal/journal'
import { announceJournal } from '../journal/live-journal'
import type { Dataset } from '../metadata/dataset'
import type { Version } from '../metadata/document'
import { datasetKind } from '../metadata/kind'
import { forgetDataset, readDataset } from '../metadata/load'
import { isSettled } from '../metadata/status'
import { newRun } from '../runs/runs'
import { sendRun } from '../runs/send-run'

const { datasets } = tables

/**
 * Plans the update of the extensions whose source has changed, and starts those that are due. One fault does not stop the others: the next
 * tick of the cron repeats them.
 */
export async function updateExtensions(ctx: Context): Promise<void> {
  for (const id of await concerned(ctx)) {
    try {
      await updateOne(ctx, await readDataset(ctx, id))
    } catch (error) {
      ctx.log('warn', 'extensions could not be updated', { dataset: id, error: String(error) })
    }
  }
}

/** Datasets with an update that is due, or with a source that has changed since the last one; a limited number. */
async function concerned(ctx: Context): Promise<string[]> {
  const due = sql`case when e.value->>'nextUpdate' is null
    then m.published->>'$.finalizedAt' > coalesce(e.value->>'sourceFinalizedAt', '')
    else e.value->>'nextUpdate' <= ${ctx.now().toISOString()} end`
  const rows = await ctx.db.all<{ id: string }>(sql`select distinct d.id from ${datasets} d
    join json_each(d.metadata, '$.extensions') e
    left join ${datasets} m on m.id = substr(e.value->>'remoteService', ${'dataset:'.length + 1})
      and e.value->>'remoteService' like 'dataset:%'
    where instr(d.metadata, '"autoUpdate":true') > 0 and d.status = 'finalized'
      and e.value->>'active' and e.value->>'autoUpdate' and ${due}
    limit ${limits.processing.redriveBatch}`)
  return rows.map(({ id }) => id)
}

async function updateOne(ctx: Context, dataset: Dataset): Promise<void> {
  const { id, metadata, published, draft } = dataset
  const extensions = metadata.extensions ?? []
  // What is under way ends first.
  const isBusy = extensions.some(({ needsUpdate }) => needsUpdate) || (draft && !isSettled(draft.status))
  if (published.status !== 'finalized' || isBusy) return
  try {
    await checkUpdateCycle(ctx, { id, extensions })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return stopUpdates(ctx, dataset, error)
  }
  const sources = updatingSources(extensions)
  const rows = await ctx.db
    .select({ id: datasets.id, finalizedAt: sql<string | null>`${datasets.published}->>'$.finalizedAt'` })
    .from(datasets)
    .where(inArray(datasets.id, sources))
  const finalizedAt = new Map(rows.map((row) => [row.id, row.finalizedAt ?? '']))
  const planned = scheduledUpdates(extensions, { finalizedAt, now: ctx.now(), marks: dataset.nature === 'rest' })
  if (!planned.isDue) return store(ctx, dataset, { extensions: planned.extensions })
  if (dataset.nature === 'rest') {
    await refuseLocked(ctx, id)
    const revision = (published.revision ?? 0) + 1
    await store(ctx, dataset, { extensions: planned.extensions, version: { ...published, revision } })
    await invalidateWriters(ctx, dataset, revision)
    return requestExtension(ctx, id)
  }
  const { file, schema } = published
  const version: Version = { ...published, status: 'validated', servedSchema: published.servedSchema ?? schema }
  const state = { keepSchema: true, ...(file ? { object: file.object, size: file.size } : {}) }
  const stage = file ? 'analyze' : 'store'
  const run = newRun(ctx, { datasetId: id, target: 'published', stage, state })
  await store(ctx, dataset, { extensions: planned.extensions, version, run })
  await sendRun(ctx, run.id)
}

/** Sources that were given extensions meanwhile close the circle: the publisher decides which update is left out. */
async function stopUpdates(ctx: Context, dataset: Dataset, { code, params }: Problem): Promise<void> {
  const extensions = (dataset.metadata.extensions ?? []).map((one): Extension => {
    if (one.type !== 'remoteService' || !one.autoUpdate) return one
    const { nextUpdate: _, sourceFinalizedAt: __, ...extension } = one
    return { ...extension, autoUpdate: false }
  })
  await store(ctx, dataset, { extensions, failure: { code, params } })
  await announceJournal(ctx, dataset.id)
}

/** @throws `dataset-changed` */
async function store(
  ctx: Context,
  dataset: Dataset,
  input: {
    extensions: readonly Extension[]
    version?: Version
    run?: ReturnType<typeof newRun>
    failure?: Pick<Problem, 'code' | 'params'>
  },
): Promise<void> {
  const { id, metadata } = dataset
  const { version, run, failure } = input
  const changes = ctx.db.batch([
    requireVersion(ctx, datasetKind, dataset),
    ctx.db
      .update(datasets)
      .set({
        metadata: JSON.stringify({ ...metadata, extensions: input.extensions }),
        ...(version ? { published: JSON.stringify(version), status: version.status } : {}),
        version: dataset.version + 1,
      })
      .where(eq(datasets.id, id)),
    ...(run?.statements ?? []),
    ...(failure ? [addToJournal(ctx, id, { type: 'error', problem: failure, draft: false })] : []),
  ])
  await commitBatch(datasetKind, id, changes)
  forgetDataset(id)
}
