/** What a change of who may read a dataset means for virtual datasets: itself, and those above it. */
import { isWithin } from '../../accounts'
import type { Context } from '../../context'
import { type Dataset, readDataset } from '../metadata/load'
import { refinalize, refinalizeParents } from './parents'

/**
 * To call after the change: virtual datasets that show the dataset to readers it has lost fail, and tell so in their journal;
 * those that have failed are tried again.
 */
export async function readersChanged(ctx: Context, before: Dataset): Promise<void> {
  const after = await readDataset(ctx, before.id)
  if (after.nature === 'virtual' && after.published.status === 'error') await refinalize(ctx, after.id)
  const isLoss = JSON.stringify(before.owner) !== JSON.stringify(after.owner) || !isWithin(before.permissions, after)
  await refinalizeParents(ctx, after.id, isLoss ? ['finalized', 'error'] : ['error'])
}
