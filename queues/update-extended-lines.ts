/** Updates the values of extensions in the lines of an editable dataset, when the extensions have changed. */
import type { Context } from '../worker/context'
import { type Dataset, findDataset } from '../worker/datasets'
import {
  type ExtendLines,
  endExtension,
  extendStored,
  failExtension,
  lineExtender,
  linesAtOnce,
  ownFields,
  producedFields,
  resolveExtensions,
  updatableExtensions,
} from '../worker/datasets/extensions'
import { Problem } from '../worker/errors'
import { limits } from '../worker/limits'
import { recordActivity, type TablePointer } from '../worker/lines/storage'
import { claimExtension, linesToExtend, releaseExtension, writeExtended } from '../worker/lines/write'
import type { Field } from '../worker/schema/field'
import { linesDatabase } from './processing/lines-database'

/**
 * Updates slices until all lines have current values or the time of the delivery is over, and requests the rest. Readers see
 * the earlier values of a line until its slice is written. A line that cannot be extended puts the dataset in error.
 */
export async function updateExtendedLines(ctx: Context, id: string): Promise<void> {
  const dataset = await findDataset(ctx, id)
  if (!dataset?.metadata.extensions?.some(({ needsUpdate }) => needsUpdate)) return
  // A run ends with current values, or leaves the request to the cron.
  if (dataset.nature !== 'rest' || dataset.published.status !== 'finalized') return
  const extension = await openExtension(ctx, dataset)
  if (extension) {
    const { db, pointer, revision } = extension
    const { run } = pointer
    const after = await claimExtension(db, run, { revision, now: ctx.now() })
    if (after === undefined) return
    try {
      const isDone = await extendSlices(ctx, extension, after)
      await releaseExtension(db, run, revision)
      if (!isDone) return await ctx.jobs.extend(id)
    } catch (error) {
      await releaseExtension(db, run, revision)
      if (!(error instanceof Problem) || error.status >= 500) throw error
      return await failExtension(ctx, dataset, { code: error.code, params: error.params })
    }
    // The statistics follow, as they follow a write.
    await recordActivity(db, run, { now: ctx.now() })
  }
  await endExtension(ctx, dataset)
  await ctx.jobs.refresh(id, 0)
}

type Extension = {
  db: D1Database
  pointer: TablePointer
  revision: number
  schema: readonly Field[]
  extend: ExtendLines
  keys: readonly string[]
  /** Lines of one slice. */
  size: number
}

/** Undefined when no extension is active, or none has a source. */
async function openExtension(ctx: Context, { owner, metadata, published }: Dataset): Promise<Extension | undefined> {
  const { lines: pointer, revision = 0 } = published
  const { extensions } = metadata
  const stored = { extensions, schema: published.schema }
  const resolved = await resolveExtensions(ctx, { owner, extensions, stored })
  const { extensions: updatable, schema } = updatableExtensions(resolved, published.schema)
  const extend = lineExtender(updatable, ownFields(schema))
  if (!pointer || !extend) return undefined
  const keys = producedFields(updatable, ownFields(schema)).map(({ key }) => key)
  const size = linesAtOnce(updatable, limits.extensions.updateLines)
  return { db: linesDatabase(ctx, pointer.shard), pointer, revision, schema, extend, keys, size }
}

/** @returns false when the time is over */
async function extendSlices(ctx: Context, extension: Extension, from: number): Promise<boolean> {
  const { db, pointer, revision, schema, extend, keys, size } = extension
  const end = ctx.now().getTime() + limits.processing.sliceMs
  for (let after = from; ; ) {
    const lines = await linesToExtend(db, pointer, { fields: schema, after, size })
    const last = lines.at(-1)
    if (!last) return true
    const values = await extendStored(extend, lines)
    const extended = lines.map(({ i }, at) => ({ i, values: values[at] ?? {} }))
    const slice = { revision, after, to: last.i, keys, lines: extended, now: ctx.now() }
    if (!(await writeExtended(db, pointer, slice))) throw new Error('the lines have changed while they were extended')
    after = last.i
    if (ctx.now().getTime() > end) return false
    // Requests of readers and writers come between two slices.
    await scheduler.wait(0)
  }
}
