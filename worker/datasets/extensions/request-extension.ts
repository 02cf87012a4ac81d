import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { limits } from '../../limits'

/** Requests the update of the lines of an editable dataset. Never fails: the cron repeats a lost request. */
export async function requestExtension(ctx: Context, datasetId: string): Promise<void> {
  try {
    await ctx.jobs.extend(datasetId)
  } catch (error) {
    ctx.log('error', 'an update of extensions could not be requested', { dataset: datasetId, error: String(error) })
  }
}

/** Editable datasets whose lines have values of earlier extensions, a limited number at a time. */
export async function datasetsToExtend(ctx: Context): Promise<string[]> {
  const { datasets } = tables
  const isMarked = sql`exists (select 1 from json_each(${datasets.metadata}, '$.extensions') as e where e.value->>'needsUpdate')`
  const rows = await ctx.db
    .select({ id: datasets.id })
    .from(datasets)
    .where(
      and(
        // The condition of the index.
        sql`instr(${datasets.metadata}, '"needsUpdate":true') > 0`,
        ...[eq(datasets.nature, 'rest'), eq(datasets.status, 'finalized'), isMarked],
      ),
    )
    .limit(limits.processing.redriveBatch)
  return rows.map(({ id }) => id)
}
