import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../context'
import { tables } from '../db/client'
import { limits } from '../limits'
import { type Dataset, forgetDataset, fromRow } from './load'

/** Editable datasets whose lines or revisions expire and were not looked at for an hour, some at a time. */
export async function expiringDatasets(ctx: Context): Promise<Dataset[]> {
  const { datasets } = tables
  const active = (option: string) => sql`json_extract(${datasets.metadata}, ${`$.rest.${option}.active`})`
  const lookedAt = sql`coalesce(json_extract(${datasets.metadata}, '$.rest.ttl.checkedAt'), '')`
  const since = new Date(ctx.now().getTime() - limits.lines.expireEveryMs).toISOString()
  const rows = await ctx.db
    .select()
    .from(datasets)
    .where(
      and(
        eq(datasets.nature, 'rest'),
        eq(datasets.status, 'finalized'),
        sql`(${active('ttl')} or ${active('historyTTL')})`,
        sql`${lookedAt} < ${since}`,
      ),
    )
    .limit(limits.processing.redriveBatch)
  return rows.map(fromRow)
}

/** Notes when the lines of a dataset were looked at: they are again in an hour. */
export async function lookedAtExpiry(ctx: Context, id: string): Promise<void> {
  const { datasets } = tables
  const now = ctx.now().toISOString()
  await ctx.db
    .update(datasets)
    .set({
      metadata: sql`json_patch(${datasets.metadata}, json_object('rest', json_object('ttl', json_object('checkedAt', ${now}))))`,
      version: sql`${datasets.version} + 1`,
    })
    .where(eq(datasets.id, id))
  forgetDataset(id)
}
