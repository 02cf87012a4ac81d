/** The first file of a dataset that is created from an address. */
import { and, eq, sql } from 'drizzle-orm'
import { checkQuotas } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import type { Reason } from '../../errors'
import { authorOf, type SignedIn } from '../../identity'
import { requireVersion, retryChange } from '../../resources'
import { addToJournal } from '../journal/journal'
import { announceJournal } from '../journal/live-journal'
import type { Dataset } from '../metadata/dataset'
import type { StoredFile, Version } from '../metadata/document'
import { datasetKind } from '../metadata/kind'
import { forgetDataset, readDataset } from '../metadata/load'
import { newRun } from '../runs/runs'
import { sendRun } from '../runs/send-run'
import { isUploadUnused, keepUpload } from '../stored-files/upload'

const { datasets } = tables

/** Whether a version waits for the first file of its address. */
export const awaitsFirstFile = ({ status, errorStatus, originalFile }: Version): boolean =>
  !originalFile && (status === 'created' || (status === 'error' && errorStatus === 'created'))

/** The version of a file dataset that waits for its first file. */
export function versionAwaitingFile({ nature, published, draft }: Dataset): 'published' | 'draft' | undefined {
  if (nature !== 'file') return undefined
  if (awaitsFirstFile(published)) return 'published'
  return draft && awaitsFirstFile(draft) ? 'draft' : undefined
}

/** Gives a dataset its first file, and sends it for processing. @throws `quota-storage`, `quota-indexed`, `dataset-changed` */
export async function storeFirstFile(
  ctx: Context,
  { id, actor, file }: { id: string; actor: SignedIn; file: StoredFile },
): Promise<void> {
  // A description may be changed meanwhile.
  const run = await retryChange(datasetKind, id, async () => {
    const dataset = await readDataset(ctx, id)
    const target = versionAwaitingFile(dataset)
    const version = target && dataset[target]
    if (!target || !version) throw new Error(`the dataset ${id} has a file`)
    await checkQuotas(ctx, dataset.owner, { storeBytes: file.size, indexedBytes: file.size })
    const { errorStatus: _, errorRetry: __, ...others } = version
    const loaded: Version = {
      ...others,
      status: 'loaded',
      originalFile: file,
      dataUpdatedAt: ctx.now().toISOString(),
      dataUpdatedBy: authorOf(actor),
    }
    const created = newRun(ctx, { datasetId: id, target, stage: 'store' })
    await ctx.db.batch([
      requireVersion(ctx, datasetKind, dataset, isUploadUnused(file.object)),
      ctx.db
        .update(datasets)
        .set({
          [target]: JSON.stringify(loaded),
          ...(target === 'published' ? { status: loaded.status } : {}),
          version: sql`${datasets.version} + 1`,
        })
        .where(eq(datasets.id, id)),
      ...created.statements,
      keepUpload(ctx, file.object),
      addToJournal(ctx, id, { type: 'data-updated', draft: target === 'draft' }),
    ])
    return created
  })
  forgetDataset(id)
  await announceJournal(ctx, id)
  await sendRun(ctx, run.id)
}

/**
 * The statements that tell the journal of a dataset why its address could not be read. A dataset that has never had a file is
 * in error from then on; another keeps its data. Call `announceJournal` and `forgetDataset` after the commit.
 *
 * @param input.isStopped someone has stopped the run: only a dataset without any file is told of it
 */
export function remoteFileFailed(ctx: Context, input: { id: string; reason: Reason; isStopped: boolean }) {
  const { id, reason } = input
  const failure = JSON.stringify({ status: 'error', errorStatus: 'created' } satisfies Partial<Version>)
  const grown = { version: sql`${datasets.version} + 1` }
  const isEmpty = (column: typeof datasets.published | typeof datasets.draft) =>
    sql`(${datasets.nature} = 'file' and ${column}->>'$.status' = 'created')`
  const condition = input.isStopped ? sql`(${isEmpty(datasets.published)} or ${isEmpty(datasets.draft)})` : undefined
  return [
    addToJournal(ctx, id, { type: 'error', problem: { code: 'remote-file-unread', params: { reason } } }, condition),
    ctx.db
      .update(datasets)
      .set({ published: sql`json_patch(${datasets.published}, ${failure})`, status: 'error', ...grown })
      .where(and(eq(datasets.id, id), isEmpty(datasets.published))),
    ctx.db
      .update(datasets)
      .set({ draft: sql`json_patch(${datasets.draft}, ${failure})`, ...grown })
      .where(and(eq(datasets.id, id), isEmpty(datasets.draft))),
  ] as const
}
