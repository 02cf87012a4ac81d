import { actorFor } from '../../accounts'
import type { Context } from '../../context'
import { problem } from '../../errors'
import { authorOf, scopesFor } from '../../identity'
import { checkPublication, checkSlug, retryChange } from '../../resources'
import type { Field } from '../../schema/field'
import { checkPatterns } from '../../schema/pattern/match'
import { checkConstrainable } from '../editable/description'
import { checkExtensible } from '../extensions'
import { breakingEvents } from '../journal/journal'
import type { Dataset } from '../metadata/dataset'
import type { DatasetPatch, Version } from '../metadata/document'
import { metadataWithDraft, splitDescription } from '../metadata/draft-description'
import { datasetKind } from '../metadata/kind'
import { beginOperation, readDataset } from '../metadata/load'
import { versionOf } from '../metadata/present'
import { withPrivateConcepts } from '../metadata/private-concepts'
import type { SchemaChange } from '../metadata/schema-changes'
import { isSettled, stageOf } from '../metadata/status'
import {
  addRemoteFile,
  changeRemoteFile,
  checkUnsecured,
  mayEditCollector,
  type RemoteFileChange,
  removeRemoteFile,
} from '../remote-file/collector'
import { awaitsFirstFile } from '../remote-file/first-file'
import { newRun, type Target } from '../runs/runs'
import { restrictedDescendants } from '../virtual/approve'
import { refinalizeParents } from '../virtual/refinalize'
import { patchEditable } from './patch-editable'
import { patchOperations } from './patch-operations'
import { changedSlug } from './patched-metadata'
import { changesData, requestedChange } from './requested-change'
import { finalizedAtAfter, storePatch } from './store-patch'

type Patch = { id: string; patch: DatasetPatch; draft?: boolean }

/**
 * Changes the description or the schema of a dataset. Unchanged properties are ignored. A change of the data starts
 * processing again, while readers are served the previous lines. Any patch of a dataset in error, even an empty one,
 * retries. A patch that conflicts with the end of a run is repeated on the new state, unless the schema has changed.
 *
 * @throws `status-incompatible`, `permission-missing`, `slug-taken`, `address-refused`, `not-file-based`, `body-invalid`, `constraint-on-virtual`,
 *   `constraint-on-meta-only`, `dataset-changed`, and what `approveChildren`, `describeVirtual`, `checkPatterns` and
 *   `checkPublication` throw
 */
export async function patchDataset(ctx: Context, input: Patch): Promise<Dataset> {
  const { id, draft } = input
  let firstSchema: string | undefined
  return retryChange(datasetKind, id, async () => {
    const dataset = await readDataset(ctx, id)
    const schema = JSON.stringify(versionOf(dataset, draft).schema)
    firstSchema ??= schema
    // A request has all fields: repeated, it would undo the other change of the schema.
    if (input.patch.schema && schema !== firstSchema) throw problem('dataset-changed', { id })
    return patchAsRead(ctx, dataset, input)
  })
}

async function patchAsRead(ctx: Context, dataset: Dataset, input: Patch): Promise<Dataset> {
  const { draft } = input
  permitPatch(ctx, dataset, { body: input.patch, draft })
  const patch = await withConcepts(ctx, dataset, input.patch)
  checkPatterns(patch.schema ?? [])
  if (patch.remoteFile && dataset.nature !== 'file') throw problem('not-file-based')
  if (dataset.nature === 'rest') return patchEditable(ctx, dataset, patch)
  const target: Target = draft && dataset.draft ? 'draft' : 'published'
  const version = versionOf(dataset, draft)
  checkConstrainable(dataset.nature, patch.constraints)
  checkExtensible(dataset.nature, patch.extensions)
  refuseUnsettled(version, patch)
  // Readers keep the description of the published version until the draft is validated.
  const isSeparate = target === 'draft' && dataset.published.status !== 'draft'
  const before = isSeparate ? metadataWithDraft(dataset) : dataset.metadata
  const requested = await requestedChange(ctx, { ...dataset, metadata: before }, { version, patch })
  const { schema, approvals, change } = requested
  const { metadata, description } = isSeparate
    ? splitDescription(dataset.metadata, requested.metadata)
    : { metadata: requested.metadata, description: undefined }
  refuseReplaced(dataset, target, change)
  const newSlug = changedSlug(dataset, patch)
  if (change.breaking) beginOperation(ctx, dataset, 'writeDescriptionBreaking')
  const sites = { before: dataset.metadata, after: metadata }
  const publicationEvents = await checkPublication(ctx, actorFor(ctx, scopesFor('write')), dataset, sites, () =>
    dataset.nature === 'virtual' ? restrictedDescendants(ctx, { id: dataset.id, virtual: metadata.virtual }) : [],
  )

  const metadataChanged = JSON.stringify(requested.metadata) !== JSON.stringify(before)
  const schemaChanged = schema !== undefined && JSON.stringify(schema) !== JSON.stringify(version.schema)
  const retries = version.status === 'error'
  const isAwaited = awaitsFirstFile(version)
  const remoteFile = await remoteFileChange(ctx, dataset, { sent: patch.remoteFile, retries: retries && isAwaited })
  if (!metadataChanged && !schemaChanged && !newSlug && !retries && !remoteFile) return dataset
  if (newSlug) await checkSlug(ctx, datasetKind, dataset, newSlug)

  const next = nextVersion(ctx, version, { patch, target, schema, change, newSlug })
  if (isSeparate) next.description = description
  const isProcessed = stageOf(next.status) && !isAwaited && (change.status || retries)
  const run = isProcessed ? runOf(ctx, dataset, { target, version: next, change }) : undefined
  await storePatch(ctx, dataset, {
    metadata,
    approvals,
    target,
    next,
    newSlug,
    run,
    isRebuilt: change.status !== undefined && change.status !== 'indexed' && change.status !== 'validation-updated',
    events: [...(schema && target === 'published' ? breakingEvents(version.schema, schema) : []), ...publicationEvents],
    remoteFile,
  })
  // A run finalizes them itself.
  if (schemaChanged && target === 'published' && !run) await refinalizeParents(ctx, dataset.id)
  return readDataset(ctx, dataset.id)
}

async function withConcepts(ctx: Context, { owner }: Dataset, patch: DatasetPatch): Promise<DatasetPatch> {
  return patch.schema ? { ...patch, schema: await withPrivateConcepts(ctx, owner, patch.schema) } : patch
}

/** @throws `status-incompatible` for a draft that waits, and for a change of data that are being processed or awaited */
function refuseUnsettled(version: Version, patch: DatasetPatch): void {
  const { status } = version
  const isReady = isSettled(status) && !awaitsFirstFile(version)
  if (status === 'draft' || (changesData(patch) && !isReady)) throw problem('status-incompatible', { status })
}

/** A draft that is being processed was built for the current schema and takes the place of this version. @throws `status-incompatible` */
function refuseReplaced({ draft }: Dataset, target: Target, change: SchemaChange): void {
  if (!change.status || target !== 'published' || !draft || isSettled(draft.status)) return
  throw problem('status-incompatible', { status: draft.status })
}

/** The version after a patch: its status is that of the stage to which the processing goes back, if any. */
function nextVersion(
  ctx: Context,
  version: Version,
  input: {
    patch: DatasetPatch
    target: Target
    schema: Field[] | undefined
    change: SchemaChange
    newSlug: string | undefined
  },
): Version {
  const { patch, target, schema, change, newSlug } = input
  const now = ctx.now()
  const { errorStatus = 'loaded', errorRetry: _, ...withoutError } = version
  const next: Version = {
    ...withoutError,
    status: change.status ?? (version.status === 'error' ? errorStatus : version.status),
    ...(schema ? { schema } : {}),
    ...finalizedAtAfter(version, { patch, newSlug, now }),
  }
  if (target === 'draft') {
    if (schema) next.definesSchema = true
    next.dataUpdatedAt = now.toISOString()
    next.dataUpdatedBy = authorOf(actorFor(ctx, scopesFor('write')))
  }
  // Checking rules does not rewrite lines, so the new schema applies to the served lines at once.
  if (change.status && change.status !== 'validation-updated' && version.lines) next.servedSchema ??= version.schema
  return next
}

/** What a patch changes of the remote file, if it does. @throws `address-refused`, `remote-file-secured` */
async function remoteFileChange(
  ctx: Context,
  { id, owner, metadata, remoteFile: before }: Dataset,
  { sent, retries }: { sent: DatasetPatch['remoteFile']; retries: boolean },
): Promise<RemoteFileChange | undefined> {
  if (sent === null) return before && removeRemoteFile(ctx, id)
  const actor = actorFor(ctx, scopesFor('write'))
  const author = authorOf(actor)
  if (!before) {
    const dataset = { id, title: metadata.title, owner }
    return sent && addRemoteFile(ctx, { dataset, sent, author })
  }
  if (!sent && !retries) return undefined
  if (sent && sent.url !== before.url && !mayEditCollector(actor, owner)) await checkUnsecured(ctx, id)
  const change = changeRemoteFile(ctx, { datasetId: id, before, sent: sent ?? { url: before.url }, author, retries })
  return change.statements.length > 0 ? change : undefined
}

/** Checks the permissions that a patch needs, before the body is validated. @throws what `beginOperation` throws */
export function permitPatch(
  ctx: Context,
  dataset: Dataset,
  { body, draft }: { body: unknown; draft?: boolean | undefined },
) {
  const { schema } = versionOf(dataset, draft)
  for (const operation of patchOperations(dataset, schema, body)) beginOperation(ctx, dataset, operation)
}

/**
 * The run after a patch. A file is processed again from its analysis, which determines types, geometries and the search index, or
 * from `store` when its stored text is missing; a virtual dataset from `finalize` only.
 */
function runOf(
  ctx: Context,
  { id: datasetId, nature }: Dataset,
  { target, version, change }: { target: Target; version: Version; change: SchemaChange },
) {
  if (nature === 'virtual') return newRun(ctx, { datasetId, target, stage: 'finalize' })
  const { file, status } = version
  const stage = stageOf(status) ?? 'store'
  const isServedAsIs = target === 'published' && version.lines !== undefined && version.servedSchema === undefined
  const state = {
    ...(change.status ? { keepSchema: true, announcedFrom: stage } : {}),
    ...(change.status === 'validation-updated' && isServedAsIs ? { rulesOnly: true } : {}),
    ...(file ? { object: file.object, size: file.size } : {}),
  }
  if (stage === 'finalize' && change.status === 'indexed') return newRun(ctx, { datasetId, target, stage, state })
  // The stage `store` writes the file that the analysis reads: without that file, processing starts there.
  return newRun(ctx, { datasetId, target, stage: stage === 'store' || !file ? 'store' : 'analyze', state })
}
