import { and, count, eq, not, sql } from 'drizzle-orm'
import type { Context } from '../context'
import { tables } from '../db/client'
import { referenceOf } from '../identity'
import { limits } from '../limits'
import { type Identity, ownedBy, type SharedTable, sharedWith } from './conditions'

/**
 * The resources of an identity that its removal would delete. A directory shows them before the removal. Lists are cut
 * at `limits.accounts.listSize`; the counts are complete.
 */
export async function reportIdentity(ctx: Context, identity: Identity) {
  const { datasets, applications, settings, apiKeys, webhooks, quotas, remoteServices } = tables
  const counted = { count: count() }
  const [ofSettings, ofKeys, ofWebhooks, ofLimits, ofServices] = await ctx.db.batch([
    ctx.db.select(counted).from(settings).where(ownedBy(settings, identity)),
    ctx.db.select(counted).from(apiKeys).where(ownedBy(apiKeys, identity)),
    ctx.db.select(counted).from(webhooks).where(ownedBy(webhooks, identity)),
    ctx.db.select(counted).from(quotas).where(ownedBy(quotas, identity)),
    ctx.db
      .select(counted)
      .from(remoteServices)
      .where(eq(remoteServices.account, referenceOf(identity))),
  ])
  const [ownDatasets, ownApplications] = [
    await resourcesIn(ctx, datasets, identity),
    await resourcesIn(ctx, applications, identity),
  ]
  const number = ([row]: { count: number }[]) => row?.count ?? 0
  return {
    datasets: ownDatasets.owned,
    permissions: ownDatasets.shared,
    applications: ownApplications.owned,
    applicationPermissions: ownApplications.shared,
    settings: number(ofSettings),
    apiKeys: number(ofKeys),
    webhooks: number(ofWebhooks),
    limits: number(ofLimits),
    remoteServices: number(ofServices),
  }
}

/** The resources of one type that the identity owns, and those of other owners whose permissions name it. */
async function resourcesIn(ctx: Context, table: SharedTable, identity: Identity) {
  const own = ownedBy(table, identity)
  const shared = and(not(own ?? sql`false`), sharedWith(table, identity))
  const listed = { id: table.id, title: sql<string>`${table.metadata}->>'title'` }
  const [[ofOwn], [ofShared], owned, others] = await ctx.db.batch([
    ctx.db.select({ count: count() }).from(table).where(own),
    ctx.db.select({ count: count() }).from(table).where(shared),
    ctx.db.select(listed).from(table).where(own).orderBy(table.id).limit(limits.accounts.listSize),
    ctx.db.select(listed).from(table).where(shared).orderBy(table.id).limit(limits.accounts.listSize),
  ])
  return {
    owned: { count: ofOwn?.count ?? 0, results: owned },
    shared: { count: ofShared?.count ?? 0, results: others },
  }
}
