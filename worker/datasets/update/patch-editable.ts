import type { Context } from '../../context'
import { Problem, problem } from '../../errors'
import { scopesFor } from '../../identity'
import { limits } from '../../limits'
import { checkPublication, checkSlug } from '../../resources'
import { refuseLocked } from '../editable/bulk-lock'
import { editableChange, enforceConstraints, invalidateWriters } from '../editable/change'
import { editableFields } from '../editable/options'
import { applyExtensions, checkUpdateCycle, ownFields, requestExtension, withoutNeedsUpdate } from '../extensions'
import { checkedMasterData } from '../master-data/check'
import type { DatasetPatch, Version } from '../metadata/document'
import { datasetKind } from '../metadata/kind'
import { actorFor, beginOperation, type Dataset, readDataset } from '../metadata/load'
import { isSettled } from '../metadata/status'
import { newRun } from '../runs/runs'
import { refinalizeParents } from '../virtual/parents'
import { breakingEvents, finalizedAtAfter, mergeMetadata, storePatch } from './store-patch'

/**
 * Changes the description or the schema of an editable dataset: its lines are copied to another table when their columns change. A patch that conflicts
 * with another change, or with the refresh after a write, is retried on the new state.
 */
export async function patchEditable(ctx: Context, read: Dataset, patch: DatasetPatch): Promise<Dataset> {
  const until = ctx.now().getTime() + limits.lines.rebuildWaitMs
  for (let dataset = read; ; dataset = await readDataset(ctx, read.id)) {
    try {
      return await patchEditableAsRead(ctx, dataset, patch)
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
  const { schema: _, slug, remoteFile: __, ...metadataPatch } = patch
  const metadata = mergeMetadata(dataset.metadata, metadataPatch)
  if (patch.extensions) await checkUpdateCycle(ctx, { id: dataset.id, extensions: metadata.extensions })
  const sent = patch.schema && editableFields(patch.schema)
  const isExtended = patch.extensions !== undefined || (sent && metadata.extensions)
  const fields = isExtended
    ? await applyExtensions(ctx, {
        owner: dataset.owner,
        extensions: metadata.extensions,
        before: dataset.metadata.extensions,
        fields: sent ?? published.schema,
        areComplete: true,
      })
    : sent && ownFields(sent)
  if (patch.masterData && metadata.masterData) {
    metadata.masterData = checkedMasterData(metadata.masterData, fields ?? published.schema)
  }
  const change = editableChange(dataset, patch, { metadata, fields })
  const newSlug = slug !== undefined && slug !== dataset.slug ? slug : undefined
  if (change.breaking) beginOperation(ctx, dataset, 'writeDescriptionBreaking')
  const publicationEvents = await checkPublication(ctx, actorFor(ctx, scopesFor('write')), dataset, {
    before: dataset.metadata,
    after: change.metadata,
  })
  const retries = published.status === 'error'
  const isSame =
    JSON.stringify([change.metadata, change.schema]) === JSON.stringify([dataset.metadata, published.schema])
  if (isSame && !newSlug && !retries) return dataset
  if (change.concernsWriters && !isSettled(published.status)) {
    throw problem('status-incompatible', { status: published.status })
  }
  if (change.concernsWriters) await refuseLocked(ctx, dataset.id)
  if (newSlug) await checkSlug(ctx, datasetKind, dataset, newSlug)
  await enforceConstraints(ctx, dataset, change)
  const stage = change.stage ?? (retries ? 'index' : undefined)
  const { extensions } = change.metadata
  // A table that is built again has the new values.
  if (stage === 'index' && extensions)
    change.metadata = { ...change.metadata, extensions: withoutNeedsUpdate(extensions) }
  const status = change.status ?? (retries ? 'analyzed' : published.status)
  const revision = (published.revision ?? 0) + (change.concernsWriters ? 1 : 0)
  const { errorStatus: ___, errorRetry: ____, ...withoutError } = published
  const next: Version = {
    ...withoutError,
    status,
    schema: change.schema,
    revision,
    ...finalizedAtAfter(published, { patch, newSlug, now: ctx.now() }),
  }
  // The table has the columns of the last published schema.
  if (stage === 'index') next.servedSchema ??= published.schema
  const run = stage && newRun(ctx, { datasetId: dataset.id, target: 'published', stage })
  try {
    const { metadata } = change
    await storePatch(ctx, dataset, {
      metadata,
      target: 'published',
      next,
      events: [...breakingEvents(change), ...publicationEvents],
      newSlug,
      run,
      isRebuilt: status === 'analyzed',
    })
  } catch (error) {
    await enforceConstraints(ctx, { ...dataset, metadata: change.metadata }, { ...change, metadata: dataset.metadata })
    throw error
  }
  if (change.concernsWriters) await invalidateWriters(ctx, dataset, revision)
  if (change.metadata.extensions?.some(({ needsUpdate }) => needsUpdate)) await requestExtension(ctx, dataset.id)
  if (!run && JSON.stringify(change.schema) !== JSON.stringify(published.schema))
    await refinalizeParents(ctx, dataset.id)
  return readAsPatched(ctx, dataset.id, status)
}

/** The dataset with the status of the patch: the queue may have changed it since, and clients expect the first one. */
async function readAsPatched(ctx: Context, id: string, status: Version['status']): Promise<Dataset> {
  const dataset = await readDataset(ctx, id)
  return { ...dataset, published: { ...dataset.published, status } }
}
