import { and, count, not, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { limits } from '../../limits'
import { type Identity, ownedBy, sharedWith } from './held'

/**
 * What an identity has here, which its removal would take away: what a directory shows before it removes someone. Lists end
 * at `limits.accounts.listSize`; the counts do not.
 */
export async function reportIdentity(ctx: Context, identity: Identity) {
  const { datasets, settings, apiKeys, webhooks, quotas } = tables
  const own = ownedBy(datasets, identity)
  const shared = and(not(own ?? sharedWith(identity)), sharedWith(identity))
  const listed = { id: datasets.id, title: sql<string>`${datasets.metadata}->>'title'` }
  const counted = { count: count() }
  const [ofOwn, ofShared, ofSettings, ofKeys, ofWebhooks, ofLimits, owned, others] = await ctx.db.batch([
    ctx.db.select(counted).from(datasets).where(own),
    ctx.db.select(counted).from(datasets).where(shared),
    ctx.db.select(counted).from(settings).where(ownedBy(settings, identity)),
    ctx.db.select(counted).from(apiKeys).where(ownedBy(apiKeys, identity)),
    ctx.db.select(counted).from(webhooks).where(ownedBy(webhooks, identity)),
    ctx.db.select(counted).from(quotas).where(ownedBy(quotas, identity)),
    ctx.db.select(listed).from(datasets).where(own).orderBy(datasets.id).limit(limits.accounts.listSize),
    ctx.db.select(listed).from(datasets).where(shared).orderBy(datasets.id).limit(limits.accounts.listSize),
  ])
  const number = ([row]: { count: number }[]) => row?.count ?? 0
  return {
    datasets: { count: number(ofOwn), results: owned },
    permissions: { count: number(ofShared), results: others },
    settings: number(ofSettings),
    apiKeys: number(ofKeys),
    webhooks: number(ofWebhooks),
    limits: number(ofLimits),
  }
}
