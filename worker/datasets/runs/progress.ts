import { eq } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { currentFirst, progressOf } from '../journal/live-journal'
import { loadDataset } from '../metadata/load'

/** The running task of a dataset: `{}` when idle. `progress` is 0–100. */
export async function readProgress(ctx: Context, id: string): Promise<Record<string, unknown>> {
  await loadDataset(ctx, id, 'readJournal')
  const [run] = await ctx.db
    .select()
    .from(tables.runs)
    .where(eq(tables.runs.datasetId, id))
    .orderBy(...currentFirst)
    .limit(1)
  return progressOf(run)
}
