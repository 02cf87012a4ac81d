import { eq, sql } from 'drizzle-orm'
import { actorFor, audit } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { scopesFor } from '../../identity'
import type { Permission } from '../../permissions'
import {
  checkCurrent,
  isSameAccess,
  type PermissionChange,
  parsePermissions,
  permissionColumns,
  requireVersion,
  retryChange,
  updateColumns,
} from '../../resources'
import { datasetKind } from '../metadata/kind'
import { forgetDataset, loadDataset } from '../metadata/load'
import { approveReaders } from '../virtual/approve'
import { recheckVirtualReaders } from '../virtual/refinalize'
import { renewedReadKey } from './change-read-key'

/** Whether a permission is no longer given as it was. */
function isNarrowed(before: readonly Permission[], after: readonly Permission[]): boolean {
  const kept = new Set(after.map((permission) => JSON.stringify(permission)))
  return before.some((permission) => !kept.has(JSON.stringify(permission)))
}

/** The permissions of a dataset. */
export async function readPermissions(ctx: Context, id: string): Promise<Permission[]> {
  return (await loadDataset(ctx, id, 'getPermissions')).permissions
}

/**
 * Replaces the permissions of a dataset, and echoes them. Its read key is renewed when a permission is withdrawn.
 *
 * @throws `permissions-invalid`, `virtual-child-restricted`, `permissions-changed`; of a virtual dataset, or with `isCurrent`, also
 *   `dataset-changed`
 */
export async function setPermissions(ctx: Context, input: PermissionChange): Promise<Permission[]> {
  // A run that ends at the same time changes the version and no permission.
  const { dataset, permissions } = await retryChange(datasetKind, input.id, () => storePermissions(ctx, input))
  forgetDataset(dataset.id)
  if (dataset.listened) await ctx.realtime.rightsChanged(dataset.id)
  await recheckVirtualReaders(ctx, dataset)
  return permissions
}

async function storePermissions(ctx: Context, input: PermissionChange) {
  const dataset = await loadDataset(ctx, input.id, 'setPermissions')
  const permissions = parsePermissions(input.permissions)
  checkCurrent(dataset.permissions, input)
  const { readKey, links, nature } = dataset
  const approvals =
    nature === 'virtual' ? await approveReaders(ctx, dataset, { permissions, readKey, links }) : undefined
  const { datasets } = tables
  const update = ctx.db
    .update(datasets)
    .set({
      ...(approvals ? { approvals: JSON.stringify(approvals) } : {}),
      ...permissionColumns(permissions),
      // Those who lose their access may have the key.
      ...(readKey && isNarrowed(dataset.permissions, permissions)
        ? { readKey: JSON.stringify(renewedReadKey(ctx, readKey)) }
        : {}),
      ...updateColumns(ctx, actorFor(ctx, scopesFor('admin'))),
      version: sql`${datasets.version} + 1`,
    })
    .where(eq(datasets.id, dataset.id))
  const isSame = isSameAccess(dataset.permissions, permissions)
  const recorded = isSame ? [] : [audit(ctx, 'setPermissions', `datasets/${dataset.id}`)]
  // The approvals were computed for the children as read, and the permissions checked as read.
  const isGuarded = approvals !== undefined || input.isCurrent !== undefined
  await ctx.db.batch(
    isGuarded ? [requireVersion(ctx, datasetKind, dataset), update, ...recorded] : [update, ...recorded],
  )
  return { dataset, permissions }
}
