import { eq, sql } from 'drizzle-orm'
import { audit } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { limits } from '../../limits'
import { asRead, onlyAsRead } from '../../resources'
import { addToJournal } from '../journal/journal'
import { announceJournal } from '../journal/listeners'
import type { Version } from '../metadata/document'
import { datasetKind } from '../metadata/kind'
import { type Dataset, forgetDataset, permit, readDataset } from '../metadata/load'
import { discardVersion } from '../runs/pending-deletions'
import { endRuns, newRun } from '../runs/runs'
import { sendRun } from '../runs/send-run'

/**
 * Validates a draft by hand: the whole file is indexed, then the draft replaces the published version.
 *
 * @throws `not-a-draft`, `status-incompatible` while the draft is being processed
 */
export async function validateDraft(ctx: Context, id: string): Promise<Dataset> {
  const dataset = await readDataset(ctx, id)
  permit(ctx, dataset, 'validateDraft')
  const { draft } = dataset
  if (!draft) throw problem('not-a-draft')
  if (draft.status !== 'finalized') throw problem('status-incompatible', { status: draft.status })

  const validated: Version = { ...draft, status: 'validated' }
  const run = newRun(ctx, {
    datasetId: id,
    target: 'draft',
    stage: draft.file ? 'analyze' : 'store',
    state: { keepSchema: true, merge: 'manual', object: draft.file?.object, size: draft.file?.size },
  })
  const changes = ctx.db.batch([
    onlyAsRead(ctx, datasetKind, dataset),
    ctx.db
      .update(tables.datasets)
      .set({ draft: JSON.stringify(validated), version: sql`${tables.datasets.version} + 1` })
      .where(eq(tables.datasets.id, id)),
    ...run.statements,
    audit(ctx, 'validateDraft', `datasets/${id}`),
  ])
  await asRead(datasetKind, id, changes)
  forgetDataset(id)
  await sendRun(ctx, run.id)
  return readDataset(ctx, id)
}

/** Cancels a draft. The published version is unchanged. @throws `not-a-draft`, `draft-without-published` */
export async function cancelDraft(ctx: Context, id: string): Promise<Dataset> {
  const dataset = await readDataset(ctx, id)
  permit(ctx, dataset, 'cancelDraft')
  const { draft, published } = dataset
  if (!draft) throw problem('not-a-draft')
  if (published.status === 'draft') throw problem('draft-without-published')
  const changes = ctx.db.batch([
    onlyAsRead(ctx, datasetKind, dataset),
    ctx.db
      .update(tables.datasets)
      .set({ draft: null, version: sql`${tables.datasets.version} + 1` })
      .where(eq(tables.datasets.id, id)),
    ...endRuns(ctx, id, 'draft'),
    ...discardVersion(ctx, draft, { successor: published, afterMs: limits.lines.dropReplacedAfterMs }),
    addToJournal(ctx, id, { type: 'draft-cancelled', draft: true }),
    audit(ctx, 'cancelDraft', `datasets/${id}`),
  ])
  await asRead(datasetKind, id, changes)
  forgetDataset(id)
  await announceJournal(ctx, id)
  return readDataset(ctx, id)
}
