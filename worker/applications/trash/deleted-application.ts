/** Reads deleted applications that can be restored. */
import { eq } from 'drizzle-orm'
import { accountActorFor } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { can } from '../../permissions'
import { archivedProperties, isOfAccount, presentDeletion, restorableIds } from '../../resources'
import { applicationActor, applicationScopes } from '../actor'
import { type Application, fromRow } from '../load'

const { deletedApplications } = tables
type Row = typeof deletedApplications.$inferSelect
export type DeletedApplication = { row: Row; application: Application }

/** The application of a row, as it was, without its base application. */
function applicationIn({ row, metadata, configuration, configurationDraft }: Row): Application {
  const properties = { ...archivedProperties(row), metadata, configuration, configurationDraft }
  // The row of `applications` that `archiveRows` stores.
  const application = properties as typeof tables.applications.$inferSelect
  return fromRow({ application, base: null, baseDraft: null })
}

/** @throws `deleted-application-not-found`, also without the permission to delete it; what `applicationActor` throws */
export async function loadDeletedApplication(ctx: Context, id: string): Promise<DeletedApplication> {
  const actor = applicationActor(ctx)
  const row = await deletedRow(ctx, id)
  const application = row && row.restorableUntil > ctx.now().getTime() ? applicationIn(row) : undefined
  if (!row || !application || !can(actor, 'delete', application)) throw problem('deleted-application-not-found')
  return { row, application }
}

/** The deleted applications of the active account that the caller may restore, the last one first. @throws what `accountActorFor` throws */
export async function listDeletedApplications(ctx: Context) {
  const actor = accountActorFor(ctx, applicationScopes)
  const results: DeletedApplicationDocument[] = []
  for (const id of await restorableIds(ctx, deletedApplications, actor.account)) {
    // One at a time: together, large configurations exceed the memory of a Worker.
    const row = await deletedRow(ctx, id)
    const application = row && applicationIn(row)
    if (application && isOfAccount(application, actor.account) && can(actor, 'delete', application)) {
      results.push(presentDeletedApplication({ row, application }))
    }
  }
  return { count: results.length, results }
}

/** The row of a deleted application, without a permission check. */
export async function deletedRow(ctx: Context, id: string): Promise<Row | undefined> {
  const [row] = await ctx.db.select().from(deletedApplications).where(eq(deletedApplications.id, id))
  return row
}

export type DeletedApplicationDocument = ReturnType<typeof presentDeletedApplication>

/** A deleted application in the API. */
export const presentDeletedApplication = ({ row, application: { owner, metadata } }: DeletedApplication) =>
  presentDeletion(row, { owner, title: metadata.title })
