import { audit, checkQuotas, namedOwner } from '../accounts'
import type { Context } from '../context'
import { tables } from '../db/client'
import { searchColumns } from '../db/search-columns'
import { problem } from '../errors'
import { assertSignedIn, authorOf, ownerColumns } from '../identity'
import { canCreateFor, defaultPermissions } from '../permissions'
import {
  checkChosenId,
  checkDescriptionSize,
  checkPublication,
  createUnderSlug,
  permissionColumns,
  slugOf,
} from '../resources'
import { applicationActor } from './actor'
import { copyAttachments } from './attachments/attachments'
import { segmentsOf } from './base/bundled'
import { baseFor } from './base/find-base'
import { forgetDatasets, updateDatasetUses, writeReferences } from './configuration/dataset-uses'
import { checkReferences } from './configuration/read-configuration'
import type { ApplicationCreation, Metadata } from './document'
import { addToJournal, announceJournal } from './journal'
import { applicationKind } from './kind'
import { type Application, loadApplication, readApplication } from './load'
import { purgeStatements } from './trash/purge'

const { applications } = tables

/**
 * Creates an application of a base application.
 *
 * @param input.id chosen id; generated when absent
 * @throws `sign-in-required`, `application-url-missing`, `owner-refused`, `base-application-unknown`,
 *   `application-source-other`, `application-changed`, and what `checkPublication` and reading the source throw
 */
export async function createApplication(
  ctx: Context,
  input: { body: ApplicationCreation; id?: string | undefined },
): Promise<Application> {
  const actor = applicationActor(ctx)
  assertSignedIn(actor)
  const {
    owner: chosen = actor.account,
    initFrom,
    url,
    urlDraft,
    slug,
    configuration: sent,
    ...sentMetadata
  } = input.body
  if (!canCreateFor(actor, chosen)) throw problem('owner-refused')
  const owner = await namedOwner(ctx, actor, chosen)
  if (url === undefined) throw problem('application-url-missing')
  const base = await baseFor(ctx, actor, owner, url)
  const baseDraft = urlDraft ? await baseFor(ctx, actor, owner, urlDraft) : undefined
  const source = initFrom ? await sourceAt(ctx, initFrom, base.url) : undefined
  if (input.id !== undefined) checkChosenId(applicationKind, input.id)
  const id = input.id ?? ctx.newId()
  const permissions = defaultPermissions(owner)
  await checkPublication(ctx, actor, { id, owner, permissions }, { before: {}, after: sentMetadata })
  const metadata = metadataOf({ ...copiedMetadata(source), ...sentMetadata }, base.url)
  checkDescriptionSize(metadata)
  const configuration = sent ?? source?.configuration
  if (configuration) await checkReferences(ctx, { owner, base }, configuration)
  if (source) await checkQuotas(ctx, owner, { storeBytes: source.metadataBytes })
  const now = ctx.now().toISOString()
  const author = JSON.stringify(authorOf(actor))
  const values = {
    id,
    ...ownerColumns(owner),
    url: base.url,
    urlDraft: baseDraft?.url ?? null,
    metadata: JSON.stringify(metadata),
    ...permissionColumns(permissions),
    ...searchColumns(metadata, owner),
    status: configuration ? ('configured' as const) : ('created' as const),
    configuration: configuration ? JSON.stringify(configuration) : null,
    createdAt: now,
    createdBy: author,
    updatedAt: now,
    updatedBy: author,
    lastConfigured: configuration ? now : null,
    version: 1,
  }
  const named = { id, owner, slug: slugOf(slug, { title: metadata.title, id }, 'application') }
  const former = input.id === undefined ? [] : await purgeStatements(ctx, id)
  const written = await createUnderSlug(ctx, applicationKind, named, (free) =>
    ctx.db.batch([
      ctx.db.insert(applications).values({ ...values, slug: free }),
      addToJournal(ctx, id, { type: 'application-created' }),
      ...writeReferences(ctx, { id, configuration, base }),
      updateDatasetUses(ctx, id, owner),
      audit(ctx, 'createApplication', `applications/${id}`),
      // The deleted application that had the chosen id can no longer be restored.
      ...former,
    ]),
  )
  forgetDatasets(written[4])
  if (source) await copyAttachments(ctx, { from: source, to: { id, owner } })
  await announceJournal(ctx, id)
  return readApplication(ctx, id)
}

/** The application of `initFrom`: one that the caller may read, of the same base application. */
async function sourceAt(
  ctx: Context,
  initFrom: NonNullable<ApplicationCreation['initFrom']>,
  url: string,
): Promise<Application> {
  const id = typeof initFrom === 'string' ? initFrom : initFrom.application
  await loadApplication(ctx, id, 'readDescription')
  await loadApplication(ctx, id, 'downloadAttachment')
  const source = await loadApplication(ctx, id, 'readConfig')
  if (source.url !== url) throw problem('application-source-other', { id })
  return source
}

function copiedMetadata(source: Application | undefined): Partial<Metadata> {
  if (!source) return {}
  const { summary, description, attachments } = source.metadata
  return { summary, description, attachments }
}

type PartialMetadata = { [Name in keyof Metadata]?: Metadata[Name] | undefined }

/** The metadata to store: without nulls, and with a title. */
function metadataOf(sent: PartialMetadata, url: string): Metadata {
  const title = sent.title ?? segmentsOf(url).at(-1) ?? new URL(url).hostname
  const properties = Object.entries(sent).filter(([, value]) => value !== null && value !== undefined)
  return { ...Object.fromEntries(properties), title }
}
