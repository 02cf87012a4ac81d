import type { Context } from '../../../worker/context'
import { describe, problem } from '../../../worker/errors'
import { limits } from '../../../worker/limits'
import type { TablePointer } from '../../../worker/lines/storage'
import { createTable, dropTable, indexForSearch } from '../../../worker/lines/storage'
import { readAttachments } from '../attachments'
import { keyAlgorithmOf } from '../columns'
import { linesDatabase } from '../database'
import { LineWriter } from '../line-writer'
import { loadCursor, type Position, Reading, saveCursor } from '../reading'
import type { StageInput } from '../stage'
import type { Outcome, RunState } from '../state'
import { checkUnique } from './check-unique'

/**
 * Fills the table of the run unless the analysis did, checks unicity constraints, reads attachments, then fills the search
 * index, slice by slice. The primary key of a line is its number in the file, so that a repeated slice has no effect; the
 * search index stores its own progress.
 */
export async function indexLines(ctx: Context, input: StageInput): Promise<Outcome> {
  let { state } = input
  if (state.rulesOnly) return { done: true, state }
  if (!state.inserted) state = await insertSlice(ctx, input, state.pointer ?? (await openTable(ctx, input)))
  if (!state.inserted) return { done: false, state }
  if (state.searched === 0) await checkUnique(ctx, { ...input, state })
  if (!state.attachmentsRead) state = await readAttachments(ctx, { ...input, state })
  return state.attachmentsRead ? searchSlice(ctx, { ...input, state }) : { done: false, state }
}

async function openTable(ctx: Context, { run, state }: StageInput): Promise<TablePointer> {
  if (!state.layout) throw problem('file-lost')
  const pointer: TablePointer = { shard: 0, run: run.id, layout: state.layout, count: 0 }
  const db = linesDatabase(ctx, pointer.shard)
  // A table left by an earlier delivery has another layout, or was never recorded.
  await dropTable(db, pointer.run)
  await createTable(db, pointer)
  return pointer
}

async function insertSlice(
  ctx: Context,
  { run, dataset, state, pace }: StageInput,
  pointer: TablePointer,
): Promise<RunState> {
  const { source, fields = [], columns = [], detected = [] } = state
  if (!source) throw problem('file-lost')
  const transforming = { fields, algorithm: keyAlgorithmOf(dataset, dataset[run.target]) }
  const reading = new Reading(
    source,
    transforming,
    state.cursor ? await loadCursor<Position>(ctx, state.cursor) : undefined,
  )
  const form = { fields, columns, detected, projection: dataset.metadata.projection?.code ?? state.projection }
  const writer = new LineWriter(linesDatabase(ctx, pointer.shard), pointer, form, state)
  const maxLines = state.merges ? Number.POSITIVE_INFINITY : limits.lines.draftRows

  const ended = await reading.run(
    ctx,
    (record) => {
      if (writer.count < maxLines) writer.add(record)
    },
    async () => {
      await writer.drain()
      await pace.pause(run, reading.progress)
      return pace.isOver() || writer.count >= maxLines
    },
  )
  await writer.finish()
  const { cursor: _, ...rest } = state
  const written: RunState = {
    ...rest,
    pointer: { ...pointer, count: writer.count },
    bounds: writer.bounds,
    refusedLines: writer.refusedLines,
    refusals: writer.refusals,
  }
  if (ended || writer.count >= maxLines) return { ...written, inserted: true, warnings: withRefusals(written) }
  const memory = reading.position()
  return { ...written, cursor: await saveCursor(ctx, { object: source.object, run: run.id, step: run.step, memory }) }
}

async function searchSlice(ctx: Context, { run, state, pace }: StageInput): Promise<Outcome> {
  const { pointer, lastLine } = state
  if (!pointer) throw problem('file-lost')
  let { searched } = state
  while (pointer.layout.searchable.length > 0 && searched < lastLine) {
    const to = Math.min(searched + limits.lines.searchRows, lastLine)
    // The index stores its own progress: a repeated slice is skipped.
    searched = await indexForSearch(linesDatabase(ctx, pointer.shard), pointer, searched, to)
    await pace.pause(run, Math.floor((100 * searched) / lastLine))
    if (pace.isOver() && searched < lastLine) return { done: false, state: { ...state, searched } }
  }
  return { done: true, state: { ...state, searched } }
}

/** Rejects the file when too many lines are refused; otherwise the journal gets their number and examples. */
function withRefusals({ warnings, refusedLines, refusals, pointer }: RunState): RunState['warnings'] {
  if (refusedLines === 0) return warnings
  const lines = refusedLines + (pointer?.count ?? 0)
  const examples = refusals.map((refusal) => `\n${describe(refusal, 'en')}`).join('')
  if (refusedLines > lines * limits.processing.maxBadLineShare) {
    throw problem('lines-refused', { share: Math.round((100 * refusedLines) / lines), examples })
  }
  return [...warnings, { code: 'lines-left-out', params: { count: refusedLines, examples } }]
}
