import { desc, gt, sql } from 'drizzle-orm'
import { TtlCache } from '../collections/ttl-cache'
import type { Context } from '../context'
import { tables } from '../db/client'
import { limits } from '../limits'
import { utcDay } from '../schema/dates/utc-day'

const recent = new TtlCache<string[]>(limits.usage.mostReadCacheMs, 1)

/**
 * The ids of the datasets with the most reads and downloads of the last `limits.usage.mostReadDays` days, the most read first. They are
 * cached, and not checked for anyone: read the datasets with the rights of the reader.
 */
export async function mostReadIds({ db, now }: Pick<Context, 'db' | 'now'>): Promise<string[]> {
  const cached = recent.get('', now().getTime())
  if (cached) return cached.value
  const { datasetReads } = tables
  const rows = await db
    .select({ id: datasetReads.datasetId })
    .from(datasetReads)
    .where(gt(datasetReads.day, utcDay(now(), limits.usage.mostReadDays)))
    .groupBy(datasetReads.datasetId)
    .orderBy(desc(sql`sum(${datasetReads.reads} + ${datasetReads.downloads})`), datasetReads.datasetId)
    .limit(limits.usage.mostReadOfAll)
  const ids = rows.map(({ id }) => id)
  recent.set('', ids, now().getTime())
  return ids
}
