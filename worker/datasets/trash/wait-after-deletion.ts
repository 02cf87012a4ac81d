import { and, desc, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { limits } from '../../limits'
import { nextVersionDate } from '../metadata/next-version-date'

/**
 * Waits for the second after the last version of the deleted dataset that had an id: HTTP dates have seconds, and no version of the new
 * dataset may have the `Last-Modified` of one of the former.
 *
 * @returns whether it has waited
 */
export async function waitAfterDeletion(ctx: Context, id: string): Promise<boolean> {
  const { deletedDatasets, journal } = tables
  const [deletions, versions] = await ctx.db.batch([
    ctx.db
      .select({ date: journal.date })
      .from(journal)
      .where(and(eq(journal.datasetId, id), eq(journal.type, 'dataset-deleted')))
      .orderBy(desc(journal.id))
      .limit(1),
    ctx.db
      .select({ date: sql<string | null>`${deletedDatasets.published}->>'$.finalizedAt'` })
      .from(deletedDatasets)
      .where(eq(deletedDatasets.id, id)),
  ])
  const last = [...deletions, ...versions]
    .flatMap(({ date }) => date ?? [])
    .sort()
    .at(-1)
  const now = ctx.now()
  const waitMs = Date.parse(nextVersionDate(now, last)) - now.getTime()
  if (waitMs <= 0) return false
  await scheduler.wait(Math.min(waitMs, limits.trash.maxReuseWaitMs))
  return true
}
