import { eq, sql } from 'drizzle-orm'
import { audit, forgetLinkKeys, namedOwner, quotaRefusal, withinQuotas } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { assertSignedIn } from '../../identity'
import {
  columnsOfObject,
  createUnderSlug,
  isChanged,
  isRestorable,
  requireCondition,
  restoredRows,
  restoreEvents,
  storedColumns,
} from '../../resources'
import { applicationActor } from '../actor'
import { fromBaseRow } from '../base/document'
import { forgetDatasets, updateDatasetUses, writeReferences } from '../configuration/dataset-uses'
import { referencesOf } from '../configuration/references'
import { addToJournal, announceJournal } from '../journal'
import { applicationKind } from '../kind'
import { type DeletedApplication, loadDeletedApplication } from './deleted-application'

const { applications, baseApplications, deletedApplications, linkKeys } = tables

/**
 * Restores a deleted application with its id, its configuration, its files, its permissions, its links and its journal, within the
 * quotas of its owner. A slug that is taken gets a number.
 *
 * @throws `quota-storage`, `application-changed`: another application has the id; and what `loadDeletedApplication` throws
 */
export async function restoreApplication(ctx: Context, id: string): Promise<void> {
  const deleted = await loadDeletedApplication(ctx, id)
  const actor = applicationActor(ctx)
  assertSignedIn(actor)
  const { slug, configuration } = deleted.application
  const owner = await namedOwner(ctx, actor, deleted.application.owner)
  await createUnderSlug(ctx, applicationKind, { id, owner, slug }, (free) =>
    insertRows(ctx, deleted, { slug: free, owner_name: owner.name }),
  )
  const used = configuration ? referencesOf(configuration, []).filter(({ kind }) => kind === 'dataset') : []
  forgetDatasets(used.map(({ target }) => ({ id: target })))
  forgetLinkKeys()
  await announceJournal(ctx, id)
}

async function insertRows(
  ctx: Context,
  { row, application }: DeletedApplication,
  changed: { slug: string; owner_name: string },
): Promise<void> {
  const { id, owner, url } = application
  const [base] = await ctx.db.select().from(baseApplications).where(eq(baseApplications.url, url))
  const adds = { storeBytes: row.bytes }
  const values = columnsOfObject(sql`"row"`, storedColumns(applications), {
    metadata: sql`"metadata"`,
    configuration: sql`"configuration"`,
    configuration_draft: sql`"configuration_draft"`,
    version: sql`"row"->>'$.version' + 1`,
    slug: sql`${changed.slug}`,
    owner_name: sql`${changed.owner_name}`,
  })
  const writes = ctx.db.batch([
    requireCondition(ctx, isRestorable(ctx, deletedApplications, id)),
    ...(await withinQuotas(ctx, owner, adds)),
    ctx.db.insert(applications).select(sql`select ${values} from ${deletedApplications} where "id" = ${id}`),
    ctx.db.insert(linkKeys).select(restoredRows(deletedApplications, id, { from: 'keys', to: linkKeys })),
    restoreEvents(ctx, deletedApplications, id),
    ctx.db.delete(deletedApplications).where(eq(deletedApplications.id, id)),
    ...writeReferences(ctx, { ...application, base: base && fromBaseRow(base) }),
    updateDatasetUses(ctx, id, owner),
    addToJournal(ctx, id, { type: 'application-restored' }),
    audit(ctx, 'restoreApplication', `applications/${id}`),
  ])
  await writes.catch(async (error: unknown) => {
    throw isChanged(error)
      ? problem('deleted-application-not-found')
      : await quotaRefusal(ctx, { consumer: owner, adds, error })
  })
}
