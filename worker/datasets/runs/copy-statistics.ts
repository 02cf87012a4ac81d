import { sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'

/** Gives the table of a run the statistics of the columns of another one. */
export async function copyStatistics(ctx: Context, { from, to }: { from: string; to: string }): Promise<void> {
  const { statistics } = tables
  await ctx.db
    .insert(statistics)
    .select(
      sql`select ${to}, ${statistics.datasetId}, ${statistics.fields} from ${statistics} where ${statistics.run} = ${from}`,
    )
    .onConflictDoNothing()
}
