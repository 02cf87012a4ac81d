import { and, eq, inArray, lte, or, sql } from 'drizzle-orm'
import { forgetBundle } from '../../attachments'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { derivedKey, parquetKey } from '../../files/object-keys'
import { limits } from '../../limits'
import type { TablePointer } from '../../lines/storage'
import { dropTable } from '../../lines/storage'
import type { Version } from '../metadata/document'
import { holdsExists, type Run } from './runs'

/**
 * The statements that discard the lines and files of a version that no other version shares. Nothing is deleted before
 * the cached copies of the version have expired in all isolates.
 *
 * @param options.successors the remaining versions of the dataset
 * @param options.retained an object that becomes an earlier file: only the objects derived from it are discarded
 */
export function discardVersion(
  ctx: Context,
  version: Version,
  { successors = [], afterMs, retained }: { successors?: readonly Version[]; afterMs: number; retained?: string },
) {
  const notBefore = ctx.now().getTime() + afterMs
  const discards: (typeof tables.discards.$inferInsert)[] = []
  const isShared = (has: (successor: Version) => boolean) => successors.some(has)
  const { lines, originalFile, attachments } = version
  if (lines && !isShared((one) => one.lines?.run === lines.run)) {
    discards.push({ kind: 'lines', name: linesName(lines), notBefore })
    for (const name of segmentNames(lines)) discards.push({ kind: 'segment', name, notBefore })
  }
  const history = lines?.history
  const isSameHistory = (one: Version) => one.lines?.history === history && one.lines?.shard === lines?.shard
  if (lines && history !== undefined && !isShared(isSameHistory)) {
    discards.push({ kind: 'lines', name: linesName({ shard: lines.shard, run: history }), notBefore })
  }
  // One archive may be both the data file and the attachments of a version.
  for (const object of new Set([originalFile?.object, attachments?.object])) {
    if (!object || isShared((one) => one.originalFile?.object === object || one.attachments?.object === object))
      continue
    const names = objectsOf(object).filter((name) => name !== retained)
    for (const name of names) discards.push({ kind: 'file', name, notBefore })
  }
  if (attachments && !isShared((one) => one.attachments?.bundle === attachments.bundle)) {
    discards.push({ kind: 'attachments', name: attachments.bundle, notBefore })
  }
  return discards.map((row) => ctx.db.insert(tables.discards).values(row).onConflictDoNothing())
}

/** The statement that discards the table of a failed run immediately, even if its deletion was scheduled for later. */
export function discardLines(ctx: Context, table: TableAddress) {
  const { discards } = tables
  const notBefore = ctx.now().getTime()
  return ctx.db
    .insert(discards)
    .values({ kind: 'lines', name: linesName(table), notBefore })
    .onConflictDoUpdate({ target: [discards.kind, discards.name], set: { notBefore } })
}

/** Deletes due discards, a limited number at a time. Repeated deletion is harmless. @returns whether more may be due */
export async function deleteDiscards(ctx: Context): Promise<boolean> {
  const { discards } = tables
  const due = await ctx.db
    .select()
    .from(discards)
    .where(lte(discards.notBefore, ctx.now().getTime()))
    .limit(limits.processing.discardBatch)
  for (const { kind, name } of due) {
    if (kind === 'file') await ctx.files.delete(name)
    else if (kind === 'attachments') await forgetBundle(ctx, name)
    else {
      const [shard, run] = name.split(':')
      const database = ctx.lines[Number(shard)]
      if (database && run) await dropTable(database, run)
      if (kind === 'lines' && run) {
        await dropParquet(ctx, run)
        await ctx.db.delete(tables.statistics).where(eq(tables.statistics.run, run))
      }
    }
    await ctx.db.delete(discards).where(and(eq(discards.kind, kind), eq(discards.name, name)))
  }
  return due.length === limits.processing.discardBatch
}

async function dropParquet(ctx: Context, run: string): Promise<void> {
  await ctx.db.delete(tables.parquetWrites).where(eq(tables.parquetWrites.run, run))
  const { objects } = await ctx.files.list({ prefix: parquetKey(run, '') })
  if (objects.length > 0) await ctx.files.delete(objects.map(({ key }) => key))
}

/** Every stored object of an original file. */
function objectsOf(original: string): string[] {
  return [original, ...(['inflated', 'normalized', 'analysis'] as const).map((name) => derivedKey(original, name))]
}

type TableAddress = Pick<TablePointer, 'shard' | 'run'>

/** Adds a new table to the discards. The entry is deleted when a dataset refers to the table. */
export async function reserveTable(ctx: Context, table: TableAddress): Promise<void> {
  const { discards } = tables
  const notBefore = reservedUntil(ctx)
  await ctx.db
    .insert(discards)
    .values({ kind: 'lines', name: linesName(table), notBefore })
    .onConflictDoUpdate({ target: [discards.kind, discards.name], set: { notBefore } })
}

/**
 * Reserves tables that a run fills besides its first one, or extends their reservations. Without the lease nothing is written:
 * the tables may have been published, and a discard would drop them.
 *
 * @throws Error when the lease was lost
 */
export async function reserveForRun(
  ctx: Context,
  run: Run,
  kind: 'lines' | 'segment',
  reserved: readonly TableAddress[],
): Promise<void> {
  const { discards } = tables
  const notBefore = reservedUntil(ctx)
  for (const table of reserved) {
    const rows = await ctx.db
      .insert(discards)
      .select(sql`select ${kind}, ${linesName(table)}, ${notBefore} where ${holdsExists(run)}`)
      .onConflictDoUpdate({ target: [discards.kind, discards.name], set: { notBefore } })
      .returning({ name: discards.name })
    if (rows.length === 0) throw new Error('the lease of the run was lost')
  }
}

/** Extends the reservations of the further segments of the table of a run. */
export function reserveSegments(ctx: Context, run: Run, table: Pick<TablePointer, 'segments'>): Promise<void> {
  const { segments = [] } = table
  const further = segments.slice(1).map(({ shard }) => ({ shard, run: run.id }))
  return reserveForRun(ctx, run, 'segment', further)
}

const reservedUntil = (ctx: Context): number => ctx.now().getTime() + limits.files.deleteUnreferencedAfterMs

/** The condition that selects the discard of a table. */
export const discardOfLines = (table: TableAddress) =>
  and(eq(tables.discards.kind, 'lines'), eq(tables.discards.name, linesName(table)))

/** The statement that deletes the discards of the further segments of a table, and of its revisions. */
export function releaseTables(ctx: Context, lines: TablePointer) {
  const { kind, name } = tables.discards
  const { shard, history } = lines
  const revisions = history === undefined ? [] : [linesName({ shard, run: history })]
  return ctx.db
    .delete(tables.discards)
    .where(
      or(
        and(eq(kind, 'segment'), inArray(name, segmentNames(lines))),
        and(eq(kind, 'lines'), inArray(name, revisions)),
      ),
    )
}

const linesName = ({ shard, run }: TableAddress) => `${shard}:${run}`

const segmentNames = ({ run, segments = [] }: Pick<TablePointer, 'run' | 'segments'>): string[] =>
  segments.slice(1).map(({ shard }) => linesName({ shard, run }))
