import type { Context } from '../../../worker/context'
import type { Version } from '../../../worker/datasets'
import { measureLines } from '../../../worker/datasets/lines-api'
import { publishVersion } from '../../../worker/datasets/runs'
import { refinalizeParents } from '../../../worker/datasets/virtual'
import { problem } from '../../../worker/errors'
import { dateRange } from '../../../worker/lines'
import { readState, recordActivity, recordObservations } from '../../../worker/lines/storage'
import { observeLines } from '../../../worker/lines/write'
import { attachmentField } from '../../../worker/schema/attachment-fields'
import { datedFields } from '../../../worker/schema/concepts'
import { linesDatabase } from '../lines-database'
import type { StageInput } from '../stage'

/** Updates the observations of an editable dataset, and publishes the table that the run has filled, if any. */
export async function finalizeEditable(ctx: Context, { run, dataset, state }: StageInput): Promise<void> {
  const current = dataset.published
  const built = state.pointer ?? current.lines
  if (!built) throw problem('file-lost')
  const db = linesDatabase(ctx, built.shard)
  const lines = await readState(db, built.run)
  if (!lines) throw problem('file-lost')
  const { history, ...table } = built
  const keepsHistory = dataset.metadata.rest?.history === true && history !== undefined
  const pointer = { ...table, count: lines.count, ...(keepsHistory ? { history } : {}) }
  const fields = current.schema
  const { box, fields: observed } = await observeLines(db, pointer, fields)
  const { storage, longestBytes } = await measureLines(ctx, db, { dataset: dataset.id, pointer })
  const span = await dateRange(db, pointer, datedFields(fields))
  const { bbox: _, timePeriod: __, errorStatus: ___, errorRetry: ____, servedSchema: _____, ...others } = current
  const written = [lines.updatedAt, current.finalizedAt].flatMap((date) => (date ? Date.parse(date) + 1 : []))
  const version: Version = {
    ...others,
    status: 'finalized',
    schema: fields.map(({ enum: _, 'x-cardinality': __, ...field }) => ({
      ...field,
      key: field.key,
      type: field.type,
      ...observed[field.key],
    })),
    lines: { ...pointer, longestBytes },
    count: lines.count,
    storage,
    finalizedAt: new Date(Math.max(ctx.now().getTime(), ...written)).toISOString(),
    ...(box ? { bbox: box } : {}),
    ...(span ? { timePeriod: { startDate: span.first, endDate: span.last } } : {}),
  }
  // A refresh reads the attachments that the lines of a new table name, and deletes those that neither lines nor revisions name any more.
  const isNewTable = state.pointer !== undefined || state.filling !== undefined
  const losesHistory = history !== undefined && !keepsHistory
  const readsLater = (isNewTable || losesHistory) && attachmentField(fields) !== undefined
  if (readsLater) await recordActivity(db, built.run, { now: ctx.now() })
  // The statistics include every write so far: the next one is the first since.
  else await recordObservations(db, built.run, { pending: lines.pending, now: ctx.now().getTime() })
  await publishVersion(ctx, run, {
    version,
    outcome: 'publish',
    manual: false,
    warnings: state.warnings.map((warning) => ({ type: 'error', problem: warning, draft: false })),
  })
  await refinalizeParents(ctx, dataset.id)
  if (readsLater) await ctx.jobs.refresh(dataset.id, 0)
}
