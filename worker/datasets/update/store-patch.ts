/** How a patch of any kind of dataset is stored. */
import { eq } from 'drizzle-orm'
import { actorFor, audit } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { searchColumns } from '../../db/search-columns'
import { scopesFor } from '../../identity'
import { requireVersion, updateColumns } from '../../resources'
import { addToJournal, type JournalEvent } from '../journal/journal'
import { announceJournal } from '../journal/live-journal'
import { serviceStatements } from '../master-data/service'
import type { Dataset } from '../metadata/dataset'
import type { Approvals, DatasetPatch, Metadata, Version } from '../metadata/document'
import { datasetKind } from '../metadata/kind'
import { forgetDataset } from '../metadata/load'
import { nextVersionDate } from '../metadata/next-version-date'
import type { RemoteFileChange } from '../remote-file/collector'
import type { newRun, Target } from '../runs/runs'
import { sendRun } from '../runs/send-run'

/** Writes a patch and its run in one batch, which begins with `requireVersion`, then sends the run to the queue. */
export async function storePatch(
  ctx: Context,
  dataset: Dataset,
  input: {
    metadata: Metadata
    approvals?: Approvals | undefined
    target: Target
    next: Version
    newSlug: string | undefined
    run: ReturnType<typeof newRun> | undefined
    isRebuilt: boolean
    /** Events for the log of the account. */
    events: JournalEvent[]
    remoteFile?: RemoteFileChange | undefined
  },
): Promise<void> {
  const { metadata, approvals, target, next, newSlug, run } = input
  await ctx.db.batch([
    requireVersion(ctx, datasetKind, dataset),
    ctx.db
      .update(tables.datasets)
      .set({
        metadata: JSON.stringify(metadata),
        ...searchColumns(metadata, dataset.owner, (target === 'published' ? next : dataset.published).schema),
        ...(newSlug ? { slug: newSlug } : {}),
        ...(approvals ? { approvals: JSON.stringify(approvals) } : {}),
        ...(target === 'published'
          ? { published: JSON.stringify(next), status: next.status }
          : { draft: JSON.stringify(next) }),
        ...updateColumns(ctx, actorFor(ctx, scopesFor('write'))),
        version: dataset.version + 1,
      })
      .where(eq(tables.datasets.id, dataset.id)),
    ...(target === 'published'
      ? serviceStatements(ctx, dataset, { ...dataset, metadata, published: next })
      : serviceStatements(ctx, dataset, { ...dataset, metadata })),
    ...(run?.statements ?? []),
    ...(input.isRebuilt
      ? [addToJournal(ctx, dataset.id, { type: 'structure-updated', draft: target === 'draft' })]
      : []),
    ...(input.remoteFile?.statements ?? []),
    ...input.events.map((event) => addToJournal(ctx, dataset.id, event)),
    audit(ctx, 'patchDataset', `datasets/${dataset.id}`),
  ])
  forgetDataset(dataset.id)
  if (run || input.events.length > 0) await announceJournal(ctx, dataset.id)
  if (run) await sendRun(ctx, run.id)
  if (input.remoteFile?.run) await ctx.jobs.collect([{ run: input.remoteFile.run, step: 0 }])
}

/**
 * `finalizedAt` of a version after a patch without processing: it changes when responses other than the description do, and with
 * the slug. HTTP dates have seconds, and a new slug must change `Last-Modified`: it then is the next full second.
 */
export function finalizedAtAfter(
  { finalizedAt }: Version,
  { patch, newSlug, now }: { patch: DatasetPatch; newSlug: string | undefined; now: Date },
): { finalizedAt?: string } {
  if (!finalizedAt) return {}
  if (newSlug)
    return { finalizedAt: nextVersionDate(new Date(Math.ceil((now.getTime() + 1) / 1_000) * 1_000), finalizedAt) }
  const changesResponses = patch.thumbnails !== undefined || patch.masterData !== undefined
  return { finalizedAt: changesResponses ? nextVersionDate(now, finalizedAt) : finalizedAt }
}
