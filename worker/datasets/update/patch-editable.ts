import { actorFor } from '../../accounts'
import type { Context } from '../../context'
import { Problem, problem } from '../../errors'
import { scopesFor } from '../../identity'
import { limits } from '../../limits'
import { checkPublication, checkSlug, commitBatch } from '../../resources'
import { withTimeZone } from '../../schema/dates/zone'
import type { Field } from '../../schema/field'
import { refuseLocked } from '../editable/bulk-lock'
import { editableFields } from '../editable/description'
import {
  differs,
  type EditableChange,
  editableChange,
  enforceConstraints,
  invalidateWriters,
  restoreConstraints,
} from '../editable/schema-change'
import { applyExtensions, ownFields, requestExtension, withoutNeedsUpdate } from '../extensions'
import { breakingEvents } from '../journal/journal'
import type { Dataset } from '../metadata/dataset'
import type { DatasetPatch, Metadata, Version } from '../metadata/document'
import { datasetKind } from '../metadata/kind'
import { beginOperation, readDataset } from '../metadata/load'
import { isSettled, stageOf } from '../metadata/status'
import { newRun } from '../runs/runs'
import { refinalizeParents } from '../virtual/refinalize'
import { changedSlug, patchedMetadata, withCheckedMasterData } from './patched-metadata'
import { finalizedAtAfter, storePatch } from './store-patch'

/**
 * Changes the description or the schema of an editable dataset: its lines are copied to another table when their columns change. A patch that conflicts
 * with another change, or with the refresh after a write, is retried on the new state.
 */
export async function patchEditable(ctx: Context, read: Dataset, patch: DatasetPatch): Promise<Dataset> {
  const until = ctx.now().getTime() + limits.lines.rebuildWaitMs
  for (let dataset = read; ; dataset = await readDataset(ctx, read.id)) {
    try {
      return await commitBatch(datasetKind, read.id, patchEditableAsRead(ctx, dataset, patch))
    } catch (error) {
      const isTransient = error instanceof Problem && transient.has(error.code)
      if (!isTransient || ctx.now().getTime() >= until) throw error
      await scheduler.wait(limits.lines.rebuildPollMs)
    }
  }
}

const transient: ReadonlySet<string> = new Set(['dataset-changed', 'dataset-locked', 'status-incompatible'])

async function patchEditableAsRead(ctx: Context, dataset: Dataset, patch: DatasetPatch): Promise<Dataset> {
  const { published } = dataset
  const change = await requestedChange(ctx, dataset, patch)
  const newSlug = changedSlug(dataset, patch)
  if (change.breaking) beginOperation(ctx, dataset, 'writeDescriptionBreaking')
  const sites = { before: dataset.metadata, after: change.metadata }
  const publicationEvents = await checkPublication(ctx, actorFor(ctx, scopesFor('write')), dataset, sites)
  if (!hasEffect(dataset, change) && !newSlug && published.status !== 'error') return dataset

  if (change.concernsWriters) await refuseBusy(ctx, dataset)
  if (newSlug) await checkSlug(ctx, datasetKind, dataset, newSlug)
  await enforceConstraints(ctx, dataset, change)
  const { stage, status } = processingAfter(published, change)
  const metadata = stage === 'index' ? withoutUpdateMarks(change.metadata) : change.metadata
  const next = nextVersion(published, change, { stage, status })
  const finalizedAt = finalizedAtAfter(published, { patch, newSlug, now: ctx.now() })
  const announcedFrom = stageOf(status)
  const state = announcedFrom ? { announcedFrom } : {}
  const run = stage && newRun(ctx, { datasetId: dataset.id, target: 'published', stage, state })
  try {
    await storePatch(ctx, dataset, {
      metadata,
      target: 'published',
      next: { ...next, ...finalizedAt },
      events: [...breakingEvents(published.schema, change.schema), ...publicationEvents],
      newSlug,
      run,
      isRebuilt: status === 'analyzed',
    })
  } catch (error) {
    await restoreConstraints(ctx, dataset, change)
    throw error
  }

  if (change.concernsWriters) await invalidateWriters(ctx, dataset, next.revision)
  if (metadata.extensions?.some(({ needsUpdate }) => needsUpdate)) await requestExtension(ctx, dataset.id)
  // With a run, its last stage finalizes the parents.
  if (!run && differs(change.schema, published.schema)) await refinalizeParents(ctx, dataset.id)
  return readAsPatched(ctx, dataset.id, status)
}

/** The change that a patch requests, with the fields of its extensions. @throws what `editableChange` and `applyExtensions` throw */
async function requestedChange(ctx: Context, dataset: Dataset, patch: DatasetPatch): Promise<EditableChange> {
  const merged = await patchedMetadata(ctx, dataset, patch)
  const fields = await requestedFields(ctx, dataset, { extensions: merged.extensions, patch })
  const metadata = withCheckedMasterData(merged, patch, fields ?? dataset.published.schema)
  return editableChange(dataset, patch, { metadata, fields })
}

/** The fields after a patch, with those of the extensions; undefined when it changes neither. */
async function requestedFields(
  ctx: Context,
  { owner, metadata, published }: Dataset,
  { extensions, patch }: { extensions: Metadata['extensions']; patch: DatasetPatch },
): Promise<readonly Field[] | undefined> {
  const timed = new Set(published.schema.flatMap(({ key, format }) => (format === 'date-time' ? key : [])))
  const zoned = patch.schema?.map((field) => (timed.has(field.key) ? field : withTimeZone(field, ctx.config.TIME_ZONE)))
  const sent = zoned && editableFields(zoned)
  const isExtended = patch.extensions !== undefined || (sent && extensions)
  if (!isExtended) return sent && ownFields(sent)
  const { schema } = published
  const before = metadata.extensions
  return applyExtensions(ctx, { owner, extensions, before, fields: sent ?? schema, schema, areComplete: true })
}

const hasEffect = ({ metadata, published }: Dataset, change: EditableChange): boolean =>
  differs([change.metadata, change.schema], [metadata, published.schema])

/** @throws `status-incompatible` during a processing, `dataset-locked` during a bulk that replaces the lines */
async function refuseBusy(ctx: Context, { id, published: { status } }: Dataset): Promise<void> {
  if (!isSettled(status)) throw problem('status-incompatible', { status })
  await refuseLocked(ctx, id)
}

type Processing = { stage?: EditableChange['stage']; status: Version['status'] }

/** The stage that a change requires and the status until it ends. A dataset in error is indexed again. */
function processingAfter({ status }: Version, change: EditableChange): Processing {
  if (change.stage && change.status) return { stage: change.stage, status: change.status }
  return status === 'error' ? { stage: 'index', status: 'analyzed' } : { status }
}

/** The metadata of a table that is built again: it has the new values of its extensions. */
function withoutUpdateMarks(metadata: Metadata): Metadata {
  const { extensions } = metadata
  return extensions ? { ...metadata, extensions: withoutNeedsUpdate(extensions) } : metadata
}

/** The version after a change: writes that are based on an earlier revision are rejected. */
function nextVersion(
  published: Version,
  { schema, concernsWriters }: EditableChange,
  { stage, status }: Processing,
): Version & { revision: number } {
  const { errorStatus: _, errorRetry: __, ...withoutError } = published
  const revision = (published.revision ?? 0) + (concernsWriters ? 1 : 0)
  const next = { ...withoutError, status, schema, revision }
  // Until the new table is served, readers get the columns of the last published schema.
  return stage === 'index' ? { ...next, servedSchema: published.servedSchema ?? published.schema } : next
}

/** The dataset with the status of the patch: the queue may have changed it since, and clients expect the first one. */
async function readAsPatched(ctx: Context, id: string, status: Version['status']): Promise<Dataset> {
  const dataset = await readDataset(ctx, id)
  return { ...dataset, published: { ...dataset.published, status } }
}
