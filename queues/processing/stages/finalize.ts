import type { Context } from '../../../worker/context'
import { type AttachedArchive, type Dataset, nextVersionDate, type Version } from '../../../worker/datasets'
import { withExtensionFields } from '../../../worker/datasets/extensions'
import type { JournalEvent } from '../../../worker/datasets/journal'
import { publishVersion, type RunState } from '../../../worker/datasets/runs'
import { refinalizeParents } from '../../../worker/datasets/virtual'
import { bookmarkOf, openSession } from '../../../worker/db/lines-databases'
import { problem } from '../../../worker/errors'
import { limits } from '../../../worker/limits'
import { dateRange } from '../../../worker/lines'
import { segmentTables, type TablePointer } from '../../../worker/lines/storage'
import { hasFileFields } from '../../../worker/schema/attachment-fields'
import { datedFields } from '../../../worker/schema/concepts'
import type { Field } from '../../../worker/schema/field'
import { mergeSchema } from '../../../worker/schema/merge-schema'
import { mailFailedFile } from '../../mail-failed-file'
import { baseSchema } from '../base-schema'
import { linesDatabase } from '../lines-database'
import type { StageInput } from '../stage'
import { finalizeVirtual } from './finalize-virtual'
import { structureProblem } from './validate'

/**
 * Completes the version that a run has built (count, enums, cardinalities, box, period) and publishes it
 * in one batch, guarded by the lease.
 */
export async function finalize(ctx: Context, { run, dataset, state }: StageInput): Promise<void> {
  const current = dataset[run.target]
  if (!current) throw problem('file-lost')
  if (dataset.nature === 'virtual') return finalizeVirtual(ctx, { run, dataset, current })
  if (dataset.nature === 'metaOnly') {
    const version: Version = { ...current, status: 'finalized' }
    return publishVersion(ctx, run, { version, outcome: 'publish', manual: false, quiet: true, warnings: [] })
  }
  const version = await completeVersion(ctx, { dataset, state, current })
  const isDraft = run.target === 'draft' && !state.merges
  await publishVersion(ctx, run, {
    version,
    outcome: state.cancels ? 'cancel' : isDraft ? 'wait' : 'publish',
    manual: state.merge === 'manual',
    validatedBy: state.validatedBy,
    quiet: state.rulesOnly === true || state.moves === true,
    warnings: warningEvents(state, isDraft),
  })
  if (state.cancels) {
    const failure = structureProblem(dataset.published.schema, state.fields ?? [])
    mailFailedFile(ctx, run, { dataset, failure, isDropped: true })
  }
  await refinalizeParents(ctx, dataset.id)
  await requestDerived(ctx, dataset.id, version.lines.count)
}

/** The version with the pointer of its table and the observed values of its columns. @throws `file-lost` */
async function completeVersion(
  ctx: Context,
  { dataset, state, current }: { dataset: Dataset; state: RunState; current: Version },
): Promise<Version & { lines: TablePointer }> {
  const built = state.pointer ?? current.lines
  if (!built) throw problem('file-lost')
  const schema = finalFields(dataset, state, current)
  const { pointer, timePeriod } = await observeTable(ctx, built, schema)
  const { attachments, bbox, timePeriod: _, errorStatus: __, errorRetry: ___, servedSchema: ____, ...others } = current
  // A run that builds no table keeps the box of the current one.
  const bounds = state.bounds ?? (state.pointer ? [] : (bbox ?? []))
  return {
    ...others,
    status: 'finalized',
    schema,
    lines: pointer,
    finalizedAt: nextVersionDate(ctx.now(), dataset.published.finalizedAt),
    ...(attachments ? { attachments: withIndexedSize(attachments, schema) } : {}),
    ...(pointer.layout.located ? { bbox: [...bounds] } : {}),
    ...(timePeriod ? { timePeriod } : {}),
  }
}

/** The content of attachments is read unless their column says otherwise. */
const withIndexedSize = (attachments: AttachedArchive, schema: readonly Field[]): AttachedArchive => ({
  ...attachments,
  indexedSize: hasFileFields(schema) ? (attachments.filesSize ?? 0) : 0,
})

/** Warnings about unchanged lines were recorded when these lines were stored. */
const warningEvents = ({ rulesOnly, warnings }: RunState, draft: boolean): JournalEvent[] =>
  rulesOnly ? [] : warnings.map((warning) => ({ type: 'error', problem: warning, draft }))

/** Requests the indexes and the Parquet file of a published table. */
async function requestDerived(ctx: Context, datasetId: string, lines: number): Promise<void> {
  // Creates the indexes of the replaced table again: the same queries are expected.
  if (lines >= limits.indexes.fromLines) await ctx.jobs.index(datasetId)
  // Smaller files are written on request.
  if (lines > limits.parquet.atOnce) await ctx.jobs.parquet(datasetId)
}

/** Merges the fields of the file with the schema of the draft, or the current one, which may have changed during the run. */
function finalFields(dataset: Dataset, state: RunState, current: Version): Field[] {
  const { fields, detected, observations } = state
  if (!fields || !detected) return current.schema
  const extended = fields.filter((field) => field['x-extension'])
  const merged = state.keepSchema
    ? fields
    : withExtensionFields(mergeSchema(baseSchema(dataset, current), detected), extended)
  return merged.map(({ enum: _, 'x-cardinality': __, ...field }) => ({ ...field, ...observations?.[field.key] }))
}

/** The period of a table, and its pointer with the bookmarks of its databases. */
async function observeTable(ctx: Context, built: TablePointer, fields: Field[]) {
  const dated = datedFields(fields)
  const tables = await Promise.all(
    segmentTables(built).map(async (table) => {
      const database = linesDatabase(ctx, table.shard)
      const session = ctx.config.LINES_REPLICATION ? openSession(database) : database
      const span = dated.length > 0 ? await dateRange(session, table, dated) : undefined
      if (session !== database) await session.prepare('select 1').run()
      // Everything that the run has written precedes this read of the primary.
      const bookmark = bookmarkOf(session)
      return { span, bookmarked: bookmark === undefined ? {} : { bookmark } }
    }),
  )
  const { segments } = built
  const pointer: TablePointer = {
    ...built,
    ...tables[0]?.bookmarked,
    ...(segments ? { segments: segments.map((one, at) => ({ ...one, ...tables[at]?.bookmarked })) } : {}),
  }
  return { pointer, timePeriod: timePeriodOf(tables.flatMap(({ span }) => span ?? [])) }
}

/** From the first to the last date of the fields that carry a temporal concept. */
function timePeriodOf(spans: readonly { first: string; last: string }[]): Version['timePeriod'] {
  const [startDate] = spans.map(({ first }) => first).sort()
  const endDate = spans
    .map(({ last }) => last)
    .sort()
    .at(-1)
  return startDate === undefined || endDate === undefined ? undefined : { startDate, endDate }
}
