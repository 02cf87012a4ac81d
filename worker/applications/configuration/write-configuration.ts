/** Publishes configurations, stores and deletes drafts. */
import { eq, sql } from 'drizzle-orm'
import { audit, forgetLinkKeys } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { authorOf } from '../../identity'
import { commitBatch, requireVersion } from '../../resources'
import { applicationActor } from '../actor'
import type { Configuration } from '../document'
import { addToJournal, announceJournal } from '../journal'
import { applicationKind } from '../kind'
import { loadApplication } from '../load'
import { statusAfter } from '../status'
import { forgetDatasets, updateDatasetUses, writeReferences } from './dataset-uses'
import { checkReferences } from './read-configuration'

const { applications } = tables

/**
 * Publishes a configuration, deletes the draft and the errors, and updates `extras.applications` of its datasets.
 *
 * @throws `configuration-dataset-refused`, `configuration-rights-refused`, `application-changed`
 */
export async function writeConfiguration(
  ctx: Context,
  input: { id: string; configuration: Configuration },
): Promise<void> {
  const application = await loadApplication(ctx, input.id, 'writeConfig')
  const { id, owner, base, status } = application
  const { configuration } = input
  await checkReferences(ctx, application, configuration)
  const now = ctx.now().toISOString()
  const change = {
    configuration: JSON.stringify(configuration),
    configurationDraft: null,
    errorMessage: null,
    errorMessageDraft: null,
    status: statusAfter('configure', { status, isConfigured: true }),
    lastConfigured: now,
    updatedAt: now,
    updatedBy: JSON.stringify(authorOf(applicationActor(ctx))),
  }
  const changes = ctx.db.batch([
    requireVersion(ctx, applicationKind, application),
    updateConfiguration(ctx, id, change),
    ...writeReferences(ctx, { id, configuration, base }),
    updateDatasetUses(ctx, id, owner),
    addToJournal(ctx, id, { type: 'config-updated' }),
    audit(ctx, 'writeConfiguration', `applications/${id}`),
  ])
  const [, , , , changedDatasets] = await commitBatch(applicationKind, id, changes)
  forgetDatasets(changedDatasets)
  forgetLinkKeys()
  await announceJournal(ctx, id)
}

/** Stores a draft configuration, which visitors do not see. */
export async function writeConfigurationDraft(
  ctx: Context,
  input: { id: string; configuration: Configuration },
): Promise<void> {
  const { id, status } = await loadApplication(ctx, input.id, 'writeConfig')
  const change = {
    configurationDraft: JSON.stringify(input.configuration),
    errorMessageDraft: null,
    status: statusAfter('draft', { status, isConfigured: false }),
  }
  await ctx.db.batch([
    updateConfiguration(ctx, id, change),
    addToJournal(ctx, id, { type: 'config-draft-updated' }),
    audit(ctx, 'writeDraftConfiguration', `applications/${id}`),
  ])
  await announceJournal(ctx, id)
}

/** Deletes the draft configuration, if there is one. */
export async function cancelConfigurationDraft(ctx: Context, input: { id: string }): Promise<void> {
  const { id, status, configuration, configurationDraft } = await loadApplication(ctx, input.id, 'writeConfig')
  if (!configurationDraft && status !== 'configured-draft') return
  const change = {
    configurationDraft: null,
    errorMessageDraft: null,
    status: statusAfter('cancel', { status, isConfigured: configuration !== undefined }),
  }
  await ctx.db.batch([
    updateConfiguration(ctx, id, change),
    addToJournal(ctx, id, { type: 'config-draft-cancelled' }),
    audit(ctx, 'cancelDraftConfiguration', `applications/${id}`),
  ])
  await announceJournal(ctx, id)
}

/** The statement that changes an application, without optimistic locking. */
export function updateConfiguration(ctx: Context, id: string, change: Partial<typeof applications.$inferInsert>) {
  return ctx.db
    .update(applications)
    .set({ ...change, version: sql`${applications.version} + 1` })
    .where(eq(applications.id, id))
}
