import { lt, sql } from 'drizzle-orm'
import type { Context } from '../context'
import { tables } from '../db/client'
import { limits } from '../limits'
import { utcDay } from '../schema/dates/utc-day'

/** Records the figures of all accounts once a day, and deletes those that are older than `limits.usage.keptDays`. */
export async function recordUsage(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  const { accountUsage, datasetReads, datasets, platformUsage } = tables
  const [today, oldest] = [utcDay(ctx.now()), utcDay(ctx.now(), limits.usage.keptDays)]
  const [recorded] = await ctx.db.select({ day: sql<string | null>`max(${accountUsage.day})` }).from(accountUsage)
  if (recorded?.day === today) return
  await ctx.db.batch([
    ctx.db.delete(accountUsage).where(lt(accountUsage.day, oldest)),
    ctx.db.delete(datasetReads).where(lt(datasetReads.day, oldest)),
    ctx.db.delete(platformUsage).where(lt(platformUsage.day, oldest)),
  ])
  // Accounts that have deleted all their datasets are recorded once more, with zeros.
  await ctx.db.run(sql`insert into ${accountUsage} (owner_type, owner_id, day, datasets, lines, store_bytes)
    select owner_type, owner_id, ${today}, sum(datasets), sum(lines), sum(store_bytes) from (
      select owner_type, owner_id, 1 as datasets, coalesce(line_count, 0) as lines, coalesce(store_bytes, 0) as store_bytes
        from ${datasets}
      union all select owner_type, owner_id, 0, 0, coalesce(metadata_bytes, 0) from ${tables.applications}
      union all select owner_type, owner_id, 0, 0, 0 from ${accountUsage}
        where day = ${recorded?.day ?? ''} and datasets > 0
    ) group by owner_type, owner_id
    on conflict do nothing`)
}
