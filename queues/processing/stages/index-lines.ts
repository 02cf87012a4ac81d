import type { Context } from '../../../worker/context'
import { countEvents, extensionsOf, resolveExtensions } from '../../../worker/datasets/extensions'
import { journalStep } from '../../../worker/datasets/journal'
import type { RunState } from '../../../worker/datasets/runs'
import { problem } from '../../../worker/errors'
import { limits } from '../../../worker/limits'
import { indexForSearch, segmentRanges } from '../../../worker/lines/storage'
import { addStatistics, keyRulesOf } from '../describe-columns'
import { type ExtensionState, FileEnricher } from '../file-enricher'
import { LineWriter, type UnextendedLine } from '../line-writer'
import { linesDatabase } from '../lines-database'
import { readAttachments } from '../read-attachments'
import { RunTable } from '../run-table'
import { saveDiagnostic } from '../save-diagnostic'
import { loadCursor, type ReadPosition, SourceReader, saveCursor } from '../source-reader'
import type { SliceResult, StageInput } from '../stage'
import type { StoredProfilesState } from '../stored-profiles'
import { checkUnique } from './check-unique'
import { moveFileLines } from './move-lines'

/**
 * Fills the table of the run unless the analysis did, checks uniqueness constraints, reads attachments, then fills the search
 * index, slice by slice. The primary key of a line is its number in the file, so that a repeated slice has no effect; the
 * search index stores its own progress.
 */
export async function indexLines(ctx: Context, input: StageInput): Promise<SliceResult> {
  let { state } = input
  if (state.rulesOnly) return { done: true, state }
  if (!state.inserted) {
    state = await (state.moves ? moveFileLines(ctx, input) : insertSlice(ctx, input, await openTable(ctx, input)))
  }
  if (!state.inserted) return { done: false, state }
  if (state.searched === 0 && !state.moves) await checkUnique(ctx, { ...input, state })
  if (!state.attachmentsRead) state = await readAttachments(ctx, { ...input, state })
  return state.attachmentsRead ? searchSlice(ctx, { ...input, state }) : { done: false, state }
}

async function openTable(ctx: Context, { run, state }: StageInput): Promise<RunTable> {
  const { pointer, fullAt, layout } = state
  if (pointer) return RunTable.open(ctx, run, { pointer, fullAt })
  if (!layout) throw problem('file-lost')
  return RunTable.create(ctx, run, layout)
}

/** The memory of a paused insertion. */
type Memory = {
  position: ReadPosition
  extension?: ExtensionState
  profiles: StoredProfilesState
  /** Lines that were read, without the values of their extensions. */
  waiting?: readonly UnextendedLine[]
  /** The whole file was read. */
  isRead?: boolean
}

async function insertSlice(ctx: Context, input: StageInput, table: RunTable): Promise<RunState> {
  const { run, dataset, state, time } = input
  const { source, fields = [], columns = [], detected = [] } = state
  if (!source) throw problem('file-lost')
  const transforming = { fields, keyRules: keyRulesOf(dataset, dataset[run.target]) }
  const memory = state.cursor ? await loadCursor<Memory>(ctx, state.cursor) : undefined
  const reading = new SourceReader(source, transforming, memory?.position)
  const form = { fields, columns, detected, projection: dataset.metadata.projection?.code ?? state.projection }
  const { owner, metadata } = dataset
  const active = extensionsOf(metadata, dataset[run.target])
  const extensions = await resolveExtensions(ctx, {
    ...{ owner, extensions: active },
    stored: { extensions: active, schema: fields },
  })
  const extension = FileEnricher.open(extensions, fields, memory?.extension)
  const isDraft = run.target === 'draft'
  if (extension && !memory) await journalStep(ctx, dataset, 'extend-start', isDraft)
  const writer = new LineWriter(table, form, state, extension, memory)
  const maxLines = state.merges ? Number.POSITIVE_INFINITY : limits.lines.draftRows
  const isOver = async () => {
    await time.pause(run, reading.progress)
    return time.isOver()
  }

  const isRead =
    memory?.isRead === true ||
    (await reading.run(
      ctx,
      (record) => {
        if (writer.size < maxLines) writer.add(record)
      },
      async () => {
        await writer.drain(isOver)
        return (await isOver()) || writer.size >= maxLines
      },
    ))
  await writer.finish(isOver)
  const isEnded = (isRead || writer.size >= maxLines) && writer.waiting.length === 0
  if (isEnded) await table.finish()
  const { cursor: _, ...rest } = state
  const written = {
    ...rest,
    ...table.state,
    bounds: writer.bounds,
    refusedLines: writer.refusedLines,
    refusals: writer.refusals,
    emptiedCells: writer.emptiedCells,
    emptied: writer.emptied,
    ...(extension ? { extensionCounts: extension.counts } : {}),
  }
  if (!isEnded) {
    const paused: Memory = {
      position: reading.position(),
      profiles: writer.profiles.state(),
      ...(writer.waiting.length > 0 ? { waiting: writer.waiting } : {}),
      ...(isRead || writer.size >= maxLines ? { isRead: true } : {}),
      ...(extension ? { extension: extension.state() } : {}),
    }
    const cursor = await saveCursor(ctx, { object: source.object, run: run.id, step: run.step, memory: paused })
    return { ...written, cursor }
  }
  const isAsAnalyzed = writer.emptiedCells === 0 && writer.refusedLines === 0
  const inserted = {
    ...written,
    inserted: true,
    warnings: withRefusals(written),
    observations: { ...state.observations, ...(isAsAnalyzed ? {} : writer.profiles.observations()) },
  }
  if (!isAsAnalyzed) await addStatistics(ctx, run.id, writer.profiles.statistics())
  if (!extension) return inserted
  const refusal = extension.refusal()
  if (refusal) {
    await saveDiagnostic(ctx, input, refusal.rows)
    throw refusal.problem
  }
  await addStatistics(ctx, run.id, extension.statistics())
  if (Object.keys(extension.counts).length === 0) await journalStep(ctx, dataset, 'extend-end', isDraft)
  return {
    ...inserted,
    pointer: { ...inserted.pointer, layout: extension.extendLayout(inserted.pointer.layout) },
    observations: { ...inserted.observations, ...extension.observations(fields) },
  }
}

async function searchSlice(ctx: Context, { run, state, time }: StageInput): Promise<SliceResult> {
  const { pointer, lastLine } = state
  if (!pointer) throw problem('file-lost')
  let { searched } = state
  const ranges = segmentRanges(pointer)
  while (pointer.layout.searchable.length > 0 && searched < lastLine) {
    const range = ranges.find((one) => one.to > searched)
    if (!range) break
    const to = Math.min(searched + limits.lines.searchRows, range.to, lastLine)
    // The index stores its own progress: a repeated slice is skipped.
    searched = await indexForSearch(linesDatabase(ctx, range.shard), pointer, searched, to)
    await time.pause(run, Math.floor((100 * searched) / lastLine))
    if (time.isOver() && searched < lastLine) return { done: false, state: { ...state, searched } }
  }
  const events = countEvents(state.extensionCounts, run.target === 'draft')
  return { done: true, state: { ...state, searched }, events }
}

/** Rejects the file when too many lines are refused. The journal gets the numbers of refused lines and emptied cells, with examples. */
function withRefusals(state: RunState): RunState['warnings'] {
  const { refusedLines, refusals, emptiedCells, emptied, pointer } = state
  const warnings = [
    ...state.warnings,
    ...(emptiedCells > 0
      ? [{ code: 'cells-emptied', params: { count: emptiedCells, examples: emptied } } as const]
      : []),
  ]
  if (refusedLines === 0) return warnings
  const lines = refusedLines + (pointer?.count ?? 0)
  const share = Math.max(1, Math.round((100 * refusedLines) / lines))
  if (refusedLines > lines * limits.processing.maxBadLineShare) {
    throw problem('lines-refused', { share, examples: refusals })
  }
  return [...warnings, { code: 'lines-left-out', params: { share, count: refusedLines, examples: refusals } }]
}
