import { eq, sql } from 'drizzle-orm'
import { audit, checkQuotas } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { authorOf } from '../../identity'
import { limits } from '../../limits'
import { asRead, onlyAsRead, onlyWhere } from '../../resources'
import { attachmentField } from '../../schema/attachment-fields'
import { addToJournal } from '../journal/journal'
import { announceJournal } from '../journal/listeners'
import { type StoredFile, type ValidationMode, type Version, validationModes } from '../metadata/document'
import { datasetKind } from '../metadata/kind'
import { actorFor, type Dataset, forgetDataset, permit, readDataset } from '../metadata/load'
import { isSettled } from '../metadata/status'
import { discardVersion } from '../runs/pending-deletions'
import { newRun } from '../runs/runs'
import { sendRun } from '../runs/send-run'
import { attachedFrom, isUploadUnused, keepUpload } from '../stored-files/upload'
import { patchDataset } from '../update/patch'
import type { DatasetCreation } from './create'

/**
 * The dataset that an upload to `/{id}` would replace; undefined when it would create one. Refusals come before the
 * first byte is read.
 */
export async function findReplaceable(
  ctx: Context,
  id: string,
  draft: string | undefined,
): Promise<Dataset | undefined> {
  const dataset = await readDataset(ctx, id).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'dataset-not-found') return undefined
    throw error
  })
  if (dataset) checkReplaceable(ctx, dataset, validationModeOf(draft))
  return dataset
}

/**
 * Replaces the file of a dataset. The new version is a draft: readers keep the published version until the draft is
 * merged, automatically or by `validateDraft`. Without a file the request is handled as a PATCH.
 *
 * @param input.draft the `draft` parameter: how the new version is validated
 */
export async function replaceFile(
  ctx: Context,
  input: {
    id: string
    body: DatasetCreation
    file?: StoredFile | undefined
    attachments?: StoredFile | undefined
    draft?: string | undefined
  },
): Promise<Dataset> {
  const dataset = await readDataset(ctx, input.id)
  const requestedMode = validationModeOf(input.draft)
  checkReplaceable(ctx, dataset, requestedMode)
  const patch = changesOf(dataset, input.body)
  const file = input.file ?? (input.attachments ? dataset.published.originalFile : undefined)
  if (!file) {
    // The attachments of an editable dataset belong to its lines.
    if (input.attachments) throw problem('not-file-based')
    return patchDataset(ctx, { id: input.id, patch })
  }
  if (dataset.nature !== 'file') throw problem('not-file-based')
  const added =
    (input.file ? input.file.size - (dataset.published.originalFile?.size ?? 0) : 0) +
    (input.attachments ? input.attachments.size - (dataset.published.attachments?.size ?? 0) : 0)
  await checkQuotas(ctx, dataset.owner, { storeBytes: added, indexedBytes: added })
  const current = Object.keys(patch).length > 0 ? await patchDataset(ctx, { id: input.id, patch }) : dataset

  const now = ctx.now().toISOString()
  const hasPublished = dataset.published.lines !== undefined
  // The contents of attachments are not compared, so the draft waits for a manual validation.
  const waits = !hasPublished || attachmentField(dataset.published.schema) !== undefined
  const validationMode: ValidationMode = requestedMode === 'compatible' && waits ? 'never' : requestedMode
  const draft: Version = {
    status: 'loaded',
    originalFile: file,
    ...attachmentsOf(dataset, input.attachments),
    schema: dataset.published.schema,
    dataUpdatedAt: now,
    dataUpdatedBy: authorOf(actorFor(ctx, ['datasets', 'datasets-write'])),
    draftReason: { key: hasPublished ? 'file-updated' : 'file-new', message: 'New file', validationMode },
  }
  const run = newRun(ctx, { datasetId: dataset.id, target: 'draft', stage: 'store' })
  // A concurrent upload may have stored its own draft, which must not be overwritten.
  const changes = ctx.db.batch([
    onlyAsRead(ctx, datasetKind, current, input.file ? isUploadUnused(input.file.object) : undefined),
    ...(input.attachments ? [onlyWhere(ctx, isUploadUnused(input.attachments.object))] : []),
    ctx.db
      .update(tables.datasets)
      .set({ draft: JSON.stringify(draft), version: sql`${tables.datasets.version} + 1` })
      .where(eq(tables.datasets.id, dataset.id)),
    ...run.statements,
    ...[input.file, input.attachments].flatMap((upload) => (upload ? [keepUpload(ctx, upload.object)] : [])),
    ...(dataset.draft
      ? discardVersion(ctx, dataset.draft, { successor: dataset.published, afterMs: limits.lines.dropReplacedAfterMs })
      : []),
    addToJournal(ctx, dataset.id, { type: 'data-updated', draft: true }),
    audit(ctx, 'replaceFile', `datasets/${dataset.id}`),
  ])
  await asRead(datasetKind, dataset.id, changes)
  forgetDataset(dataset.id)
  await announceJournal(ctx, dataset.id)
  await sendRun(ctx, run.id)
  return readDataset(ctx, dataset.id)
}

/** New attachments replace the current ones; a new data file alone keeps them. */
function attachmentsOf({ published }: Dataset, sent: StoredFile | undefined): Pick<Version, 'attachments'> {
  if (sent) return { attachments: attachedFrom(sent) }
  return published.attachments ? { attachments: { ...published.attachments, inherited: true } } : {}
}

/** The validation mode of the `draft` parameter. */
function validationModeOf(draft: string | undefined): ValidationMode {
  if (draft === undefined || draft === 'false') return 'always'
  if (draft === 'true') return 'compatible'
  const mode = validationModes.find((name) => name === draft)
  if (!mode) {
    throw problem('parameter-invalid', {
      parameter: 'draft',
      reason: `unknown value for draft validation mode "${draft}", expected ${validationModes.join(', ')} or true`,
    })
  }
  return mode
}

function checkReplaceable(ctx: Context, dataset: Dataset, mode: ValidationMode): void {
  const { published, draft } = dataset
  // A metadata-only dataset has no data to replace: PATCH changes it.
  if (dataset.nature === 'metaOnly') throw problem('no-data')
  const onlyDraft = published.status === 'draft'
  const current = onlyDraft && mode !== 'always' ? draft?.status : published.status
  if (!current || !isSettled(current)) throw problem('status-incompatible', { status: current ?? 'none' })
  if (draft && !isSettled(draft.status)) throw problem('status-incompatible', { status: draft.status })
  permit(ctx, dataset, 'writeData')
}

/** The changes in the body: values equal to the current ones are dropped, so that a repeated creation is idempotent. */
function changesOf(dataset: Dataset, body: DatasetCreation) {
  const { owner, isRest, isVirtual, isMetaOnly, initFrom, ...description } = body
  const isOther =
    (isRest ?? dataset.nature === 'rest') !== (dataset.nature === 'rest') ||
    (isVirtual ?? dataset.nature === 'virtual') !== (dataset.nature === 'virtual') ||
    (isMetaOnly ?? dataset.nature === 'metaOnly') !== (dataset.nature === 'metaOnly')
  if (isOther || initFrom) {
    throw problem('nature-ambiguous')
  }
  if (owner && (owner.type !== dataset.owner.type || owner.id !== dataset.owner.id)) throw problem('owner-refused')
  const current: Record<string, unknown> = { ...dataset.metadata, slug: dataset.slug, schema: dataset.published.schema }
  return Object.fromEntries(
    Object.entries(description).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(current[key])),
  )
}
