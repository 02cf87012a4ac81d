import { and, eq, or, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { limits } from '../../limits'
import { type Dataset, fromRow } from '../metadata/dataset'
import { forgetDataset } from '../metadata/load'

/** The options that make lines and revisions expire. */
const options = ['ttl', 'historyTTL'] as const
type Option = (typeof options)[number]

/**
 * Editable datasets with expiring lines or revisions that were not checked in the last hour, a limited number at a
 * time.
 */
export async function expiringDatasets(ctx: Context): Promise<Dataset[]> {
  const { datasets } = tables
  const active = (option: Option) => sql`json_extract(${datasets.metadata}, ${`$.rest.${option}.active`})`
  const lookedAt = (option: Option) => sql`json_extract(${datasets.metadata}, ${`$.rest.${option}.checkedAt`})`
  const isDue = (option: Option) => sql`(${active(option)} and coalesce(${lookedAt(option)}, '') < ${since})`
  const since = new Date(ctx.now().getTime() - limits.lines.expireEveryMs).toISOString()
  const isIndexed = sql`${datasets.nature} = 'rest' and instr(${datasets.metadata}, '"active":true') > 0`
  const rows = await ctx.db
    .select()
    .from(datasets)
    .where(and(isIndexed, eq(datasets.status, 'finalized'), or(...options.map(isDue))))
    .limit(limits.processing.redriveBatch)
  return rows.map(fromRow)
}

/** Records the time of the check. The next one is due in an hour. */
export async function recordExpiryCheck(ctx: Context, id: string): Promise<void> {
  const { datasets } = tables
  const now = ctx.now().toISOString()
  // Only where the option is set: a check time alone must not create it.
  const metadata = options.reduce(
    (noted, option) =>
      sql`iif(json_type(${datasets.metadata}, ${`$.rest.${option}`}) = 'object', json_set(${noted}, ${`$.rest.${option}.checkedAt`}, ${now}), ${noted})`,
    sql`${datasets.metadata}`,
  )
  await ctx.db
    .update(datasets)
    .set({ metadata, version: sql`${datasets.version} + 1` })
    .where(eq(datasets.id, id))
  forgetDataset(id)
}
