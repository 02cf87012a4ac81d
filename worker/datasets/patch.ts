import { and, eq, ne, or, type SQL } from 'drizzle-orm'
import { audit, authorOf, scopesFor } from '../accounts'
import type { Context } from '../context'
import { tables } from '../db/client'
import { problem } from '../errors'
import { isTimeZone } from '../schema/coerce'
import { stringConcepts } from '../schema/concepts'
import type { Field } from '../schema/field'
import { compareSchemas, type SchemaChange } from './changes'
import { sendRun } from './create'
import { type DatasetPatch, type Metadata, metadataSchema, type Version } from './document'
import { asRead, onlyAsRead } from './guard'
import { addToJournal } from './journal'
import { actorFor, type Dataset, forgetDataset, permit, readDataset } from './load'
import { versionOf } from './present'
import { newRun, type Target } from './runs'
import { isSettled, stageOf } from './status'
import { fold, searchText } from './texts'

/**
 * Changes the description or the schema of a dataset (contract datasets §1.5). What does not differ is ignored; a change
 * of the data sends it to be processed again, while readers keep the version they have. On a dataset in error any patch,
 * even an empty one, tries again.
 *
 * @throws `status-incompatible`, `permission-missing`, `slug-taken`, `body-invalid`, `dataset-changed`
 */
export async function patchDataset(
  ctx: Context,
  input: { id: string; patch: DatasetPatch; draft?: boolean },
): Promise<Dataset> {
  const dataset = await readDataset(ctx, input.id)
  const target: Target = input.draft && dataset.draft ? 'draft' : 'published'
  const version = versionOf(dataset, input.draft)
  const { schema: sent, slug, ...said } = input.patch
  if (version.status === 'draft' || (sent && !isSettled(version.status))) {
    throw problem('status-incompatible', { status: version.status })
  }
  const schema = sent && fieldsSent(sent, version)
  const change: SchemaChange = schema ? compareSchemas(version.schema, schema) : { status: undefined, breaking: false }
  const newSlug = slug !== undefined && slug !== dataset.slug ? slug : undefined
  permit(ctx, dataset, change.breaking || newSlug ? 'writeDescriptionBreaking' : 'writeDescription')

  const metadata = mergeMetadata(dataset.metadata, said)
  const metadataChanged = JSON.stringify(metadata) !== JSON.stringify(dataset.metadata)
  const schemaChanged = schema !== undefined && JSON.stringify(schema) !== JSON.stringify(version.schema)
  const retries = version.status === 'error'
  if (!metadataChanged && !schemaChanged && !newSlug && !retries) return dataset
  if (newSlug) await checkSlug(ctx, dataset, newSlug)

  const now = ctx.now()
  const status = change.status ?? (retries ? (version.errorStatus ?? 'loaded') : version.status)
  const { errorStatus: _, errorRetry: __, ...sound } = version
  const next: Version = { ...sound, status, ...(schema ? { schema } : {}) }
  if (change.status && version.lines) next.servedSchema ??= version.schema
  if (newSlug && next.finalizedAt) next.finalizedAt = nextSecond(now)
  const stage = stageOf(status)
  const run =
    stage && (change.status || retries)
      ? restart(ctx, { datasetId: dataset.id, target, version: next, change })
      : undefined
  const changes = ctx.db.batch([
    onlyAsRead(ctx, dataset),
    ctx.db
      .update(tables.datasets)
      .set({
        metadata: JSON.stringify(metadata),
        sortTitle: fold(metadata.title),
        searchText: searchText(metadata, dataset.owner),
        ...(newSlug ? { slug: newSlug } : {}),
        ...(target === 'published'
          ? { published: JSON.stringify(next), status: next.status }
          : { draft: JSON.stringify(next) }),
        updatedAt: now.toISOString(),
        updatedBy: JSON.stringify(authorOf(actorFor(ctx, scopesFor('write')))),
        version: dataset.version + 1,
      })
      .where(eq(tables.datasets.id, dataset.id)),
    ...(run?.statements ?? []),
    ...(change.status && change.status !== 'indexed'
      ? [addToJournal(ctx, dataset.id, { type: 'structure-updated', draft: target === 'draft' })]
      : []),
    audit(ctx, 'patchDataset', `datasets/${dataset.id}`),
  ])
  await asRead(dataset.id, changes)
  forgetDataset(dataset.id)
  if (run) await sendRun(ctx, run.id)
  return readDataset(ctx, dataset.id)
}

/** A file is read again from its analysis on: that is what types, positions and the search index come from. */
function restart(
  ctx: Context,
  { datasetId, target, version, change }: { datasetId: string; target: Target; version: Version; change: SchemaChange },
) {
  const { file, status } = version
  const stage = stageOf(status) ?? 'store'
  const state = {
    ...(change.status ? { keepSchema: true } : {}),
    ...(file ? { object: file.object, size: file.size } : {}),
  }
  if (stage === 'finalize' && change.status === 'indexed') return newRun(ctx, { datasetId, target, stage, state })
  // What is read was prepared by the first stage: without it, that is where to start from.
  return newRun(ctx, { datasetId, target, stage: stage === 'store' || !file ? 'store' : 'analyze', state })
}

/**
 * The fields sent, as they are to be stored: without the calculated ones, types forced where a concept asks for text.
 * A type chosen by hand is kept for the next files as `x-transform`.
 */
function fieldsSent(sent: readonly Field[], version: Version): Field[] {
  const inFile = new Set(version.file?.schema?.map((field) => field.key))
  const known = new Map(version.schema.map((field) => [field.key, field]))
  return sent
    .filter((field) => !field['x-calculated'])
    .map((field) => {
      const old = known.get(field.key)
      if (!old && !inFile.has(field.key)) {
        throw problem('body-invalid', { reason: `the file has no column for the field "${field.key}"` })
      }
      const { label: _, 'x-concept': __, ...kept } = field
      const stored: Field = { ...kept }
      for (const key of Object.keys(stored)) if (stored[key] === null) delete stored[key]
      if (field['x-refersTo'] && stringConcepts.has(field['x-refersTo'])) stored.type = 'string'
      if (stored.timeZone && !isTimeZone(stored.timeZone)) {
        throw problem('body-invalid', { reason: `"${stored.timeZone}" is not a time zone` })
      }
      // Unless a transformation is sent with it, the new type is the one to keep for the next files.
      const sameTransform =
        JSON.stringify(stored['x-transform'] ?? null) === JSON.stringify(old?.['x-transform'] ?? null)
      if (old && stored.type !== old.type && sameTransform) {
        stored['x-transform'] = { ...stored['x-transform'], type: stored.type }
      }
      return stored
    })
}

function mergeMetadata(current: Metadata, said: Omit<DatasetPatch, 'schema' | 'slug'>): Metadata {
  const merged = { ...current, ...said }
  return metadataSchema.parse(Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null)))
}

async function checkSlug(ctx: Context, dataset: Dataset, slug: string): Promise<void> {
  const { datasets } = tables
  const sameName: SQL | undefined = or(eq(datasets.slug, slug), eq(datasets.id, slug))
  const taken = await ctx.db
    .select({ id: datasets.id })
    .from(datasets)
    .where(
      and(
        eq(datasets.ownerType, dataset.owner.type),
        eq(datasets.ownerId, dataset.owner.id),
        ne(datasets.id, dataset.id),
        sameName,
      ),
    )
    .limit(1)
  if (taken.length > 0) throw problem('slug-taken')
}

/** Validators of HTTP caches count in seconds: a new address must not look as old as the last (contract datasets §1.5). */
function nextSecond(now: Date): string {
  return new Date(Math.ceil((now.getTime() + 1) / 1_000) * 1_000).toISOString()
}
