import { eq } from 'drizzle-orm'
import { audit } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { Problem, problem } from '../../errors'
import { scopesFor } from '../../identity'
import { limits } from '../../limits'
import { asRead, checkPublication, checkSlug, onlyAsRead, searchColumns, updateColumns } from '../../resources'
import { checkPatterns } from '../../schema/pattern/match'
import { describedAttachments } from '../attachments/attachments'
import { refuseLocked } from '../editable/bulk-lock'
import { checkConstrainable } from '../editable/options'
import { breakingKeys, editableChange, enforceConstraints, invalidateWriters } from '../editable/patch'
import { addToJournal } from '../journal/journal'
import { announceJournal } from '../journal/listeners'
import { type Approvals, type DatasetPatch, type Metadata, metadataSchema, type Version } from '../metadata/document'
import { datasetKind } from '../metadata/kind'
import { actorFor, type Dataset, forgetDataset, permit, readDataset } from '../metadata/load'
import { versionOf } from '../metadata/present'
import type { SchemaChange } from '../metadata/schema-changes'
import { isSettled, stageOf } from '../metadata/status'
import { newRun, type Target } from '../runs/runs'
import { sendRun } from '../runs/send-run'
import { withObservations } from '../runs/with-observations'
import { approveChildren, restrictedBelow } from '../virtual/approve'
import { describeVirtual } from '../virtual/describe'
import { changeOf, storedFields, virtualChange } from './patch-effect'

/**
 * Changes the description or the schema of a dataset. Unchanged properties are ignored. A change of the data starts
 * processing again, while readers are served the previous lines. Any patch of a dataset in error, even an empty one,
 * retries.
 *
 * @throws `status-incompatible`, `permission-missing`, `slug-taken`, `body-invalid`, `constraint-on-virtual`,
 *   `constraint-on-meta-only`, `dataset-changed`, and what `approveChildren`, `describeVirtual`, `checkPatterns` and
 *   `checkPublication` throw
 */
export async function patchDataset(
  ctx: Context,
  input: { id: string; patch: DatasetPatch; draft?: boolean },
): Promise<Dataset> {
  const dataset = await readDataset(ctx, input.id)
  checkPatterns(input.patch.schema ?? [])
  if (dataset.nature === 'rest') return patchEditable(ctx, dataset, input.patch)
  const target: Target = input.draft && dataset.draft ? 'draft' : 'published'
  const version = versionOf(dataset, input.draft)
  const { schema: sent, slug, ...metadataPatch } = input.patch
  checkConstrainable(dataset.nature, metadataPatch.constraints)
  const changesData = [sent, metadataPatch.projection, metadataPatch.virtual, metadataPatch.constraints].some(
    (part) => part !== undefined,
  )
  if (version.status === 'draft' || (changesData && !isSettled(version.status))) {
    throw problem('status-incompatible', { status: version.status })
  }
  const metadata = mergeMetadata(dataset.metadata, metadataPatch)
  if (metadataPatch.constraints === null) metadata.constraints = []
  const isVirtual = dataset.nature === 'virtual'
  const fields = sent ?? version.schema
  const approvals =
    isVirtual && changesData ? await approveChildren(ctx, { ...dataset, metadata }, fields, dataset) : undefined
  const schema = isVirtual
    ? approvals && (await describeVirtual(ctx, { ...dataset, metadata, approvals }, fields)).fields
    : sent && withObservations(storedFields(sent, version), version.schema)
  const change = isVirtual
    ? virtualChange(dataset, { schema, virtual: metadataPatch.virtual })
    : changeOf(dataset, version, { schema, ...metadataPatch })
  const newSlug = slug !== undefined && slug !== dataset.slug ? slug : undefined
  const breaks =
    change.breaking || newSlug !== undefined || breakingKeys.some((key) => Object.hasOwn(metadataPatch, key))
  permit(ctx, dataset, breaks ? 'writeDescriptionBreaking' : 'writeDescription')
  const sites = { before: dataset.metadata, after: metadata }
  await checkPublication(ctx, actorFor(ctx, scopesFor('write')), dataset, sites, () =>
    isVirtual ? restrictedBelow(ctx, { id: dataset.id, virtual: metadata.virtual }) : [],
  )

  const metadataChanged = JSON.stringify(metadata) !== JSON.stringify(dataset.metadata)
  const schemaChanged = schema !== undefined && JSON.stringify(schema) !== JSON.stringify(version.schema)
  const retries = version.status === 'error'
  if (!metadataChanged && !schemaChanged && !newSlug && !retries) return dataset
  if (newSlug) await checkSlug(ctx, datasetKind, dataset, newSlug)

  const now = ctx.now()
  const status = change.status ?? (retries ? (version.errorStatus ?? 'loaded') : version.status)
  const { errorStatus: _, errorRetry: __, ...withoutError } = version
  const next: Version = { ...withoutError, status, ...(schema ? { schema } : {}) }
  // Checking rules does not rewrite lines, so the new schema applies to the served lines at once.
  if (change.status && change.status !== 'validation-updated' && version.lines) next.servedSchema ??= version.schema
  if (newSlug && next.finalizedAt) next.finalizedAt = nextSecond(now)
  else if (metadataPatch.thumbnails !== undefined && next.finalizedAt) next.finalizedAt = now.toISOString()
  const stage = stageOf(status)
  const run =
    stage && (change.status || retries)
      ? isVirtual
        ? newRun(ctx, { datasetId: dataset.id, target, stage: 'finalize' })
        : restart(ctx, { datasetId: dataset.id, target, version: next, change })
      : undefined
  const isRebuilt = change.status !== undefined && change.status !== 'indexed' && change.status !== 'validation-updated'
  await storePatch(ctx, dataset, {
    metadata,
    approvals,
    target,
    next,
    newSlug,
    run,
    isRebuilt,
    breaks: change.breaking,
  })
  return readDataset(ctx, dataset.id)
}

/** Writes a patch and its run in one batch, then sends the run to the queue. @throws `dataset-changed` */
async function storePatch(
  ctx: Context,
  dataset: Dataset,
  input: {
    metadata: Metadata
    approvals?: Approvals | undefined
    target: Target
    next: Version
    newSlug: string | undefined
    run: ReturnType<typeof newRun> | undefined
    isRebuilt: boolean
    /** A field is removed or changes its type: adds a breaking-change event to the log of the account. */
    breaks: boolean
  },
): Promise<void> {
  const { metadata, approvals, target, next, newSlug, run } = input
  const changes = ctx.db.batch([
    onlyAsRead(ctx, datasetKind, dataset),
    ctx.db
      .update(tables.datasets)
      .set({
        metadata: JSON.stringify(metadata),
        ...searchColumns(metadata, dataset.owner),
        ...(newSlug ? { slug: newSlug } : {}),
        ...(approvals ? { approvals: JSON.stringify(approvals) } : {}),
        ...(target === 'published'
          ? { published: JSON.stringify(next), status: next.status }
          : { draft: JSON.stringify(next) }),
        ...updateColumns(ctx, actorFor(ctx, scopesFor('write'))),
        version: dataset.version + 1,
      })
      .where(eq(tables.datasets.id, dataset.id)),
    ...(run?.statements ?? []),
    ...(input.isRebuilt
      ? [addToJournal(ctx, dataset.id, { type: 'structure-updated', draft: target === 'draft' })]
      : []),
    ...(input.breaks ? [addToJournal(ctx, dataset.id, { type: 'breaking-change', logOnly: true })] : []),
    audit(ctx, 'patchDataset', `datasets/${dataset.id}`),
  ])
  await asRead(datasetKind, dataset.id, changes)
  forgetDataset(dataset.id)
  if (run || input.breaks) await announceJournal(ctx, dataset.id)
  if (run) await sendRun(ctx, run.id)
}

/**
 * The same for an editable dataset: its lines are copied to another table when their columns change. A patch that conflicts
 * with another change, or with the refresh after a write, is retried on the new state.
 */
async function patchEditable(ctx: Context, read: Dataset, patch: DatasetPatch): Promise<Dataset> {
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
  const { schema: _, slug, ...metadataPatch } = patch
  const change = editableChange(dataset, patch, mergeMetadata(dataset.metadata, metadataPatch))
  const newSlug = slug !== undefined && slug !== dataset.slug ? slug : undefined
  permit(ctx, dataset, change.breaking || newSlug ? 'writeDescriptionBreaking' : 'writeDescription')
  await checkPublication(ctx, actorFor(ctx, scopesFor('write')), dataset, {
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
  const status = change.status ?? (retries ? 'analyzed' : published.status)
  const revision = (published.revision ?? 0) + (change.concernsWriters ? 1 : 0)
  const { errorStatus: ___, errorRetry: ____, ...withoutError } = published
  const next: Version = { ...withoutError, status, schema: change.schema, revision }
  // The table has the columns of the last published schema.
  if (stage === 'index') next.servedSchema ??= published.schema
  if (newSlug && next.finalizedAt) next.finalizedAt = nextSecond(ctx.now())
  const run = stage && newRun(ctx, { datasetId: dataset.id, target: 'published', stage })
  try {
    const { metadata } = change
    await storePatch(ctx, dataset, {
      metadata,
      target: 'published',
      next,
      breaks: change.breaking,
      newSlug,
      run,
      isRebuilt: status === 'analyzed',
    })
  } catch (error) {
    await enforceConstraints(ctx, { ...dataset, metadata: change.metadata }, { ...change, metadata: dataset.metadata })
    throw error
  }
  if (change.concernsWriters) await invalidateWriters(ctx, dataset, revision)
  return readAsPatched(ctx, dataset.id, status)
}

/** The dataset with the status of the patch: the queue may have changed it since, and clients expect the first one. */
async function readAsPatched(ctx: Context, id: string, status: Version['status']): Promise<Dataset> {
  const dataset = await readDataset(ctx, id)
  return { ...dataset, published: { ...dataset.published, status } }
}

/** The run that processes a file again from its analysis, which determines types, geometries and the search index. */
function restart(
  ctx: Context,
  { datasetId, target, version, change }: { datasetId: string; target: Target; version: Version; change: SchemaChange },
) {
  const { file, status } = version
  const stage = stageOf(status) ?? 'store'
  const isServedAsIs = target === 'published' && version.lines !== undefined && version.servedSchema === undefined
  const state = {
    ...(change.status ? { keepSchema: true } : {}),
    ...(change.status === 'validation-updated' && isServedAsIs ? { rulesOnly: true } : {}),
    ...(file ? { object: file.object, size: file.size } : {}),
  }
  if (stage === 'finalize' && change.status === 'indexed') return newRun(ctx, { datasetId, target, stage, state })
  // The stage `store` writes the file that the analysis reads: without that file, processing starts there.
  return newRun(ctx, { datasetId, target, stage: stage === 'store' || !file ? 'store' : 'analyze', state })
}

function mergeMetadata(current: Metadata, metadataPatch: Omit<DatasetPatch, 'schema' | 'slug'>): Metadata {
  const merged = { ...current, ...metadataPatch }
  if (metadataPatch.constraints === null) merged.constraints = []
  if (merged.attachments) merged.attachments = describedAttachments(merged.attachments, current.attachments ?? [])
  return metadataSchema.parse(Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null)))
}

/** The next full second: HTTP dates have seconds, and a new slug must change `Last-Modified`. */
function nextSecond(now: Date): string {
  return new Date(Math.ceil((now.getTime() + 1) / 1_000) * 1_000).toISOString()
}
