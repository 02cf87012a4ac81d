import { and, desc, eq, or } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { manualValidation } from './publish-version'

const { journal } = tables

/** @property event id of the event, `date` its date, `columns` keys of the removed columns */
export type RemovedColumns = { event: number; date: string; columns: string[] }

/**
 * The columns that the file of the current version no longer has, when the service published it without a review: by a collector, or
 * by the API. The batch of a publication stores `draft-validated`, `breaking-change` and `finalize-end`, in this order.
 */
export async function removedColumns(ctx: Context, datasetId: string): Promise<RemovedColumns | undefined> {
  const [end, change, validation] = await ctx.db
    .select()
    .from(journal)
    .where(
      and(
        eq(journal.datasetId, datasetId),
        or(
          and(eq(journal.type, 'finalize-end'), eq(journal.draft, false)),
          eq(journal.type, 'breaking-change'),
          eq(journal.type, 'draft-validated'),
        ),
      ),
    )
    .orderBy(desc(journal.id))
    .limit(3)
  const isAutomatic = validation?.type === 'draft-validated' && validation.data !== manualValidation
  if (end?.type !== 'finalize-end' || change?.type !== 'breaking-change' || !isAutomatic) return undefined
  // Written by `breakingEvents`.
  const { missing } = JSON.parse(change.data ?? '{"missing":[]}') as { missing: string[] }
  return missing.length > 0 ? { event: change.id, date: change.date, columns: missing } : undefined
}
