import { eq, sql } from 'drizzle-orm'
import { audit, forgetLinkKeys } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { captureKeys } from '../../files/object-keys'
import { limits } from '../../limits'
import { archivedEvents, deletionValues, purgeOldestOf, rowObject, storedColumns, trashUntil } from '../../resources'
import { forgetDatasets, updateDatasetUses } from '../configuration/dataset-uses'
import { addToJournal } from '../journal'
import { loadApplication } from '../load'
import { discardFiles, purge } from './purge'

const { applicationReferences, applications, deletedApplications, discards, journal, linkKeys } = tables

/**
 * Deletes an application with its journal and keys, and removes it from `extras.applications` of its datasets. It can be restored
 * for `TRASH_DAYS`; its files are discarded with the last of them.
 *
 * @param options.isFinal it cannot be restored
 */
export async function removeApplication(ctx: Context, id: string, { isFinal = false } = {}): Promise<void> {
  const { owner, metadata } = await loadApplication(ctx, id, 'delete')
  const notBefore = ctx.now().getTime() + limits.lines.dropRemovedAfterMs
  const until = isFinal ? undefined : trashUntil(ctx)
  // Keys are deleted with the row, by their foreign key.
  const [, , , , changedDatasets] = await ctx.db.batch([
    archiveRows(ctx, id, until),
    ctx.db.delete(journal).where(eq(journal.applicationId, id)),
    addToJournal(ctx, id, { type: 'application-deleted', data: metadata.title, logOnly: true }),
    ctx.db.delete(applicationReferences).where(eq(applicationReferences.applicationId, id)),
    updateDatasetUses(ctx, id, owner),
    ctx.db.delete(applications).where(eq(applications.id, id)),
    ...(until ? [] : discardFiles(ctx, id)),
    ctx.db
      .insert(discards)
      .values(captureKeys(id).map((name) => ({ kind: 'file' as const, name, notBefore })))
      .onConflictDoNothing(),
    audit(ctx, 'removeApplication', `applications/${id}`),
  ])
  forgetDatasets(changedDatasets)
  forgetLinkKeys()
  if (until) await purgeOldestOf(ctx, deletedApplications, { owner, purge })
  try {
    await ctx.jobs.discard(limits.lines.dropRemovedAfterMs / 1_000 + 1)
  } catch (error) {
    ctx.log('error', 'the message of a removal could not be sent; the cron will', { id, error: String(error) })
  }
}

/** The statement that stores the rows of an application before they are deleted; it stores none without a date. */
function archiveRows(ctx: Context, id: string, until = new Date(0)) {
  const row = storedColumns(applications).filter((name) => !documents.includes(name))
  const keys = sql`(select coalesce(json_group_array(json(${rowObject(storedColumns(linkKeys))})), '[]')
    from ${linkKeys} where ${linkKeys.applicationId} = ${id})`
  return ctx.db
    .insert(deletedApplications)
    .select(sql`select "id", "owner_type", "owner_id", "metadata_bytes", ${deletionValues(ctx, until)},
      ${rowObject(row)}, "metadata", "configuration", "configuration_draft",
      ${archivedEvents(eq(journal.applicationId, id))}, ${keys}
    from ${applications} where "id" = ${id} and ${until.getTime()} > 0`)
}

/** The columns of `applications` that are columns of `deleted_applications` too. */
const documents = ['metadata', 'configuration', 'configuration_draft']
