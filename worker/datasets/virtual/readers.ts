/** How a permission change affects a virtual dataset, and the virtual datasets that have the dataset among their children. */

import type { Context } from '../../context'
import { isNoBroaderThan } from '../../permissions'
import { type Dataset, readDataset } from '../metadata/load'
import { refinalize, refinalizeParents } from './parents'

/**
 * Call this after a change of permissions. Virtual datasets that show the dataset to readers who have lost access to it
 * fail, and record that in their journal; those that had failed are retried.
 */
export async function refreshVirtualReaders(ctx: Context, before: Dataset): Promise<void> {
  const after = await readDataset(ctx, before.id)
  if (after.nature === 'virtual' && after.published.status === 'error') await refinalize(ctx, after.id)
  const isLoss =
    JSON.stringify(before.owner) !== JSON.stringify(after.owner) || !isNoBroaderThan(before.permissions, after)
  await refinalizeParents(ctx, after.id, isLoss ? ['finalized', 'error'] : ['error'])
}
