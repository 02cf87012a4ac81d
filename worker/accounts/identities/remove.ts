import { sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { removeDataset } from '../../datasets'
import { tables } from '../../db/client'
import { limits } from '../../limits'
import { audit } from '../audit'
import { forgetKeys } from '../keys'
import { forgetQuotas } from '../quotas/usage'
import { type Identity, ownedBy, sharedWith } from './held'

/**
 * Removes all that an identity has here, whose directory has removed it: datasets, settings, keys, webhooks, limits, and the
 * permissions that name it (contract editable-accounts C.3). Stopped half-way, the same call finishes it.
 */
export async function removeIdentity(ctx: Context, identity: Identity): Promise<void> {
  const { type, id } = identity
  await removeDatasets({ ...ctx, identity: { actor: { type: 'system', job: 'identities' } } }, identity)
  const { datasets, settings, apiKeys, webhooks, quotas } = tables
  const others = sql`(select json_group_array(json(value)) from json_each(${datasets.permissions})
    where not (value->>'type' is ${type} and value->>'id' is ${id}))`
  const [keys] = await ctx.db.batch([
    ctx.db.delete(apiKeys).where(ownedBy(apiKeys, identity)).returning({ id: apiKeys.id }),
    ctx.db.delete(settings).where(ownedBy(settings, identity)),
    ctx.db.delete(webhooks).where(ownedBy(webhooks, identity)),
    ctx.db.delete(quotas).where(ownedBy(quotas, identity)),
    ctx.db
      .update(datasets)
      .set({
        permissions: others,
        visibility: sql`case when ${others} = '[]' then 'private' else ${datasets.visibility} end`,
        version: sql`${datasets.version} + 1`,
      })
      .where(sharedWith(identity)),
    audit(ctx, 'removeIdentity', `identities/${type}/${id}`),
  ])
  forgetKeys(keys.map((key) => key.id))
  forgetQuotas(identity)
}

async function removeDatasets(ctx: Context, identity: Identity): Promise<void> {
  const { datasets } = tables
  for (;;) {
    const rows = await ctx.db
      .select({ id: datasets.id })
      .from(datasets)
      .where(ownedBy(datasets, identity))
      .limit(limits.accounts.listSize)
    if (rows.length === 0) return
    for (const dataset of rows) await removeDataset(ctx, dataset.id)
  }
}
