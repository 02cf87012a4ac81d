import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { accountAdmin } from '../accounts'
import { type Failure, failingCollectors } from '../administration'
import type { Context } from '../context'
import { tables } from '../db/client'
import type { Owner } from '../identity'
import { limits } from '../limits'
import { utcDay } from '../schema/dates/utc-day'

type Account = Pick<Owner, 'type' | 'id'>

/** Figures of a day (`YYYY-MM-DD`, in UTC). `recorded` is missing on days before the account had data. */
export type UsageDay = {
  day: string
  reads: number
  downloads: number
  recorded?: { datasets: number; lines: number; storeBytes: number }
}

type ReadDataset = { id: string; title: string; reads: number; downloads: number }

export type AccountHistory = {
  /** The last `limits.usage.keptDays` days, oldest first; the last is today, as it is now. */
  days: UsageDay[]
  mostRead: ReadDataset[]
  failingCollectors: Failure[]
}

/**
 * Reads the usage of an account over time, with its departments.
 *
 * @throws `session-required`, `account-refused` for those who do not administer it
 */
export async function readUsage(ctx: Context, account: Account): Promise<AccountHistory> {
  accountAdmin(ctx, account)
  const { accountUsage, datasetReads, datasets } = tables
  const since = (days: number) => utcDay(ctx.now(), days)
  const isRead = (days: number) =>
    and(
      eq(datasetReads.ownerType, account.type),
      eq(datasetReads.ownerId, account.id),
      gt(datasetReads.day, since(days)),
    )
  const total = {
    reads: sql<number>`sum(${datasetReads.reads})`,
    downloads: sql<number>`sum(${datasetReads.downloads})`,
  }
  const [recorded, reads, mostRead, [current]] = await ctx.db.batch([
    ctx.db
      .select()
      .from(accountUsage)
      .where(
        and(
          eq(accountUsage.ownerType, account.type),
          eq(accountUsage.ownerId, account.id),
          gt(accountUsage.day, since(limits.usage.keptDays)),
        ),
      ),
    ctx.db
      .select({ day: datasetReads.day, ...total })
      .from(datasetReads)
      .where(isRead(limits.usage.keptDays))
      .groupBy(datasetReads.day),
    ctx.db
      .select({
        id: datasets.id,
        title: sql<string>`coalesce(${datasets.metadata}->>'$.title', ${datasets.id})`,
        ...total,
      })
      .from(datasetReads)
      .innerJoin(datasets, eq(datasets.id, datasetReads.datasetId))
      .where(
        and(isRead(limits.usage.mostReadDays), eq(datasets.ownerType, account.type), eq(datasets.ownerId, account.id)),
      )
      .groupBy(datasets.id)
      .orderBy(desc(sql`sum(${datasetReads.reads} + ${datasetReads.downloads})`), datasets.id)
      .limit(limits.usage.mostRead),
    ctx.db
      .select({
        datasets: sql<number>`count(*)`,
        lines: sql<number>`coalesce(sum(${datasets.lineCount}), 0)`,
        storeBytes: sql<number>`coalesce(sum(${datasets.storeBytes}), 0)
          + (select coalesce(sum(metadata_bytes), 0) from ${tables.applications}
            where owner_type = ${account.type} and owner_id = ${account.id})`,
      })
      .from(datasets)
      .where(and(eq(datasets.ownerType, account.type), eq(datasets.ownerId, account.id))),
  ])
  const byDay = new Map(recorded.map(({ day, datasets, lines, storeBytes }) => [day, { datasets, lines, storeBytes }]))
  if (current) byDay.set(since(0), current)
  const readsByDay = new Map(reads.map(({ day, ...counted }) => [day, counted]))
  const days = Array.from({ length: limits.usage.keptDays }, (_, at) => since(limits.usage.keptDays - 1 - at))
  return {
    days: days.map((day) => {
      const figures = byDay.get(day)
      return {
        day,
        ...(readsByDay.get(day) ?? { reads: 0, downloads: 0 }),
        ...(figures ? { recorded: figures } : {}),
      }
    }),
    mostRead,
    failingCollectors: await failingCollectors(ctx, account),
  }
}
