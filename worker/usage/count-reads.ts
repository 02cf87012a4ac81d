/**
 * Reads of datasets, counted in the memory of the isolate and written together: the first one at once, the next ones with
 * the first that comes a minute later. What an isolate has counted since its last write is lost when it ends.
 */
import { sql } from 'drizzle-orm'
import type { Context } from '../context'
import { tables } from '../db/client'
import { limits } from '../limits'
import { utcDay } from '../schema/dates/utc-day'

/** The dataset, the day, the owner, reads, downloads. */
type Count = [string, string, string, string, number, number]

let counts = new Map<string, Count>()
let writtenAt = Number.NEGATIVE_INFINITY

/** Counts the operation of a response, if it has read rows or files of a dataset. Rows that are sent as a file to store are a download. */
export function countRead(ctx: Context, response: Headers): void {
  const { permitted } = ctx
  if (permitted?.resource.type !== 'datasets' || permitted.operation.class !== 'read') return
  const { track } = permitted.operation
  if (!track) return
  const now = ctx.now()
  const isDownload = track === 'readDataFiles' || response.get('content-disposition')?.startsWith('attachment') === true
  count(permitted.resource.id, permitted.owner, utcDay(now), isDownload)
  if (now.getTime() - writtenAt < limits.usage.writeReadsEveryMs) return
  writtenAt = now.getTime()
  ctx.later(() => writeReads(ctx))
}

function count(id: string, owner: { type: string; id: string }, day: string, isDownload: boolean): void {
  const key = `${id} ${day} ${owner.type} ${owner.id}`
  const counted = counts.get(key)
  if (!counted && counts.size >= limits.usage.maxCounted) return
  const [, , , , reads, downloads] = counted ?? ['', '', '', '', 0, 0]
  counts.set(key, [id, day, owner.type, owner.id, reads + (isDownload ? 0 : 1), downloads + (isDownload ? 1 : 0)])
}

/** Adds the counted reads to those of the database, in one statement. */
export async function writeReads(ctx: Pick<Context, 'db'>): Promise<void> {
  const written = [...counts.values()]
  if (written.length === 0) return
  counts = new Map()
  const { datasetReads } = tables
  await ctx.db.run(sql`insert into ${datasetReads} (dataset_id, day, owner_type, owner_id, reads, downloads)
    select value->>0, value->>1, value->>2, value->>3, value->>4, value->>5 from json_each(${JSON.stringify(written)})
    where true
    on conflict do update set reads = reads + excluded.reads, downloads = downloads + excluded.downloads`)
}
