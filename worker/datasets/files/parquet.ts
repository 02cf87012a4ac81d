import { eq, gte, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { homeOf } from '../../db/lines-databases'
import { problem } from '../../errors'
import { parquetKey } from '../../files/object-keys'
import { readObject, writeObject } from '../../files/r2-objects'
import { limits } from '../../limits'
import { writeParquet } from '../../lines'
import { readState } from '../../lines/storage'
import { type OpenedLines, openLines } from '../lines-api/read/open-lines'
import type { DataFile } from './data-files'

/**
 * The lines of a dataset as a Parquet file at a stable address. The file holds all lines that are currently served, or
 * does not exist yet: the queue writes the file of a large dataset after finalization, and the file of a small dataset
 * is written on the first request.
 *
 * @throws `parquet-pending` with a Retry-After, `parquet-too-large`, `parquet-failed`
 */
export async function readParquet(ctx: Context, id: string): Promise<DataFile> {
  const opened = await openLines(ctx, { id, draft: false }, 'downloadFullData')
  const { pointer } = opened.source
  const name = `${opened.dataset.slug}.parquet`
  const key = parquetKey(pointer.run, await revisionOf(opened))
  const object = (await ctx.files.head(key)) ?? (await writtenNow(ctx, opened, key))
  return {
    file: {
      object: key,
      name,
      size: object.size,
      mimetype: 'application/vnd.apache.parquet',
      updatedAt: object.uploaded.toISOString(),
    },
    etag: object.httpEtag,
    read: async (range) => {
      const body = await readObject(ctx.files, key, range?.offset, range?.length)
      if (!body) throw problem('file-not-found')
      return body
    },
  }
}

async function writtenNow(ctx: Context, opened: OpenedLines, key: string): Promise<R2Object> {
  const { pointer, defaultOrder } = opened.source
  const { count } = pointer
  if (defaultOrder === 'union' || count > limits.parquet.maxLines) {
    throw problem('parquet-too-large', { max: limits.parquet.maxLines })
  }
  if (count <= limits.parquet.atOnce) await store(ctx, opened, key)
  else if (await isGivenUp(ctx, pointer.run)) throw problem('parquet-failed')
  else await ctx.jobs.parquet(opened.dataset.id)
  const object = await ctx.files.head(key)
  if (!object) throw problem('parquet-pending')
  return object
}

/**
 * Writes the Parquet file of a dataset, unless it exists, another process is writing it, or earlier attempts ended
 * their process.
 */
export async function storeParquet(ctx: Context, id: string): Promise<void> {
  const opened = await openLines(ctx, { id, draft: false }, 'downloadFullData')
  const { pointer, defaultOrder } = opened.source
  if (defaultOrder === 'union' || pointer.count > limits.parquet.maxLines) return
  const key = parquetKey(pointer.run, await revisionOf(opened))
  if (await ctx.files.head(key)) return
  if (!(await claimWrite(ctx, pointer.run))) return
  const { parquetWrites } = tables
  const ofRun = eq(parquetWrites.run, pointer.run)
  try {
    await store(ctx, opened, key)
    await ctx.db.delete(parquetWrites).where(ofRun)
  } catch (error) {
    // The process survived to report the fault: the retries of the message are counted by the queue.
    await ctx.db
      .update(parquetWrites)
      .set({ starts: sql`${parquetWrites.starts} - 1`, leaseUntil: 0 })
      .where(ofRun)
    throw error
  }
}

/** Counts an attempt before the work, which may end the process. @returns false when there is nothing to start */
async function claimWrite(ctx: Context, run: string): Promise<boolean> {
  const { parquetWrites } = tables
  const { leaseMs, forgiveMs } = limits.parquet
  const { maxCrashes } = limits.processing
  const now = ctx.now().getTime()
  const { starts, leaseUntil } = parquetWrites
  const isForgiven = sql`${leaseUntil} < ${now - forgiveMs}`
  const rows = await ctx.db
    .insert(parquetWrites)
    .values({ run, starts: 1, leaseUntil: now + leaseMs })
    .onConflictDoUpdate({
      target: parquetWrites.run,
      set: {
        starts: sql`iif(${starts} < ${maxCrashes}, ${starts} + 1, 1)`,
        leaseUntil: now + leaseMs,
      },
      setWhere: sql`${leaseUntil} < ${now} and (${starts} < ${maxCrashes} or ${isForgiven})`,
    })
    .returning({ run: parquetWrites.run })
  return rows.length > 0
}

/** Whether writing the file of a table has ended its process so often that it is not tried again for now. */
async function isGivenUp(ctx: Context, run: string): Promise<boolean> {
  const { parquetWrites } = tables
  const now = ctx.now().getTime()
  const [row] = await ctx.db.select().from(parquetWrites).where(eq(parquetWrites.run, run))
  if (!row || row.starts < limits.processing.maxCrashes) return false
  return row.leaseUntil < now && row.leaseUntil >= now - limits.parquet.forgiveMs
}

/** Ends the leases of writers from before a restart. */
export async function endParquetLeases(ctx: Context): Promise<void> {
  const { parquetWrites } = tables
  const now = ctx.now().getTime()
  await ctx.db
    .update(parquetWrites)
    .set({ leaseUntil: now - 1 })
    .where(gte(parquetWrites.leaseUntil, now))
}

async function store(ctx: Context, opened: OpenedLines, key: string): Promise<void> {
  const { source, database } = opened
  await writeObject(ctx.files, key, writeParquet(database, source))
  // Lines written meanwhile may be in only a part of the file, so the file matches no state of the table.
  const isMixed = parquetKey(source.pointer.run, await revisionOf(opened)) !== key
  const old = await ctx.files.list({ prefix: parquetKey(source.pointer.run, '') })
  const dropped = old.objects.map((object) => object.key).filter((one) => isMixed || one !== key)
  if (dropped.length > 0) await ctx.files.delete(dropped)
}

/** The version of the lines of a table. The lines of a file never change. */
async function revisionOf({ source, database }: OpenedLines): Promise<string> {
  const { run, layout } = source.pointer
  if (!layout.editable) return '0'
  const state = await readState(homeOf(database), run)
  return `${Date.parse(state?.updatedAt ?? '') || 0}-${state?.seq ?? 0}-${state?.count ?? 0}`
}
