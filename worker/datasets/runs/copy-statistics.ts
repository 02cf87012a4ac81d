import { sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'

/** Copies the statistics of the columns of one run to another. */
export async function copyStatistics(ctx: Context, { from, to }: { from: string; to: string }): Promise<void> {
  const { statistics } = tables
  await ctx.db
    .insert(statistics)
    .select(
      sql`select ${to}, ${statistics.datasetId}, ${statistics.fields} from ${statistics} where ${statistics.run} = ${from}`,
    )
    .onConflictDoNothing()
}
