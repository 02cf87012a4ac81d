import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { removeDataset } from '../../datasets'
import { tables } from '../../db/client'
import { limits } from '../../limits'
import { audit } from '../audit'
import { forgetKeys } from '../keys'
import type { Owner } from '../owner'
import { forgetQuotas } from '../quotas/usage'

/**
 * Removes all that an identity has here, whose directory has removed it: datasets, settings, keys, webhooks, limits, and the
 * permissions that name it (contract editable-accounts C.3). Stopped half-way, the same call finishes it.
 */
export async function removeIdentity(ctx: Context, { type, id }: Pick<Owner, 'type' | 'id'>): Promise<void> {
  await removeDatasets({ ...ctx, identity: { actor: { type: 'system', job: 'identities' } } }, { type, id })
  const { datasets, settings, apiKeys, webhooks, quotas } = tables
  const others = sql`(select json_group_array(json(value)) from json_each(${datasets.permissions})
    where not (value->>'type' is ${type} and value->>'id' is ${id}))`
  const [keys] = await ctx.db.batch([
    ctx.db
      .delete(apiKeys)
      .where(and(eq(apiKeys.ownerType, type), eq(apiKeys.ownerId, id)))
      .returning({ id: apiKeys.id }),
    ctx.db.delete(settings).where(and(eq(settings.ownerType, type), eq(settings.ownerId, id))),
    ctx.db.delete(webhooks).where(and(eq(webhooks.ownerType, type), eq(webhooks.ownerId, id))),
    ctx.db.delete(quotas).where(and(eq(quotas.ownerType, type), eq(quotas.ownerId, id))),
    ctx.db
      .update(datasets)
      .set({
        permissions: others,
        visibility: sql`case when ${others} = '[]' then 'private' else ${datasets.visibility} end`,
        version: sql`${datasets.version} + 1`,
      })
      .where(
        sql`exists (select 1 from json_each(${datasets.permissions})
          where value->>'type' is ${type} and value->>'id' is ${id})`,
      ),
    audit(ctx, 'removeIdentity', `identities/${type}/${id}`),
  ])
  forgetKeys(keys.map((key) => key.id))
  forgetQuotas({ type, id })
}

async function removeDatasets(ctx: Context, { type, id }: Pick<Owner, 'type' | 'id'>): Promise<void> {
  const { datasets } = tables
  for (;;) {
    const rows = await ctx.db
      .select({ id: datasets.id })
      .from(datasets)
      .where(and(eq(datasets.ownerType, type), eq(datasets.ownerId, id)))
      .limit(limits.accounts.listSize)
    if (rows.length === 0) return
    for (const dataset of rows) await removeDataset(ctx, dataset.id)
  }
}
