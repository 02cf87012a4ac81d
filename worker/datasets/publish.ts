import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../context'
import { tables } from '../db/client'
import { limits } from '../limits'
import { discardVersion } from './discard'
import type { Version } from './document'
import { forgetDataset, readDataset } from './load'
import { endRuns, holds, holdsExists, type JournalEvent, journalWhile, type Run } from './runs'

/** What becomes of a finished version: readers see it, it waits for a decision, or it is dropped. */
export type Fate = 'publish' | 'wait' | 'cancel'

/**
 * Ends a run with its version, in one batch guarded by the run's lease: readers see the old version or the new one, never
 * a mix, and what the new one replaces is discarded in the same stroke.
 */
export async function publishVersion(
  ctx: Context,
  run: Run,
  input: { version: Version; fate: Fate; manual: boolean; warnings: JournalEvent[] },
): Promise<void> {
  const { datasets } = tables
  const dataset = await readDataset(ctx, run.datasetId)
  const { published, draft } = dataset
  const isDraft = run.target === 'draft'
  const { draftReason: _, ...merged } = input.version
  const afterMs = limits.lines.dropReplacedAfterMs

  const outcome = {
    publish: {
      set: { published: JSON.stringify(merged), status: merged.status, ...(isDraft ? { draft: null } : {}) },
      discards: discardVersion(ctx, published, { kept: merged, afterMs }),
      events: [
        ...(isDraft ? [{ type: 'draft-validated', data: validationText(input.manual), draft: true }] : []),
        { type: 'finalize-end' },
      ],
    },
    wait: {
      set: { draft: JSON.stringify(input.version) },
      discards: draft?.lines
        ? discardVersion(ctx, { ...draft, originalFile: undefined }, { kept: input.version, afterMs })
        : [],
      events: [{ type: 'finalize-end', draft: true }],
    },
    cancel: {
      set: { draft: null },
      discards: discardVersion(ctx, input.version, { kept: published, afterMs }),
      events: [{ type: 'draft-cancelled', data: 'annulation automatique', draft: true }],
    },
  }[input.fate]

  await ctx.db.batch([
    ctx.db
      .update(datasets)
      .set({ ...outcome.set, version: sql`${datasets.version} + 1` })
      .where(and(eq(datasets.id, dataset.id), eq(datasets.version, dataset.version), holdsExists(run))),
    ...[...input.warnings, ...outcome.events].map((event) => journalWhile(ctx, run, event)),
    ...outcome.discards,
    ...(input.fate === 'publish' && isDraft ? [endRuns(ctx, dataset.id, 'published')] : []),
    ctx.db.delete(tables.runs).where(holds(run)),
  ])
  forgetDataset(dataset.id)
}

function validationText(manual: boolean): string {
  return manual ? 'validation manuelle' : 'validation automatique'
}
