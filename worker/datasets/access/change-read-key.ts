import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { actorFor, audit, keyPeriod, type ReadKey, type readKeyPatchSchema, readKeysAt } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { scopesFor } from '../../identity'
import { requireVersion, retryChange } from '../../resources'
import type { Dataset } from '../metadata/dataset'
import { datasetKind } from '../metadata/kind'
import { forgetDataset, loadDataset } from '../metadata/load'
import { approveReaders } from '../virtual/approve'

/**
 * The current read key of a dataset, and the previous one while it is valid. Requests with an API key are refused: the holder of a
 * read key could otherwise fetch its successors.
 *
 * @throws `session-required`, `read-key-not-found`
 */
export async function readReadKeys(ctx: Context, id: string): Promise<{ current: string; previous?: string }> {
  const { readKey } = await loadDataset(ctx, id, 'getReadApiKey')
  const actor = actorFor(ctx, scopesFor('read'))
  if (actor.type === 'apiKey' || actor.type === 'readKey') throw problem('session-required')
  if (!readKey) throw problem('read-key-not-found')
  return readKeysAt(ctx, id, readKey)
}

type ReadKeyChange = { id: string; readApiKey: z.infer<typeof readKeyPatchSchema> | null }

/**
 * Enables the read key, disables it, or changes its interval. Existing keys are revoked.
 *
 * @throws of a virtual dataset `virtual-child-restricted`, `dataset-changed`
 */
export async function setReadKey(ctx: Context, input: ReadKeyChange): Promise<void> {
  await retryChange(datasetKind, input.id, () => storeReadKey(ctx, input))
  forgetDataset(input.id)
}

async function storeReadKey(ctx: Context, { id, readApiKey }: ReadKeyChange): Promise<void> {
  // The contract requires no more than `writeDescription` to remove the key.
  const dataset = await loadDataset(ctx, id, readApiKey === null ? 'writeDescription' : 'setReadApiKey')
  const interval = readApiKey?.active ? (readApiKey.interval ?? 'P1M') : undefined
  if (interval === dataset.readKey?.interval) return
  const readKey = interval && renewedReadKey(ctx, { interval })
  const { nature, permissions, links } = dataset
  const approvals =
    nature === 'virtual' ? await approveReaders(ctx, dataset, { permissions, readKey, links }) : undefined
  const { datasets } = tables
  await ctx.db.batch([
    audit(ctx, 'setReadApiKey', `datasets/${id}`),
    // The approvals were computed for the children as read.
    ...(approvals ? [requireVersion(ctx, datasetKind, dataset)] : []),
    ctx.db
      .update(datasets)
      .set({
        readKey: readKey ? JSON.stringify(readKey) : null,
        ...(approvals ? { approvals: JSON.stringify(approvals) } : {}),
        version: sql`${datasets.version} + 1`,
      })
      .where(eq(datasets.id, id)),
  ])
}

/** A read key with the same interval. Earlier keys are revoked. */
export const renewedReadKey = (
  ctx: Pick<Context, 'now' | 'newId'>,
  { interval }: Pick<ReadKey, 'interval'>,
): ReadKey => ({
  interval,
  since: ctx.now().getTime(),
  nonce: ctx.newId(),
})

/** `readApiKey` in the document of a dataset: interval and dates, never the key. */
export function describeReadKey(ctx: Context, { readKey }: Dataset): { readApiKey?: Record<string, unknown> } {
  if (!readKey) return {}
  const { renewAt, expiresAt } = keyPeriod(readKey, ctx.now().getTime())
  return { readApiKey: { active: true, interval: readKey.interval, expiresAt, renewAt } }
}
