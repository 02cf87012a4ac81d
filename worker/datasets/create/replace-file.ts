import { eq, sql } from 'drizzle-orm'
import { audit, checkQuotas, isAllowed } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { assertSignedIn, authorOf, type SignedIn } from '../../identity'
import { limits } from '../../limits'
import { requireCondition, requireVersion, retryChange } from '../../resources'
import { attachmentField } from '../../schema/attachment-fields'
import type { Field } from '../../schema/field'
import { checkPatterns } from '../../schema/pattern/match'
import { addToJournal } from '../journal/journal'
import { announceJournal } from '../journal/live-journal'
import type { Dataset } from '../metadata/dataset'
import { type StoredFile, type ValidationMode, type Version, validationModes } from '../metadata/document'
import { datasetKind } from '../metadata/kind'
import { beginOperation, findDataset, forgetDataset, readDataset } from '../metadata/load'
import { withPrivateConcepts } from '../metadata/private-concepts'
import { compareSchemas } from '../metadata/schema-changes'
import { isSettled } from '../metadata/status'
import { discardVersion } from '../runs/discards'
import { newRun } from '../runs/runs'
import { sendRun } from '../runs/send-run'
import { withObservations } from '../runs/with-observations'
import { attachedFrom, isUploadUnused, keepUpload } from '../stored-files/upload'
import { patchDataset } from '../update/patch'
import { fieldsToStore } from '../update/patch-effect'
import type { DatasetCreation } from './create-dataset'

/**
 * The dataset that an upload to `/{id}` would replace, and the actor; undefined when it would create one. Refusals come before the
 * first byte is read.
 */
export async function findReplaceable(
  ctx: Context,
  id: string,
  draft: string | undefined,
): Promise<{ dataset: Dataset; actor: SignedIn } | undefined> {
  const dataset = await findDataset(ctx, id)
  return dataset && { dataset, actor: checkReplaceable(ctx, dataset, validationModeOf(draft)) }
}

type Replacement = {
  id: string
  body: DatasetCreation
  file?: StoredFile | undefined
  attachments?: StoredFile | undefined
  /** The `draft` parameter: how the new version is validated. */
  draft?: string | undefined
}

/** A new file with those repairs of the former one that suit any file: numbered headers, filled cells, left-out columns and kinds of rows. */
function withFormerRepairs(file: StoredFile, former: StoredFile | undefined): StoredFile {
  const { repeatedHeaders, mergedCells, leftOutColumns, leftOutRows } = former?.normalizeOptions ?? {}
  const repairs = {
    ...(repeatedHeaders ? { repeatedHeaders } : {}),
    ...(mergedCells ? { mergedCells } : {}),
    ...(leftOutColumns ? { leftOutColumns } : {}),
    ...(leftOutRows ? { leftOutRows } : {}),
  }
  if (Object.keys(repairs).length === 0) return file
  return { ...file, normalizeOptions: { ...repairs, ...file.normalizeOptions } }
}

/**
 * Replaces the file of a dataset, its attachments, or both. The new version is a draft: readers keep the published version
 * until the draft is merged, automatically or by `validateDraft`. It continues from the draft that waits, if any, and has
 * the schema of the request. Without a file the request is handled as a PATCH.
 *
 * @throws `draft-mode-refused`, `not-file-based`, `quota-storage`, `quota-indexed`, `dataset-changed`, and what `patchDataset` throws
 */
export async function replaceFile(ctx: Context, input: Replacement): Promise<Dataset> {
  const dataset = await readDataset(ctx, input.id)
  const mode = validationModeOf(input.draft)
  const actor = checkReplaceable(ctx, dataset, mode)
  const base = dataset.draft ?? dataset.published
  const changes = changedDescription(dataset, input.body)
  if (!input.file && !input.attachments) {
    return patchDataset(ctx, { id: input.id, patch: changes, draft: mode !== 'always' })
  }
  // A file that is always published may remove columns and change types.
  if (mode === 'always' && !isAllowed(ctx, 'writeDescriptionBreaking', dataset)) throw problem('draft-mode-refused')
  const originalFile = input.file ? withFormerRepairs(input.file, base.originalFile) : base.originalFile
  // The attachments of an editable dataset belong to its lines.
  if (dataset.nature !== 'file' || !originalFile) throw problem('not-file-based')
  const added =
    (input.file ? input.file.size - (base.originalFile?.size ?? 0) : 0) +
    (input.attachments ? input.attachments.size - (base.attachments?.size ?? 0) : 0)
  await checkQuotas(ctx, dataset.owner, { storeBytes: added, indexedBytes: added })
  const { schema: sent, ...patch } = changes
  const schema = sent ? await sentSchema(ctx, dataset, sent, input.file !== undefined) : continuedSchema(dataset)
  const isOnlyDraft = dataset.published.status === 'draft'
  const isPatched = Object.keys(patch).length > 0
  const patched = isPatched ? await patchDataset(ctx, { id: input.id, patch, draft: isOnlyDraft }) : dataset
  if (patched.draft?.originalFile?.object !== dataset.draft?.originalFile?.object) {
    throw problem('dataset-changed', { id: input.id })
  }

  const hasPublished = dataset.published.lines !== undefined
  // The contents of attachments are not compared, so the draft waits for a manual validation.
  const waits = !hasPublished || attachmentField(schema) !== undefined
  const definesSchema = dataset.draft !== undefined || sent !== undefined
  return storeDraft(ctx, patched, input, {
    status: 'loaded',
    originalFile,
    ...attachmentsOf(base, input.attachments),
    schema,
    ...(definesSchema ? { definesSchema } : {}),
    ...(base.description ? { description: base.description } : {}),
    ...(base.renamedColumns ? { renamedColumns: base.renamedColumns } : {}),
    dataUpdatedAt: ctx.now().toISOString(),
    dataUpdatedBy: authorOf(actor),
    draftReason: {
      key: isOnlyDraft ? 'file-new' : 'file-updated',
      message: 'New file',
      validationMode: mode === 'compatible' && waits ? 'never' : mode,
    },
  })
}

/** The fields of the draft, with those of the published version that its file lacks: the next file may have them again. */
function continuedSchema({ draft, published }: Dataset): Field[] {
  if (!draft || !published.lines) return (draft ?? published).schema
  const ofDraft = new Map(draft.schema.map((field) => [field.key, field]))
  const fields = published.schema.map((field) => ofDraft.get(field.key) ?? field)
  const keys = new Set(fields.map(({ key }) => key))
  return [...fields, ...draft.schema.filter(({ key }) => !keys.has(key))]
}

/**
 * The fields of a request, for a new version. The columns of a new file are not known yet.
 *
 * @throws `permission-missing`, `body-invalid`, and what `checkPatterns` throws
 */
async function sentSchema(
  ctx: Context,
  dataset: Dataset,
  sent: readonly Field[],
  isNewFile: boolean,
): Promise<Field[]> {
  const base = dataset.draft ?? dataset.published
  checkPatterns(sent)
  const fields = await withPrivateConcepts(ctx, dataset.owner, sent)
  const schema = withObservations(fieldsToStore(fields, base, isNewFile), base.schema)
  const { breaking } = compareSchemas(base.schema, schema)
  beginOperation(ctx, dataset, breaking ? 'writeDescriptionBreaking' : 'writeDescription')
  return schema
}

/** Stores the draft, with its run, in place of the one that was read. @throws `dataset-changed` */
async function storeDraft(ctx: Context, before: Dataset, input: Replacement, draft: Version): Promise<Dataset> {
  const { id } = before
  // The processing of the published version changes the row, not the draft.
  const run = await retryChange(datasetKind, id, async () => {
    const dataset = await readDataset(ctx, id)
    // A concurrent upload may have stored its own draft, which must not be overwritten.
    if (JSON.stringify(dataset.draft) !== JSON.stringify(before.draft)) throw problem('dataset-changed', { id })
    const created = newRun(ctx, { datasetId: id, target: 'draft', stage: 'store' })
    await ctx.db.batch([
      requireVersion(ctx, datasetKind, dataset, input.file ? isUploadUnused(input.file.object) : undefined),
      ...(input.attachments ? [requireCondition(ctx, isUploadUnused(input.attachments.object))] : []),
      ctx.db
        .update(tables.datasets)
        .set({ draft: JSON.stringify(draft), version: sql`${tables.datasets.version} + 1` })
        .where(eq(tables.datasets.id, id)),
      ...created.statements,
      ...[input.file, input.attachments].flatMap((upload) => (upload ? [keepUpload(ctx, upload.object)] : [])),
      ...(dataset.draft
        ? discardVersion(ctx, dataset.draft, {
            successors: [dataset.published, draft],
            afterMs: limits.lines.dropReplacedAfterMs,
          })
        : []),
      addToJournal(ctx, id, { type: 'data-updated', draft: true }),
      audit(ctx, 'replaceFile', `datasets/${id}`),
    ])
    return created
  })
  forgetDataset(id)
  await announceJournal(ctx, id)
  await sendRun(ctx, run.id)
  return readDataset(ctx, id)
}

/** New attachments replace the current ones; a new data file alone keeps them. */
function attachmentsOf(base: Version, sent: StoredFile | undefined): Pick<Version, 'attachments'> {
  if (sent) return { attachments: attachedFrom(sent) }
  return base.attachments ? { attachments: { ...base.attachments, inherited: true } } : {}
}

/** The validation mode of the `draft` parameter. @throws `parameter-invalid` */
export function validationModeOf(draft: string | undefined): ValidationMode {
  if (draft === undefined || draft === 'false') return 'always'
  if (draft === 'true') return 'compatible'
  const mode = validationModes.find((name) => name === draft)
  if (!mode) {
    throw problem('parameter-invalid', {
      parameter: 'draft',
      reason: {
        en: `unknown value for draft validation mode "${draft}", expected ${validationModes.join(', ')} or true`,
        fr: `unknown value for draft validation mode "${draft}", attendu : ${validationModes.join(', ')} ou true`,
      },
    })
  }
  return mode
}

function checkReplaceable(ctx: Context, dataset: Dataset, mode: ValidationMode): SignedIn {
  const { published, draft } = dataset
  // A metadata-only dataset has no data to replace: PATCH changes it.
  if (dataset.nature === 'metaOnly') throw problem('no-data')
  const onlyDraft = published.status === 'draft'
  const current = onlyDraft && mode !== 'always' ? draft?.status : published.status
  if (!current || !isSettled(current)) throw problem('status-incompatible', { status: current ?? 'none' })
  if (draft && !isSettled(draft.status)) throw problem('status-incompatible', { status: draft.status })
  const actor = beginOperation(ctx, dataset, 'writeData')
  assertSignedIn(actor)
  return actor
}

/** The changes in the body: values equal to the current ones are dropped, so that a repeated creation is idempotent. */
function changedDescription(dataset: Dataset, body: DatasetCreation) {
  const { owner, isRest, isVirtual, isMetaOnly, initFrom, ...description } = body
  const isOther =
    (isRest ?? dataset.nature === 'rest') !== (dataset.nature === 'rest') ||
    (isVirtual ?? dataset.nature === 'virtual') !== (dataset.nature === 'virtual') ||
    (isMetaOnly ?? dataset.nature === 'metaOnly') !== (dataset.nature === 'metaOnly')
  if (isOther || initFrom) {
    throw problem('nature-ambiguous')
  }
  if (owner && (owner.type !== dataset.owner.type || owner.id !== dataset.owner.id)) throw problem('owner-refused')
  const { schema } = dataset.draft ?? dataset.published
  const current: Record<string, unknown> = { ...dataset.metadata, slug: dataset.slug, schema }
  const changed = Object.entries(description).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(current[key]),
  )
  // The keys are those of the description.
  return Object.fromEntries(changed) as typeof description
}
