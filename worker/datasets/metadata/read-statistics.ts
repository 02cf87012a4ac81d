import { eq } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import type { FieldStatistics } from '../../schema/profile/field-statistics'
import type { Dataset } from './dataset'
import { beginOperation } from './load'
import { versionOf } from './present'

export type { FieldStatistics } from '../../schema/profile/field-statistics'

/**
 * Statistics of the values of each field, from the analysis of the served lines; empty without an analysis. They contain
 * values, so they take the permission to read lines.
 */
export async function readStatistics(
  ctx: Context,
  { dataset, draft }: { dataset: Dataset; draft?: boolean },
): Promise<ReadonlyMap<string, FieldStatistics>> {
  beginOperation(ctx, dataset, 'readLines')
  const run = versionOf(dataset, draft).lines?.run
  if (!run) return new Map()
  const [row] = await ctx.db.select().from(tables.statistics).where(eq(tables.statistics.run, run))
  // The analysis writes this type.
  return new Map(row ? Object.entries(JSON.parse(row.fields) as Record<string, FieldStatistics>) : [])
}
