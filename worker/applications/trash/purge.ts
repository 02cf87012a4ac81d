/** Deletion of what can no longer be restored. */
import { eq, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { audit } from '../../accounts'
import { bundleOfApplication, discardBundle } from '../../attachments'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { limits } from '../../limits'
import { isChanged, purgeExpiredOf, requireCondition } from '../../resources'
import { deletedRow, loadDeletedApplication } from './deleted-application'

const { deletedApplications } = tables

/** Deletes the files of a deleted application now. @throws what `loadDeletedApplication` throws */
export async function purgeDeletedApplication(ctx: Context, id: string): Promise<void> {
  await loadDeletedApplication(ctx, id)
  await purge(ctx, id, [audit(ctx, 'purgeApplication', `applications/${id}`)])
}

/** The statements that delete the data of the deleted application that had this id, for the batch that creates another one. */
export async function purgeStatements(ctx: Context, id: string): Promise<BatchItem<'sqlite'>[]> {
  return (await deletedRow(ctx, id)) ? statementsOf(ctx, id) : []
}

/** Deletes what can no longer be restored, a limited number of applications at a time. */
export const purgeExpiredApplications = (ctx: Context): Promise<void> => purgeExpiredOf(ctx, deletedApplications, purge)

export async function purge(ctx: Context, id: string, others: BatchItem<'sqlite'>[] = []): Promise<void> {
  const isDeleted = sql`exists (select 1 from ${deletedApplications} where ${deletedApplications.id} = ${id})`
  try {
    await ctx.db.batch([requireCondition(ctx, isDeleted), ...statementsOf(ctx, id), ...others])
  } catch (error) {
    // Restored, or replaced by another application with its id, since it was read.
    if (!isChanged(error)) throw error
  }
}

const statementsOf = (ctx: Context, id: string): BatchItem<'sqlite'>[] => [
  ctx.db.delete(deletedApplications).where(eq(deletedApplications.id, id)),
  ...discardFiles(ctx, id),
]

/** The statements that discard the files of an application. */
export const discardFiles = (ctx: Context, id: string) =>
  discardBundle(ctx, bundleOfApplication(id), ctx.now().getTime() + limits.lines.dropRemovedAfterMs)
