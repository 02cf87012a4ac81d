import { eq, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { searchColumns } from '../../db/search-columns'
import type { StoredProblem } from '../../errors'
import type { Originator } from '../../identity'
import { limits } from '../../limits'
import { isChanged, requireVersion } from '../../resources'
import { withoutLeftOut } from '../extensions'
import { isRetained, retainFile } from '../file-versions/stored-versions'
import { automaticCancellationPrefix, breakingEvents, type JournalEvent } from '../journal/journal'
import { announceJournal } from '../journal/live-journal'
import { serviceStatements } from '../master-data/service'
import type { Dataset } from '../metadata/dataset'
import type { Metadata, Version } from '../metadata/document'
import { metadataWithDraft } from '../metadata/draft-description'
import { datasetKind } from '../metadata/kind'
import { forgetDataset, readDataset } from '../metadata/load'
import { discardVersion, releaseTables } from './discards'
import { requestPreview } from './request-preview'
import { endRuns, hasLease, holdsExists, journalWhile, type Run } from './runs'

/** The outcome of a finished version: it is published, waits for a decision, or is dropped. */
type Outcome = 'publish' | 'wait' | 'cancel'

type Decision = {
  version: Version
  outcome: Outcome
  manual: boolean
  /** Who validated it by hand. */
  validatedBy?: Originator | undefined
  /** The data has not changed: no event is written. */
  quiet?: boolean
  /** The reason of the cancellation; undefined for an incompatible structure. */
  reason?: StoredProblem
}

/**
 * Ends a run and publishes its version in one batch, guarded by the lease of the run: readers see the old version or
 * the new one, never a mix, and the replaced data is discarded in the same batch.
 */
export async function publishVersion(
  ctx: Context,
  run: Run,
  input: Decision & { warnings: JournalEvent[] },
): Promise<void> {
  const { datasets } = tables
  const dataset = await readDataset(ctx, run.datasetId)
  const isDraft = run.target === 'draft'
  const { draftReason: _, definesSchema: __, description: ___, leftOutComputed: ____, ...merged } = input.version
  const metadata = isDraft ? withoutLeftOut(metadataWithDraft(dataset), input.version) : dataset.metadata
  const outcome = outcomeOf(ctx, { ...input, dataset, isDraft, merged, metadata })
  const writes = ctx.db.batch([
    requireVersion(ctx, datasetKind, dataset, holdsExists(run)),
    ctx.db
      .update(datasets)
      .set({ ...outcome.set, version: sql`${datasets.version} + 1` })
      .where(eq(datasets.id, dataset.id)),
    ...(input.outcome === 'publish'
      ? serviceStatements(ctx, dataset, { ...dataset, metadata, published: merged })
      : []),
    ...[...input.warnings, ...outcome.events].map((event) => journalWhile(ctx, run, event)),
    ...outcome.discards,
    // The version refers to these tables from now on.
    ...(input.outcome !== 'cancel' && merged.lines ? [releaseTables(ctx, merged.lines)] : []),
    ...(input.outcome === 'publish' && isDraft ? endRuns(ctx, dataset.id, 'published') : []),
    ctx.db.delete(tables.runs).where(hasLease(run)),
  ])
  await writes.catch((error: unknown) => {
    // A concurrent change of the dataset: the next delivery processes the dataset as it is then.
    throw isChanged(error)
      ? new Error('the dataset changed or the lease was lost while a version was published')
      : error
  })
  forgetDataset(dataset.id)
  await announceJournal(ctx, dataset.id)
  if (input.outcome === 'publish' && merged.finalizedAt) await requestPreview(ctx, dataset.id)
}

/** Columns of the dataset to set, statements that discard what is replaced, and events of the journal. */
function outcomeOf(
  ctx: Context,
  input: Decision & { dataset: Dataset; isDraft: boolean; merged: Version; metadata: Metadata },
): {
  set: Partial<typeof tables.datasets.$inferInsert>
  discards: BatchItem<'sqlite'>[]
  events: JournalEvent[]
} {
  const { dataset, isDraft, merged, metadata } = input
  const { published, draft } = dataset
  const afterMs = limits.lines.dropReplacedAfterMs
  const isEarlier = isRetained(dataset, merged)
  switch (input.outcome) {
    case 'publish':
      return {
        set: {
          published: JSON.stringify(merged),
          status: merged.status,
          ...(isDraft ? { draft: null, ...updatedWith(dataset, merged) } : {}),
          ...(metadata !== dataset.metadata ? { metadata: JSON.stringify(metadata) } : {}),
          ...searchColumns(metadata, dataset.owner, merged.schema),
        },
        discards: [
          ...discardVersion(ctx, published, {
            successors: [merged],
            afterMs,
            ...(isEarlier && published.originalFile ? { retained: published.originalFile.object } : {}),
          }),
          ...(isEarlier ? retainFile(ctx, dataset) : []),
        ],
        events: [
          ...(isDraft ? [validation(input)] : []),
          ...(isDraft && published.lines ? breakingEvents(published.schema, merged.schema) : []),
          ...(input.quiet ? [] : [{ type: 'finalize-end' as const }]),
        ],
      }
    case 'wait':
      return {
        // The description may have changed during the run.
        set: { draft: JSON.stringify({ ...input.version, description: draft?.description }) },
        discards: draft?.lines
          ? discardVersion(ctx, { ...draft, originalFile: undefined }, { successors: [input.version], afterMs })
          : [],
        events: [{ type: 'finalize-end', draft: true }],
      }
    case 'cancel':
      return {
        set: { draft: null },
        discards: discardVersion(ctx, input.version, { successors: [published], afterMs }),
        events: [cancellation(input.reason)],
      }
  }
}

/** The last change of a dataset is that of its draft, unless its description was changed later. */
function updatedWith({ updatedAt }: Dataset, { dataUpdatedAt, dataUpdatedBy }: Version) {
  if (!dataUpdatedAt || !dataUpdatedBy || dataUpdatedAt <= updatedAt) return {}
  return { updatedAt: dataUpdatedAt, updatedBy: JSON.stringify(dataUpdatedBy) }
}

/** A draft that the service cancels, with the lines that were refused. */
function cancellation(reason: StoredProblem | undefined): JournalEvent {
  const event = { type: 'draft-cancelled', draft: true } as const
  return reason ? { ...event, problem: reason } : { ...event, data: automaticCancellationPrefix }
}

/** The text of the event `draft-validated` of a draft that a person has published. */
export const manualValidation = 'validation manuelle'

function validation({ manual, validatedBy }: Decision): JournalEvent {
  const data = manual ? manualValidation : 'validation automatique'
  return { type: 'draft-validated', data, draft: true, originator: validatedBy }
}
