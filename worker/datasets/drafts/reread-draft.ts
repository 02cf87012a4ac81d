import { eq, sql } from 'drizzle-orm'
import { audit } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { knownEncoding, unknownEncoding } from '../../formats/text/encodings'
import { commitBatch, requireVersion } from '../../resources'
import { checkLeftOutComputed } from '../extensions'
import { addToJournal } from '../journal/journal'
import { announceJournal } from '../journal/live-journal'
import type { Dataset } from '../metadata/dataset'
import type { StoredFile, Version } from '../metadata/document'
import type { DraftReading } from '../metadata/file-options'
import { datasetKind } from '../metadata/kind'
import { beginOperation, forgetDataset, readDataset } from '../metadata/load'
import { isSettled } from '../metadata/status'
import { newRun } from '../runs/runs'
import { sendRun } from '../runs/send-run'
import { checkRenamed } from './rename-columns'

/**
 * Reads the file of a draft again with the format options of its publisher, the renamed columns, and without some computed ones. A draft that was corrected this way then
 * waits to be published by hand.
 *
 * @throws `not-a-draft`, `status-incompatible` while the draft is being processed, `body-invalid`, `dataset-changed`
 */
export async function rereadDraft(ctx: Context, id: string, reading: DraftReading): Promise<Dataset> {
  const dataset = await readDataset(ctx, id)
  beginOperation(ctx, dataset, 'writeData')
  const { draft } = dataset
  if (!draft?.originalFile) throw problem('not-a-draft')
  if (!isSettled(draft.status)) throw problem('status-incompatible', { status: draft.status })

  const { renamedColumns, leftOutComputed, ...written } = reading
  if (renamedColumns) {
    beginOperation(ctx, dataset, 'writeDescription')
    checkRenamed(dataset.published, renamedColumns)
  }
  if (leftOutComputed) {
    beginOperation(ctx, dataset, 'writeDescriptionBreaking')
    checkLeftOutComputed(dataset.metadata, leftOutComputed)
  }
  const { errorStatus: _, errorRetry: __, renamedColumns: former, leftOutComputed: formerOut, ...sound } = draft
  const renamed = renamedColumns ?? former ?? []
  const leftOut = leftOutComputed ?? formerOut ?? []
  const next: Version = {
    ...sound,
    ...(renamed.length > 0 ? { renamedColumns: renamed } : {}),
    ...(leftOut.length > 0 ? { leftOutComputed: leftOut } : {}),
    status: 'loaded',
    readAt: ctx.now().toISOString(),
    originalFile: readAs(draft.originalFile, written),
    ...(draft.draftReason ? { draftReason: { ...draft.draftReason, validationMode: 'never' } } : {}),
    ...(draft.lines ? { servedSchema: draft.servedSchema ?? draft.schema } : {}),
  }
  const run = newRun(ctx, { datasetId: id, target: 'draft', stage: 'store' })
  const changes = ctx.db.batch([
    requireVersion(ctx, datasetKind, dataset),
    ctx.db
      .update(tables.datasets)
      .set({ draft: JSON.stringify(next), version: sql`${tables.datasets.version} + 1` })
      .where(eq(tables.datasets.id, id)),
    ...run.statements,
    addToJournal(ctx, id, { type: 'structure-updated', draft: true }),
    audit(ctx, 'rereadDraft', `datasets/${id}`),
  ])
  await commitBatch(datasetKind, id, changes)
  forgetDataset(id)
  await announceJournal(ctx, id)
  await sendRun(ctx, run.id)
  return readDataset(ctx, id)
}

/** The stored file with the format options of the request; options that are not sent stay unchanged. */
function readAs(
  file: StoredFile,
  { encoding, ...written }: Omit<DraftReading, 'renamedColumns' | 'leftOutComputed'>,
): StoredFile {
  const { explicitEncoding, normalizeOptions, ...rest } = file
  const options = Object.fromEntries(
    Object.entries({ ...normalizeOptions, ...written }).filter(([, value]) => value !== null && value !== undefined),
  )
  const named = encoding === undefined ? explicitEncoding : encoding === null ? undefined : encodingOf(encoding)
  return {
    ...rest,
    ...(named ? { explicitEncoding: named } : {}),
    ...(Object.keys(options).length > 0 ? { normalizeOptions: options } : {}),
  }
}

function encodingOf(label: string): string {
  const encoding = knownEncoding(label)
  if (!encoding) throw problem('body-invalid', { reason: unknownEncoding(label) })
  return encoding
}
