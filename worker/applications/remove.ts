import { eq } from 'drizzle-orm'
import { audit, forgetLinkKeys } from '../accounts'
import { bundleOfApplication, discardBundle } from '../attachments'
import type { Context } from '../context'
import { tables } from '../db/client'
import { captureKey, colorSchemes } from '../files/object-keys'
import { limits } from '../limits'
import { forgetDatasets, updateDatasetUses } from './configuration/dataset-uses'
import { addToJournal } from './journal'
import { loadApplication } from './load'

const { applicationReferences, applications, discards, journal } = tables

/** Deletes an application with its journal, keys and files, and removes it from `extras.applications` of its datasets. */
export async function removeApplication(ctx: Context, id: string): Promise<void> {
  const { owner, metadata } = await loadApplication(ctx, id, 'delete')
  const notBefore = ctx.now().getTime() + limits.lines.dropRemovedAfterMs
  // Keys are deleted with the row, by their foreign key.
  const [, , , changedDatasets] = await ctx.db.batch([
    ctx.db.delete(journal).where(eq(journal.applicationId, id)),
    addToJournal(ctx, id, { type: 'application-deleted', data: metadata.title, logOnly: true }),
    ctx.db.delete(applicationReferences).where(eq(applicationReferences.applicationId, id)),
    updateDatasetUses(ctx, id, owner),
    ctx.db.delete(applications).where(eq(applications.id, id)),
    ...discardBundle(ctx, bundleOfApplication(id), notBefore),
    ctx.db
      .insert(discards)
      .values(colorSchemes.map((scheme) => ({ kind: 'file' as const, name: captureKey(id, scheme), notBefore })))
      .onConflictDoNothing(),
    audit(ctx, 'removeApplication', `applications/${id}`),
  ])
  forgetDatasets(changedDatasets)
  forgetLinkKeys()
  try {
    await ctx.jobs.discard(limits.lines.dropRemovedAfterMs / 1_000 + 1)
  } catch (error) {
    ctx.log('error', 'the message of a removal could not be sent; the cron will', { id, error: String(error) })
  }
}
