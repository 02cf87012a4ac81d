import { and, eq } from 'drizzle-orm'
import { audit, checkQuotas, forgetLinks, namedOwner } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { authorOf, type Owner, scopesFor } from '../../identity'
import { fold } from '../../listing'
import { canCreateFor, permissionsFor, visibilityOf } from '../../permissions'
import { actorFor, type Dataset, forgetDataset, loadDataset, readDataset } from '../metadata/load'
import { asRead, onlyAsRead } from '../metadata/optimistic-lock'
import { searchText } from '../metadata/search-text'
import { approveChildren } from '../virtual/approve'
import { readersChanged } from '../virtual/readers'

/**
 * Gives a dataset to another owner (contract datasets §1.15): its permissions start afresh, public ones are kept, and
 * within one organization those of users and partners too. Its files stay where they are: objects are named by no owner
 * that counts.
 *
 * @throws `owner-refused`, `quota-datasets`, `quota-storage`, `quota-indexed`, `dataset-changed`, and of a virtual dataset
 *   what `approveChildren` throws
 */
export async function changeOwner(ctx: Context, input: { id: string; owner: Owner }): Promise<Dataset> {
  const dataset = await loadDataset(ctx, input.id, 'changeOwner')
  const actor = actorFor(ctx, scopesFor('admin'))
  if (!canCreateFor(actor, input.owner)) throw problem('owner-refused')
  const owner = await namedOwner(ctx, actor, input.owner)
  const sameAccount = owner.type === dataset.owner.type && owner.id === dataset.owner.id
  const { datasets } = tables
  if (!sameAccount) {
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
  const permissions = permissionsFor(dataset, owner)
  const approvals =
    dataset.nature === 'virtual'
      ? await approveChildren(ctx, { ...dataset, owner, permissions }, dataset.published.schema)
      : undefined
  const toDepartment = sameAccount && !dataset.owner.department && owner.department !== undefined
  const { publicationSites, requestedPublicationSites, ...rest } = dataset.metadata
  const metadata = toDepartment ? dataset.metadata : rest
  const changes = ctx.db.batch([
    onlyAsRead(ctx, dataset),
    ctx.db
      .update(datasets)
      .set({
        ownerType: owner.type,
        ownerId: owner.id,
        ownerName: owner.name,
        ownerDepartment: owner.department ?? null,
        ownerDepartmentName: owner.departmentName ?? null,
        slug: await freeSlugFor(ctx, dataset, owner),
        permissions: JSON.stringify(permissions),
        ...(approvals ? { approvals: JSON.stringify(approvals) } : {}),
        visibility: visibilityOf(permissions),
        metadata: JSON.stringify(metadata),
        sortTitle: fold(metadata.title),
        searchText: searchText(metadata, owner),
        updatedAt: ctx.now().toISOString(),
        updatedBy: JSON.stringify(authorOf(actor)),
        version: dataset.version + 1,
      })
      .where(eq(datasets.id, dataset.id)),
    audit(ctx, 'changeOwner', `datasets/${dataset.id}`),
  ])
  await asRead(dataset.id, changes)
  forgetDataset(dataset.id)
  // Those of the former owner's applications open it no more.
  forgetLinks()
  await readersChanged(ctx, dataset)
  return readDataset(ctx, dataset.id)
}

/** The slug stays unless the new owner has it already. */
async function freeSlugFor(ctx: Context, dataset: Dataset, owner: Owner): Promise<string> {
  const { datasets } = tables
  const [taken] = await ctx.db
    .select({ id: datasets.id })
    .from(datasets)
    .where(and(eq(datasets.ownerType, owner.type), eq(datasets.ownerId, owner.id), eq(datasets.slug, dataset.slug)))
  return taken && taken.id !== dataset.id ? dataset.id : dataset.slug
}
