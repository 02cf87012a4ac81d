import { sql } from 'drizzle-orm'
import { audit, deleteAccountRows, forgetDomains, forgetKeys, forgetLinkKeys, forgetQuotas } from '../accounts'
import { removeApplication } from '../applications/trash'
import { removeCollector } from '../collectors'
import type { Context } from '../context'
import { removeDataset } from '../datasets/trash'
import { tables } from '../db/client'
import { limits } from '../limits'
import { withoutAccount } from '../resources'
import { type Identity, ownedBy, type SharedTable, sharedWith } from './conditions'

/**
 * Removes the resources of an identity that its directory has removed: collectors, datasets, applications, settings, keys,
 * webhooks, limits, remote services, and the permissions that name it. After an interruption, the same call completes the removal.
 */
export async function removeIdentity(ctx: Context, identity: Identity): Promise<void> {
  const { type, id } = identity
  const { collectors, datasets, applications, baseApplications } = tables
  const byItself: Context = { ...ctx, identity: { actor: { type: 'system', job: 'identities' } } }
  // First: they write to datasets.
  await removeAll(byItself, identity, { table: collectors, remove: removeCollector })
  await removeAll(byItself, identity, { table: applications, remove: removeApplicationForEver })
  await removeAll(byItself, identity, { table: datasets, remove: removeDatasetForEver })
  const others = withoutAccount(baseApplications.privateAccess, identity)
  const [keys] = await ctx.db.batch([
    ...deleteAccountRows(ctx, identity),
    ...[datasets, applications].map((table) => withdraw(ctx, table, identity)),
    ctx.db
      .update(baseApplications)
      .set({ privateAccess: others })
      .where(sql`${baseApplications.privateAccess} <> ${others}`),
    withdrawServices(ctx, identity),
    audit(ctx, 'removeIdentity', `identities/${type}/${id}`),
  ])
  forgetKeys(keys.map((key) => key.id))
  forgetDomains()
  forgetQuotas(identity)
  forgetLinkKeys()
}

// Nobody is left to restore them.
const removeDatasetForEver = (ctx: Context, id: string) => removeDataset(ctx, id, { isFinal: true })
const removeApplicationForEver = (ctx: Context, id: string) => removeApplication(ctx, id, { isFinal: true })

/** The statement that withdraws the access of an identity to the remote services of others. */
function withdrawServices(ctx: Context, identity: Identity) {
  const { remoteServices } = tables
  const others = withoutAccount(remoteServices.privateAccess, identity)
  return ctx.db
    .update(remoteServices)
    .set({ privateAccess: others, version: sql`${remoteServices.version} + 1` })
    .where(sql`${remoteServices.privateAccess} <> ${others}`)
}

/** The statement that removes an identity from the permissions of other owners. */
function withdraw(ctx: Context, table: SharedTable, identity: Identity) {
  const { type, id } = identity
  const others = sql`(select json_group_array(json(value)) from json_each(${table.permissions})
    where not (value->>'type' is ${type} and value->>'id' is ${id}))`
  return ctx.db
    .update(table)
    .set({
      permissions: others,
      visibility: sql`case when ${others} = '[]' then 'private' else ${table.visibility} end`,
      version: sql`${table.version} + 1`,
    })
    .where(sharedWith(table, identity))
}

async function removeAll(
  ctx: Context,
  identity: Identity,
  {
    table,
    remove,
  }: { table: SharedTable | typeof tables.collectors; remove: (ctx: Context, id: string) => Promise<void> },
): Promise<void> {
  for (;;) {
    const rows = await ctx.db
      .select({ id: table.id })
      .from(table)
      .where(ownedBy(table, identity))
      .limit(limits.accounts.listSize)
    if (rows.length === 0) return
    for (const { id } of rows) await remove(ctx, id)
  }
}
