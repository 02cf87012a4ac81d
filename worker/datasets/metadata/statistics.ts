import { eq } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import type { FieldStatistics } from '../../schema/profile'
import { type Dataset, permit } from './load'
import { versionOf } from './present'

export type { FieldStatistics } from '../../schema/profile'

/**
 * What the values of each field look like, as the analysis of the lines that are served found it; nothing where there was
 * none. They show values, so that who may not read the lines may not read them.
 */
export async function readStatistics(
  ctx: Context,
  { dataset, draft }: { dataset: Dataset; draft?: boolean },
): Promise<ReadonlyMap<string, FieldStatistics>> {
  permit(ctx, dataset, 'readLines')
  const run = versionOf(dataset, draft).lines?.run
  if (!run) return new Map()
  const [row] = await ctx.db.select().from(tables.statistics).where(eq(tables.statistics.run, run))
  // Written by the analysis from these.
  return new Map(row ? Object.entries(JSON.parse(row.fields) as Record<string, FieldStatistics>) : [])
}
