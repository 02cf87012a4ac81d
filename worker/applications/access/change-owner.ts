import { eq } from 'drizzle-orm'
import { audit, checkQuotas, forgetLinkKeys, namedOwner } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import type { Owner } from '../../identity'
import { canGiveTo, rolesOver } from '../../permissions'
import { commitBatch, isSameAccount, ownerChange, requireVersion, updateColumns } from '../../resources'
import { applicationActor } from '../actor'
import { forgetDatasets, updateDatasetUses } from '../configuration/dataset-uses'
import { checkReferences } from '../configuration/read-configuration'
import { applicationKind } from '../kind'
import { type Application, loadApplication, readApplication } from '../load'

const { linkKeys, applications } = tables

/**
 * Gives an application to another owner, with its files, and with its keys when the actor is an administrator of the new
 * owner. The actor needs the operation `delete`, the right to create for the new owner in any account, and the rights that the
 * configuration gives on datasets of the new owner.
 *
 * @throws `owner-refused`, `quota-storage`, `application-changed`, and what `checkReferences` throws
 */
export async function changeOwner(ctx: Context, input: { id: string; owner: Owner }): Promise<Application> {
  const application = await loadApplication(ctx, input.id, 'delete')
  const before = application.owner
  const actor = applicationActor(ctx)
  if (!canGiveTo(actor, input.owner)) throw problem('owner-refused')
  const owner = await namedOwner(ctx, actor, input.owner)
  if (!isSameAccount(before, owner)) await checkQuotas(ctx, owner, { storeBytes: application.metadataBytes })
  for (const configuration of [application.configuration, application.configurationDraft]) {
    if (configuration) await checkReferences(ctx, { owner, base: application.base }, configuration)
  }
  const { columns } = await ownerChange(ctx, applicationKind, application, owner)
  const { id } = application
  const changes = ctx.db.batch([
    requireVersion(ctx, applicationKind, application),
    ctx.db
      .update(applications)
      .set({ ...columns, ...updateColumns(ctx, actor) })
      .where(eq(applications.id, id)),
    // Keys give access to datasets of the new owner: only administrators there may create keys.
    ...(rolesOver(actor, owner).includes('admin')
      ? []
      : [ctx.db.delete(linkKeys).where(eq(linkKeys.applicationId, id))]),
    updateDatasetUses(ctx, id, before),
    updateDatasetUses(ctx, id, owner),
    audit(ctx, 'changeOwner', `applications/${id}`),
  ])
  const results = await commitBatch(applicationKind, id, changes)
  // The two `updateDatasetUses` come before the audit.
  const [changedBefore, changedAfter] = results.slice(-3) as { id: string }[][]
  forgetDatasets([...(changedBefore ?? []), ...(changedAfter ?? [])])
  forgetLinkKeys()
  await ctx.realtime.rightsChanged(`applications/${id}`)
  return readApplication(ctx, id)
}
