import { eq, sql } from 'drizzle-orm'
import { audit } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { originatorOf } from '../../identity'
import { limits } from '../../limits'
import { commitBatch, requireVersion } from '../../resources'
import type { Field } from '../../schema/field'
import type { RenamedColumn } from '../../schema/keys/renamed-columns'
import { checkPatterns } from '../../schema/pattern/match'
import { addToJournal } from '../journal/journal'
import { announceJournal } from '../journal/live-journal'
import type { Dataset } from '../metadata/dataset'
import type { DatasetPatch, Version } from '../metadata/document'
import { datasetKind } from '../metadata/kind'
import { beginOperation, forgetDataset, readDataset } from '../metadata/load'
import { withPrivateConcepts } from '../metadata/private-concepts'
import { compareSchemas } from '../metadata/schema-changes'
import { discardVersion } from '../runs/discards'
import { endRuns, newRun } from '../runs/runs'
import { sendRun } from '../runs/send-run'
import { withObservations } from '../runs/with-observations'
import { fieldsToStore } from '../update/patch-effect'
import { mergeMetadata } from '../update/patched-metadata'
import { withRenamedColumns } from './rename-columns'

/**
 * Validates a draft by hand: the whole file is indexed, then the draft replaces the published version.
 *
 * @param corrections the fields with their last corrections, the projection of their coordinates, and the columns that keep the
 *   key of a published one, which are applied by the same processing
 * @throws `not-a-draft`, `status-incompatible` while the draft is being processed, `permission-missing`, `body-invalid`, and
 *   what `checkPatterns` throws
 */
export async function validateDraft(
  ctx: Context,
  id: string,
  { schema: corrected, projection, renamedColumns = [] }: DraftCorrections = {},
): Promise<Dataset> {
  const dataset = await readDataset(ctx, id)
  const actor = beginOperation(ctx, dataset, 'validateDraft')
  const { draft } = dataset
  if (!draft) throw problem('not-a-draft')
  if (draft.status !== 'finalized') throw problem('status-incompatible', { status: draft.status })

  if (projection !== undefined) beginOperation(ctx, dataset, 'writeDescriptionBreaking')
  const metadata = projection === undefined ? dataset.metadata : mergeMetadata(dataset.metadata, { projection })
  const renamed = renamedColumns.length > 0 ? withRenamedColumns(dataset.published, draft, renamedColumns) : draft
  if (renamed !== draft) beginOperation(ctx, dataset, 'writeDescription')
  const schema = corrected ? await correctedSchema(ctx, dataset, { draft: renamed, corrected }) : renamed.schema
  const isDecided = corrected !== undefined || renamed !== draft
  const validated: Version = { ...renamed, status: 'validated', schema, ...(isDecided ? { definesSchema: true } : {}) }
  const run = newRun(ctx, {
    datasetId: id,
    target: 'draft',
    stage: draft.file ? 'analyze' : 'store',
    state: {
      keepSchema: true,
      merge: 'manual',
      validatedBy: originatorOf(actor),
      object: draft.file?.object,
      size: draft.file?.size,
    },
  })
  const changes = ctx.db.batch([
    requireVersion(ctx, datasetKind, dataset),
    ctx.db
      .update(tables.datasets)
      .set({
        metadata: JSON.stringify(metadata),
        draft: JSON.stringify(validated),
        version: sql`${tables.datasets.version} + 1`,
      })
      .where(eq(tables.datasets.id, id)),
    ...run.statements,
    audit(ctx, 'validateDraft', `datasets/${id}`),
  ])
  await commitBatch(datasetKind, id, changes)
  forgetDataset(id)
  await sendRun(ctx, run.id)
  return readDataset(ctx, id)
}

type DraftCorrections = Pick<DatasetPatch, 'schema' | 'projection'> & {
  renamedColumns?: readonly RenamedColumn[] | undefined
}

/** The fields of a draft to store. @throws `permission-missing`, `body-invalid`, and what `checkPatterns` throws */
async function correctedSchema(
  ctx: Context,
  dataset: Dataset,
  { draft, corrected }: { draft: Version; corrected: readonly Field[] },
): Promise<Field[]> {
  checkPatterns(corrected)
  const fields = await withPrivateConcepts(ctx, dataset.owner, corrected)
  const schema = withObservations(fieldsToStore(fields, draft), draft.schema)
  const { breaking } = compareSchemas(draft.schema, schema)
  beginOperation(ctx, dataset, breaking ? 'writeDescriptionBreaking' : 'writeDescription')
  return schema
}

/** Cancels a draft. The published version is unchanged. @throws `not-a-draft`, `draft-without-published` */
export async function cancelDraft(ctx: Context, id: string): Promise<Dataset> {
  const dataset = await readDataset(ctx, id)
  beginOperation(ctx, dataset, 'cancelDraft')
  const { draft, published } = dataset
  if (!draft) throw problem('not-a-draft')
  if (published.status === 'draft') throw problem('draft-without-published')
  const changes = ctx.db.batch([
    requireVersion(ctx, datasetKind, dataset),
    ctx.db
      .update(tables.datasets)
      .set({ draft: null, version: sql`${tables.datasets.version} + 1` })
      .where(eq(tables.datasets.id, id)),
    ...endRuns(ctx, id, 'draft'),
    ...discardVersion(ctx, draft, { successors: [published], afterMs: limits.lines.dropReplacedAfterMs }),
    addToJournal(ctx, id, { type: 'draft-cancelled', draft: true }),
    audit(ctx, 'cancelDraft', `datasets/${id}`),
  ])
  await commitBatch(datasetKind, id, changes)
  forgetDataset(id)
  await announceJournal(ctx, id)
  return readDataset(ctx, id)
}
