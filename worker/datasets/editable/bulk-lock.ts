/** A lock per dataset: exclusive bulk requests and structural changes do not run at the same time. */
import { and, eq, gt, lte } from 'drizzle-orm'
import { superAdmin } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { limits } from '../../limits'
import { readDataset } from '../metadata/load'

const { locks } = tables

/** `datasetId` is the key of the row: for a lock on the lines of one owner, the owner is appended. */
export type Lock = { datasetId: string; token: string }

/**
 * Acquires the lock of a dataset, and waits a short time for its release.
 *
 * @param owner locks only the lines of this owner and blocks no other writers
 * @throws `dataset-locked`
 */
export async function takeLock(ctx: Context, id: string, owner?: string): Promise<Lock> {
  // Dataset ids contain no slash.
  const datasetId = owner === undefined ? id : `${id}/${owner}`
  const token = ctx.newId()
  const giveUpAt = ctx.now().getTime() + limits.lines.rebuildWaitMs
  for (;;) {
    const now = ctx.now().getTime()
    const until = now + limits.datasets.lockMs
    const [row] = await ctx.db
      .insert(locks)
      .values({ datasetId, token, until })
      .onConflictDoUpdate({ target: locks.datasetId, set: { token, until }, setWhere: lte(locks.until, now) })
      .returning({ token: locks.token })
    if (row) return { datasetId, token }
    if (now >= giveUpAt) throw problem('dataset-locked', { id })
    await scheduler.wait(limits.lines.rebuildPollMs)
  }
}

/** Extends a lock while its holder works. A lock that an operator has broken stays broken. */
export async function renewLock(ctx: Context, { datasetId, token }: Lock): Promise<void> {
  await ctx.db
    .update(locks)
    .set({ until: ctx.now().getTime() + limits.datasets.lockMs })
    .where(and(eq(locks.datasetId, datasetId), eq(locks.token, token)))
}

export async function releaseLock(ctx: Context, { datasetId, token }: Lock): Promise<void> {
  await ctx.db.delete(locks).where(and(eq(locks.datasetId, datasetId), eq(locks.token, token)))
}

/** @throws `dataset-locked` while the dataset is locked */
export async function refuseLocked(ctx: Context, datasetId: string): Promise<void> {
  const [active] = await activeLocks(ctx, datasetId)
  if (active) throw problem('dataset-locked', { id: datasetId })
}

/** The active locks of a dataset. */
export function activeLocks(ctx: Context, datasetId: string): Promise<{ until: number }[]> {
  return ctx.db
    .select({ until: locks.until })
    .from(locks)
    .where(and(eq(locks.datasetId, datasetId), gt(locks.until, ctx.now().getTime())))
}

/** Breaks the abandoned lock of a dataset. @throws `session-required`, `super-admin-only`, `dataset-not-found` */
export async function breakLock(ctx: Context, datasetId: string): Promise<void> {
  superAdmin(ctx)
  await readDataset(ctx, datasetId)
  await ctx.db.delete(locks).where(eq(locks.datasetId, datasetId))
}
