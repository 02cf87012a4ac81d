/** A bulk with an exclusive lock on its dataset. */
import type { Context } from '../../../context'
import { type Lock, releaseLock, renewLock, takeLock } from '../../editable/bulk-lock'
import type { BulkStep } from './write-actions'

/**
 * The steps of a bulk, under the lock of the dataset if the request asks for it. A bulk of own lines takes the
 * lock of its owner: a caller that may write own lines only must not block the dataset.
 *
 * @throws `dataset-locked` when another request has the lock
 */
export async function withLockIfRequested(
  isRequested: boolean,
  ctx: Context,
  { dataset, owner }: { dataset: string; owner?: string | undefined },
  steps: AsyncGenerator<BulkStep>,
): Promise<AsyncGenerator<BulkStep>> {
  return isRequested ? locked(ctx, await takeLock(ctx, dataset, owner), steps) : steps
}

async function* locked(ctx: Context, lock: Lock, steps: AsyncGenerator<BulkStep>): AsyncGenerator<BulkStep> {
  try {
    for await (const step of steps) {
      if (!step.isLast) await renewLock(ctx, lock)
      yield step
    }
  } finally {
    await releaseLock(ctx, lock)
  }
}
