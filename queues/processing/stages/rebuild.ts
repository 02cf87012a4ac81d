/** Moves editable lines to another table, when their schema changed or all of them are replaced. */
import type { Context } from '../../../worker/context'
import type { Dataset } from '../../../worker/datasets'
import { constraintKeys, editableLayout } from '../../../worker/datasets/editable'
import {
  type CountsByPrefix,
  countEvents,
  extendStored,
  lineExtender,
  linesAtOnce,
  ownFields,
  resolveExtensions,
  updatableExtensions,
} from '../../../worker/datasets/extensions'
import { type Run, type RunState, renewRun } from '../../../worker/datasets/runs'
import { problem } from '../../../worker/errors'
import { limits } from '../../../worker/limits'
import { createEditableTable, dropTable, type LinesState, type TablePointer } from '../../../worker/lines/storage'
import {
  blockWrites,
  compileWriteSchema,
  continueState,
  copyLineSlice,
  writeReplacementRevisions,
} from '../../../worker/lines/write'
import { linesDatabase } from '../lines-database'
import type { SliceResult, StageInput } from '../stage'

/**
 * Blocks writes to the table, which wait, and copies its lines to a new one. Reads use the old table until the new one is published.
 *
 * @throws `lines-refused` when too many lines would no longer match their fields
 */
export async function rebuildLines(ctx: Context, input: StageInput): Promise<SliceResult> {
  const { dataset, state } = input
  const from = dataset.published.lines
  if (!from) throw problem('file-lost')
  const db = linesDatabase(ctx, from.shard)
  const before = await blockWrites(db, from.run)
  if (!before) throw problem('file-lost')
  return state.replacement
    ? replaceLines(ctx, input, { from, to: state.replacement, db, before })
    : changeLines(ctx, input, { from, db, before })
}

type Tables = { from: TablePointer; db: D1Database; before: LinesState }

async function changeLines(
  ctx: Context,
  { run, dataset, state, time }: StageInput,
  tables: Tables,
): Promise<SliceResult> {
  const { from, db, before } = tables
  const { metadata, published } = dataset
  const pointer = state.pointer ?? (await openNewTable(ctx, run, dataset, tables))
  const { servedSchema, revision = 0 } = published
  const counts = { ...state.extensionCounts }
  const { extend, size, schema } = await copyExtender(ctx, dataset, counts)
  const to = compileWriteSchema(metadata, { schema, pointer, revision })
  let now: RunState = { ...state, pointer }
  for (;;) {
    const copied = await copyLineSlice(db, {
      from,
      fields: servedSchema ?? published.schema,
      to,
      after: now.copied,
      size,
      extend,
    })
    now = {
      ...now,
      pointer: { ...pointer, count: (now.pointer?.count ?? 0) + copied.lines },
      copied: copied.to,
      ...(extend ? { extensionCounts: { ...counts } } : {}),
      misfits: now.misfits + copied.misfits,
      examples: [...now.examples, ...copied.examples].slice(0, limits.processing.describedBadLines),
    }
    if (copied.ended) break
    await time.pause(run, before.count === 0 ? 100 : Math.floor((100 * (now.pointer?.count ?? 0)) / before.count))
    if (time.isOver()) return { done: false, state: now }
  }
  await continueState(db, pointer.run, { from: before })
  const warnings = [...now.warnings, ...misfitWarnings(now, before.count)]
  return { done: true, state: { ...now, warnings }, events: countEvents(now.extensionCounts, false) }
}

/** The values of extensions for copied lines, and the fields that take those of each line. They throw `extension-failed`, which names the line. */
async function copyExtender(ctx: Context, { owner, metadata, published }: Dataset, counts: CountsByPrefix) {
  const stored = { extensions: metadata.extensions, schema: published.schema }
  const resolved = await resolveExtensions(ctx, { owner, extensions: metadata.extensions, stored })
  const { extensions, schema } = updatableExtensions(resolved, published.schema)
  const extend = lineExtender(extensions, ownFields(schema), counts)
  return {
    schema,
    extend: extend && ((lines: Parameters<typeof extendStored>[1]) => extendStored(extend, lines)),
    size: linesAtOnce(extensions, limits.lines.copyRows),
  }
}

async function openNewTable(
  ctx: Context,
  run: Run,
  { metadata, published }: Dataset,
  { from, db }: Tables,
): Promise<TablePointer> {
  const pointer: TablePointer = { shard: from.shard, run: run.id, layout: editableLayout(published.schema), count: 0 }
  if (metadata.rest?.history) pointer.history = from.history ?? `${run.id}h`
  // Another delivery may have taken the run over, and filled its table.
  if (!(await renewRun(ctx, run, run.progress))) throw new Error('the lease of the run was lost')
  // A table left by an earlier delivery was never recorded.
  await dropTable(db, run.id)
  await createEditableTable(db, pointer, {
    revision: published.revision ?? 0,
    constraints: constraintKeys(metadata),
  })
  ctx.log('info', 'lines are rebuilt', { run: run.id })
  return pointer
}

/** Values that do not match their field are preserved and reported; when too many lines have one, the change is rejected. */
function misfitWarnings({ misfits, examples }: RunState, count: number): RunState['warnings'] {
  if (misfits === 0) return []
  const sentences = examples.map((example) => `\n - ${example}`).join('')
  const share = Math.round((100 * misfits) / count)
  if (misfits > count * limits.processing.maxBadLineShare)
    throw problem('lines-refused', { share, examples: sentences })
  return [{ code: 'lines-misfit', params: { share, count: misfits, examples: sentences } }]
}

async function replaceLines(
  ctx: Context,
  { run, dataset, state, time }: StageInput,
  { from, to, db, before }: Tables & { to: TablePointer },
): Promise<SliceResult> {
  const { metadata, published } = dataset
  const writeSchemaOf = (pointer: TablePointer) =>
    compileWriteSchema(metadata, { schema: published.schema, pointer, revision: published.revision ?? 0 })
  let now: RunState = state
  if (from.run !== to.run) {
    for (;;) {
      const revised = await writeReplacementRevisions(db, {
        old: writeSchemaOf(from),
        now: writeSchemaOf(to),
        after: now.revised ?? { gone: 0, kept: 0, deletions: 0 },
        size: limits.lines.copyRows,
        date: ctx.now().toISOString(),
      })
      if (!revised) break
      now = { ...now, revised }
      await time.pause(run, 50)
      if (time.isOver()) return { done: false, state: now }
    }
  }
  await continueState(db, to.run, {
    from: { ...before, updatedAt: ctx.now().toISOString() },
    numbered: now.revised?.deletions ?? 0,
  })
  return { done: true, state: { ...now, pointer: to } }
}
