/** Moves the lines of a dataset to another database: they are read where they were until the moved ones are published. */
import type { Context } from '../../../worker/context'
import { constraintKeys } from '../../../worker/datasets/editable'
import { copyStatistics, type RunState, renewRun, reserveForRun, shardOf } from '../../../worker/datasets/runs'
import { problem } from '../../../worker/errors'
import { limits } from '../../../worker/limits'
import {
  createEditableTable,
  dropTable,
  inParts,
  readRows,
  segmentRanges,
  type TablePointer,
} from '../../../worker/lines/storage'
import { blockWrites, completeMove, moveLines, moveRevisions } from '../../../worker/lines/write'
import { linesDatabase } from '../lines-database'
import { RunTable } from '../run-table'
import type { SliceResult, StageInput } from '../stage'

/** Copies the lines of a file, as segments where the database is full. @returns `inserted` once all are there */
export async function moveFileLines(ctx: Context, { run, dataset, state, time }: StageInput): Promise<RunState> {
  const { lines: from, bbox } = dataset.published
  if (!from) throw problem('file-lost')
  const { pointer, fullAt } = state
  const table = pointer ? RunTable.open(ctx, run, { pointer, fullAt }) : await RunTable.create(ctx, run, from.layout)
  const size = Math.max(
    1,
    Math.min(limits.lines.copyRows, Math.floor(limits.lines.insertChars / from.layout.maxLineBytes)),
  )
  let after = state.copied
  for (const { shard, to } of segmentRanges(from)) {
    while (after < to) {
      const rows = await readRows(linesDatabase(ctx, shard), from, { after, size })
      const [first] = rows
      if (!first) break
      await table.insert({ from: Number(first[0]), count: rows.length, bytes: 0, texts: inParts(rows) })
      after = Number(rows.at(-1)?.[0] ?? after)
      await time.pause(run, Math.floor((100 * table.pointer.count) / Math.max(1, from.count)))
      if (time.isOver()) return { ...state, ...table.state, copied: after }
    }
  }
  await table.finish()
  const { pointer: moved } = table
  await copyStatistics(ctx, { from: from.run, to: run.id })
  return {
    ...state,
    ...table.state,
    pointer: { ...moved, valueBytes: from.valueBytes },
    inserted: true,
    attachmentsRead: true,
    lastLine: after,
    ...(bbox ? { bounds: boundsOf(bbox) } : {}),
  }
}

function boundsOf([west = 0, south = 0, east = 0, north = 0]: readonly number[]): NonNullable<RunState['bounds']> {
  return [west, south, east, north]
}

/** Closes a table of editable lines for writes, which wait, and copies it with its revisions. */
export async function moveEditable(ctx: Context, { run, dataset, state, time }: StageInput): Promise<SliceResult> {
  const { metadata, published } = dataset
  const from = published.lines
  if (!from) throw problem('file-lost')
  const [source, target] = [linesDatabase(ctx, from.shard), linesDatabase(ctx, shardOf(run))]
  const before = await blockWrites(source, from.run)
  if (!before) throw problem('file-lost')
  const pointer: TablePointer = state.pointer ?? { ...from, shard: shardOf(run), run: run.id, count: before.count }
  const { history, shard } = pointer
  if (history !== undefined) await reserveForRun(ctx, run, 'lines', [{ shard, run: history }])
  if (!state.pointer) {
    // An earlier delivery may have created the table without recording it.
    if (!(await renewRun(ctx, run, run.progress))) throw new Error('the lease of the run was lost')
    await dropTable(target, run.id)
    await createEditableTable(target, pointer, { revision: before.revision, constraints: constraintKeys(metadata) })
  }
  let now: RunState = { ...state, pointer }
  const move = (after: number) => ({ from: source, to: target, after, size: limits.lines.copyRows })
  while (!now.inserted) {
    const last = await moveLines(move(now.copied), from, run.id)
    now = last === undefined ? { ...now, inserted: true } : { ...now, copied: last }
    await time.pause(run, Math.floor((100 * now.copied) / Math.max(1, before.seq)))
    if (time.isOver()) return { done: false, state: now }
  }
  while (history !== undefined) {
    const last = await moveRevisions(move(now.copiedRevisions), history)
    if (last === undefined) break
    now = { ...now, copiedRevisions: last }
    await time.pause(run, 100)
    if (time.isOver()) return { done: false, state: now }
  }
  await completeMove(target, run.id, before)
  return { done: true, state: now }
}
