/** `writeOperations`: applies operations to the stored lines, with concurrent writers. */

import type { Context } from '../../../context'
import { problem } from '../../../errors'
import type { DatasetOperation } from '../../../identity'
import { limits } from '../../../limits'
import { applyOperations, type Changes, type LineResult } from '../../../lines/write/apply-operations'
import { commit, readRowsById } from '../../../lines/write/commit-changes'
import { type LineFault, type LineOperation, newRecord, type StoredLine } from '../../../lines/write/line'
import { isFault } from '../../../lines/write/prepare-operation'
import { duplicateMessage } from '../../../lines/write/violated-constraint'
import type { WriteSchema } from '../../../lines/write/write-schema'
import { requestObservations } from '../../metadata/request-observations'
import { extendChanges } from './extend-changes'
import { openWritableTable, reloadWritableTable, type WritableTable } from './open-writable-table'

/** Valid operations, and the errors of invalid actions. */
export type PreparedOperations = (LineOperation | LineFault)[]

export type Batch = {
  table: WritableTable
  operation: DatasetOperation
  /** Prepares the operations; called again when the description has changed. */
  prepare: (writeSchema: WriteSchema) => PreparedOperations | Promise<PreparedOperations>
  /** The table is not shared yet: its description does not change. */
  isolated?: boolean | undefined
  /** The owner of the lines: lines of others are treated as missing. */
  only?: string | undefined
  /** More batches follow: the caller requests the refresh of statistics after the last. */
  hasNext?: boolean
  /** The lines are probably new, like those of the previous batch. */
  assumesNew?: boolean
  dryRun?: DryRun | undefined
}

/**
 * A dry run: the outcomes are those of writes, and nothing is written. Lines are not extended, and unique values are not compared.
 * `startsEmpty`: as if the table had no lines. `written`: whether lines of its earlier batches exist after them, by id; of the first
 * `limits.lines.dryRunIds` of them.
 */
export type DryRun = { startsEmpty: boolean; written: Map<string, boolean> }

export type WrittenBatch = {
  table: WritableTable
  outcomes: LineResult[]
  /** `_i` of the write with an offset. */
  numberOf: (offset: number) => number
  /** No refresh has been requested yet. */
  isFirst: boolean
  /** None of the ids existed. */
  wereNew: boolean
}

/**
 * Writes one batch: all of its operations, each with its outcome, or none when it throws. When a line was written by
 * a concurrent request, it is read again and the operation is retried, so that no update is lost; the last writer wins.
 *
 * @throws `status-incompatible` when the table stays closed; `lines-contended`; errors of D1
 */
export async function writeOperations(ctx: Context, batch: Batch): Promise<WrittenBatch> {
  const until = ctx.now().getTime() + limits.lines.rebuildWaitMs
  let { table } = batch
  const unextended = new Map<number, LineFault>()
  let storedLines: Map<string, StoredLine> | undefined
  for (let attempt = 1; attempt <= limits.lines.maxWriteAttempts; attempt++) {
    const prepared = (await batch.prepare(table.writeSchema)).map((one) => unextended.get(one.at) ?? one)
    const faults = prepared.filter(isFault)
    const operations = prepared.filter((one): one is LineOperation => !isFault(one))
    if (batch.dryRun) storedLines = await readForDryRun(table, operations, batch.dryRun, ctx.now())
    else if (!storedLines && !isOptimistic(operations, batch.assumesNew === true))
      storedLines = await readLines(table, idsOf(operations))
    const existing: ReadonlyMap<string, StoredLine> = storedLines ?? new Map()
    const writer = { now: ctx.now().toISOString(), author: table.author, only: batch.only }
    const changes = applyOperations(table.writeSchema, operations, existing, writer)
    const refused = batch.dryRun ? [] : await extendChanges(ctx, table, changes)
    if (refused.length > 0) {
      // The other operations are applied again, without the lines that cannot be extended.
      for (const fault of refused) unextended.set(fault.at, fault)
      attempt--
      continue
    }
    const all = inOrder(faults, changes.outcomes)
    if (!batch.isolated && attempt === 1 && (changes.writes === 0 || all.some((outcome) => 'error' in outcome))) {
      // The result may differ with a newer description than the cached one.
      const fresh = await openWritableTable(ctx, table.dataset.id, batch.operation, true)
      if (!isSameWriteSchema(fresh.writeSchema, table.writeSchema)) {
        table = fresh
        storedLines = undefined
        continue
      }
    }
    if (batch.dryRun) remember(batch.dryRun, changes.outcomes)
    if (changes.writes === 0 || batch.dryRun)
      return { table, outcomes: all, numberOf: () => 0, isFirst: false, wereNew: false }
    const done = await attemptCommit(ctx, { table, changes, operations, existing })
    if (done.is === 'done') {
      const { seq, isFirst } = done
      if (isFirst && !batch.isolated && !batch.hasNext) await requestObservations(ctx, table.dataset.id)
      const wereNew = existing.size === 0
      return { table, outcomes: all, numberOf: (offset) => seq - changes.writes + offset, isFirst, wereNew }
    }
    storedLines = done.existing
    if (done.is === 'refused' && batch.isolated) throw new Error('a table that is being filled is not there any more')
    if (done.is === 'refused') {
      table = await reloadWritableTable(ctx, table, batch.operation, until)
      storedLines = undefined
    }
  }
  throw problem('lines-contended')
}

/** The lines of the operations as they would be after the earlier batches of a dry run. */
async function readForDryRun(
  table: WritableTable,
  operations: readonly LineOperation[],
  { startsEmpty, written }: DryRun,
  now: Date,
): Promise<Map<string, StoredLine>> {
  const ids = idsOf(operations.filter(({ isNew }) => !isNew))
  const lines = startsEmpty ? new Map<string, StoredLine>() : await readLines(table, ids)
  for (const id of ids) {
    const exists = written.get(id)
    if (exists === false) lines.delete(id)
    // Its values are not kept: only whether it exists, and that it has changed, decide an outcome.
    else if (exists) lines.set(id, { i: 0, values: newRecord(), ...lines.get(id), id, updatedAt: now.toISOString() })
  }
  return lines
}

function remember({ written }: DryRun, outcomes: readonly LineResult[]): void {
  for (const outcome of outcomes) {
    if ('error' in outcome) continue
    const id = outcome.is === 'deleted' ? outcome.id : outcome.line.id
    if (written.size < limits.lines.dryRunIds || written.has(id)) written.set(id, outcome.is !== 'deleted')
  }
}

/** Whether to write the lines as new without reading them first: if they exist, nothing is written, and they are read then. */
function isOptimistic(operations: readonly LineOperation[], assumesNew: boolean): boolean {
  if (operations.every(({ isNew }) => isNew)) return true
  const mayCreate = operations.every(({ action }) => action === 'create' || action === 'createOrUpdate')
  return mayCreate && (assumesNew || operations.length === 1)
}

const isSameWriteSchema = (one: WriteSchema, other: WriteSchema): boolean =>
  one.revision === other.revision && one.pointer.run === other.pointer.run

type Attempt =
  | { is: 'done'; seq: number; isFirst: boolean }
  | { is: 'refused'; existing?: never }
  | { is: 'outrun'; existing: Map<string, StoredLine> }

async function attemptCommit(
  ctx: Context,
  input: {
    table: WritableTable
    changes: Changes
    operations: readonly LineOperation[]
    existing: ReadonlyMap<string, StoredLine>
  },
): Promise<Attempt> {
  const { table, changes, operations, existing } = input
  const { writeSchema, database, encode, decode, author } = table
  const ids = idsOf(operations.filter(({ isNew }) => !isNew))
  const expected = ids.map((id) => [id, existing.get(id)?.i ?? null] as const)
  try {
    const { done, state, rows } = await commit(database, {
      pointer: writeSchema.pointer,
      revision: writeSchema.revision,
      token: ctx.newId(),
      now: ctx.now(),
      author,
      changes,
      encode,
      expected,
      keepsHistory: writeSchema.rest.history === true,
    })
    if (!done && (state.closed || state.revision > writeSchema.revision)) return { is: 'refused' }
    if (!done) return { is: 'outrun', existing: new Map(rows.map(decode).map((line) => [line.id, line])) }
    return { is: 'done', seq: state.seq, isFirst: state.pending === 1 }
  } catch (error) {
    // The table was replaced and dropped after its description was read.
    if (error instanceof Error && error.message.includes('no such table')) return { is: 'refused' }
    const duplicate = duplicateMessage(writeSchema, error)
    if (duplicate !== undefined) throw problem('line-conflict', { message: duplicate })
    throw error
  }
}

async function readLines(table: WritableTable, ids: readonly string[]): Promise<Map<string, StoredLine>> {
  if (ids.length === 0) return new Map()
  const rows = await readRowsById(table.database, table.writeSchema.pointer, ids)
  return new Map(rows.map(table.decode).map((line) => [line.id, line]))
}

const idsOf = (operations: readonly LineOperation[]): string[] => [...new Set(operations.map(({ id }) => id))]

function inOrder(faults: readonly LineFault[], outcomes: readonly LineResult[]): LineResult[] {
  return faults.length === 0 ? [...outcomes] : [...faults, ...outcomes].sort((one, other) => one.at - other.at)
}
