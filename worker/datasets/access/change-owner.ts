import { eq } from 'drizzle-orm'
import { actorFor, audit, checkQuotas, forgetLinkKeys, namedOwner } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { type Owner, scopesFor } from '../../identity'
import { canGiveTo, rolesOver } from '../../permissions'
import { isSameAccount, ownerChange, requireVersion, retryChange, updateColumns } from '../../resources'
import { serviceStatements } from '../master-data/service'
import type { Dataset } from '../metadata/dataset'
import { datasetKind } from '../metadata/kind'
import { forgetDataset, loadDataset, readDataset } from '../metadata/load'
import { changeRemoteFileOwner } from '../remote-file/collector'
import { approveChildren } from '../virtual/approve'
import { recheckVirtualReaders } from '../virtual/refinalize'
import { renewedReadKey } from './change-read-key'

/**
 * Gives a dataset to another owner, for whom the actor may create in any account. Its permissions are reset, except public
 * permissions and, within one organization, those of users and partners. Its files are not moved: the account in the name of
 * an object has no meaning.
 *
 * @throws `owner-refused`, `quota-datasets`, `quota-storage`, `quota-indexed`, `dataset-changed`, and of a virtual dataset
 *   what `approveChildren` throws
 */
export async function changeOwner(ctx: Context, input: { id: string; owner: Owner }): Promise<Dataset> {
  const dataset = await retryChange(datasetKind, input.id, () => storeOwner(ctx, input))
  forgetDataset(dataset.id)
  // Links to applications of the former owner lose their access.
  forgetLinkKeys()
  if (dataset.listened) await ctx.realtime.rightsChanged(dataset.id)
  await recheckVirtualReaders(ctx, dataset)
  return readDataset(ctx, dataset.id)
}

/** The dataset before the change. */
async function storeOwner(ctx: Context, input: { id: string; owner: Owner }): Promise<Dataset> {
  const dataset = await loadDataset(ctx, input.id, 'changeOwner')
  const actor = actorFor(ctx, scopesFor('admin'))
  if (!canGiveTo(actor, input.owner)) throw problem('owner-refused')
  const owner = await namedOwner(ctx, actor, input.owner)
  const { datasets } = tables
  if (!isSameAccount(dataset.owner, owner)) {
    const [sizes] = await ctx.db
      .select({ storeBytes: datasets.storeBytes, indexedBytes: datasets.indexedBytes })
      .from(datasets)
      .where(eq(datasets.id, dataset.id))
    await checkQuotas(ctx, owner, {
      datasets: 1,
      storeBytes: sizes?.storeBytes ?? 0,
      indexedBytes: sizes?.indexedBytes ?? 0,
    })
  }
  const { permissions, metadata, columns } = await ownerChange(
    ctx,
    datasetKind,
    dataset,
    owner,
    dataset.published.schema,
  )
  // Links open what the new owner has: only its administrators may create them.
  const links = rolesOver(actor, owner).includes('admin') ? dataset.links : []
  const approvals =
    dataset.nature === 'virtual'
      ? await approveChildren(ctx, { ...dataset, owner, permissions, links }, dataset.published.schema)
      : undefined
  await ctx.db.batch([
    requireVersion(ctx, datasetKind, dataset),
    ctx.db
      .update(datasets)
      .set({
        ...columns,
        ...(approvals ? { approvals: JSON.stringify(approvals) } : {}),
        links: JSON.stringify(links),
        ...(dataset.readKey ? { readKey: JSON.stringify(renewedReadKey(ctx, dataset.readKey)) } : {}),
        ...updateColumns(ctx, actor),
      })
      .where(eq(datasets.id, dataset.id)),
    ...serviceStatements(ctx, dataset, { ...dataset, metadata, owner }),
    changeRemoteFileOwner(ctx, dataset.id, owner),
    audit(ctx, 'changeOwner', `datasets/${dataset.id}`),
  ])
  return dataset
}
