import { eq } from 'drizzle-orm'
import { audit, forgetLinkKeys } from '../accounts'
import type { Context } from '../context'
import { tables } from '../db/client'
import { searchColumns } from '../db/search-columns'
import {
  checkDescriptionSize,
  checkPublication,
  checkSlug,
  commitBatch,
  requireVersion,
  updateColumns,
} from '../resources'
import { applicationActor } from './actor'
import { baseAt, baseFor } from './base/find-base'
import { forgetDatasets, updateDatasetUses, writeReferences } from './configuration/dataset-uses'
import { checkReferences } from './configuration/read-configuration'
import { type ApplicationCreation, type ApplicationPatch, metadataSchema } from './document'
import { addToJournal, announceJournal } from './journal'
import { applicationKind } from './kind'
import { type Application, beginOperation, loadApplication, readApplication } from './load'

const { applications } = tables

/**
 * Changes an application: its metadata, slug, base applications or configuration.
 *
 * @throws `permission-missing`, `base-application-unknown`, `slug-taken`, `application-changed`, and what
 *   `checkReferences` and `checkPublication` throw
 */
export async function patchApplication(
  ctx: Context,
  input: { id: string; patch: ApplicationPatch },
): Promise<Application> {
  const application = await loadApplication(ctx, input.id, 'writeDescription')
  const { url, urlDraft, slug, configuration: sent, ...metadataPatch } = input.patch
  if (sent) beginOperation(ctx, application, 'writeConfig')
  if (metadataPatch.publications !== undefined) beginOperation(ctx, application, 'writePublications')
  const merged = Object.entries({ ...application.metadata, ...metadataPatch }).filter(([, value]) => value !== null)
  const metadata = metadataSchema.parse(Object.fromEntries(merged))
  checkDescriptionSize(metadata, application.metadata)
  const actor = applicationActor(ctx)
  const publicationEvents = await checkPublication(ctx, actor, application, {
    before: application.metadata,
    after: metadata,
  })
  const { owner, id } = application
  if (slug !== undefined) await checkSlug(ctx, applicationKind, application, slug)
  // An application keeps its base application although it is no longer open to the owner.
  const baseChosen = (address: string) =>
    address === application.url || address === application.urlDraft
      ? baseAt(ctx, address)
      : baseFor(ctx, actor, owner, address)
  const base = url === undefined ? application.base : await baseChosen(url)
  const baseDraft = urlDraft ? await baseChosen(urlDraft) : undefined
  const configuration = sent ?? application.configuration
  // The rights of keys depend on the configuration and on the base application.
  if (configuration && (sent || url !== undefined)) await checkReferences(ctx, { owner, base }, configuration)
  const now = ctx.now().toISOString()
  const changes = ctx.db.batch([
    requireVersion(ctx, applicationKind, application),
    ctx.db
      .update(applications)
      .set({
        metadata: JSON.stringify(metadata),
        ...searchColumns(metadata, owner),
        ...(slug === undefined ? {} : { slug }),
        ...(url === undefined || !base ? {} : { url: base.url }),
        ...(urlDraft === undefined ? {} : { urlDraft: baseDraft?.url ?? null }),
        ...(sent
          ? { configuration: JSON.stringify(sent), status: 'configured', errorMessage: null, lastConfigured: now }
          : {}),
        ...updateColumns(ctx, actor),
        version: application.version + 1,
      })
      .where(eq(applications.id, id)),
    ...(sent ? [addToJournal(ctx, id, { type: 'config-updated' })] : []),
    ...publicationEvents.map((event) => addToJournal(ctx, id, event)),
    ...(sent || url !== undefined ? writeReferences(ctx, { id, configuration, base }) : []),
    audit(ctx, 'patchApplication', `applications/${id}`),
    updateDatasetUses(ctx, id, owner),
  ])
  const changedDatasets = (await commitBatch(applicationKind, id, changes)).at(-1)
  // The last statement is `updateDatasetUses`.
  forgetDatasets(changedDatasets as { id: string }[])
  forgetLinkKeys()
  if (sent || publicationEvents.length > 0) await announceJournal(ctx, id)
  return readApplication(ctx, id)
}

/** Properties that a replacement leaves unchanged when they are not sent. */
const preserved: ReadonlySet<string> = new Set([
  'title',
  'publications',
  'publicationSites',
  'requestedPublicationSites',
])

/** Replaces the writable properties of an application: properties that are not sent are removed, except `preserved`. */
export async function replaceApplication(
  ctx: Context,
  input: { id: string; body: ApplicationCreation },
): Promise<Application> {
  const { metadata } = await loadApplication(ctx, input.id, 'writeDescription')
  // A replacement does not change the owner.
  const { owner: _, initFrom: __, ...sent } = input.body
  const removed = Object.keys(metadata).filter((name) => !preserved.has(name))
  return patchApplication(ctx, {
    id: input.id,
    patch: { ...Object.fromEntries(removed.map((name) => [name, null])), ...sent },
  })
}
