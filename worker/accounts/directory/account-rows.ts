/** The rows of an account, for its deletion. */
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { type Owner, referenceOf } from '../../identity'
import { limits } from '../../limits'

/** A user, or an organization with all its departments. */
type Account = Pick<Owner, 'type' | 'id'>

/** A query for the names of the datasets, applications and collectors of an account. */
export function ownedNames({ type, id }: Account): SQL {
  const { datasets, applications, collectors } = tables
  const owner = (table: typeof datasets | typeof applications | typeof collectors) =>
    sql`${table.ownerType} = ${type} and ${table.ownerId} = ${id}`
  return sql`select ${datasets.metadata}->>'$.title' as name from ${datasets} where ${owner(datasets)}
    union all select ${applications.metadata}->>'$.title' from ${applications} where ${owner(applications)}
    union all select ${collectors.title} from ${collectors} where ${owner(collectors)}`
}

/** @throws `account-owns`, naming what the account owns */
export async function checkOwnsNothing(ctx: Pick<Context, 'db'>, account: Account): Promise<void> {
  const resources = await listedNames(ctx, ownedNames(account))
  if (resources) throw problem('account-owns', { resources })
}

/** The names of a query, the first ones; empty for none. */
export async function listedNames(ctx: Pick<Context, 'db'>, query: SQL): Promise<string> {
  const most = limits.accounts.namedOwned
  const rows = await ctx.db.all<{ name: string }>(sql`${query} limit ${most + 1}`)
  const names = rows.map(({ name }) => `“${name}”`)
  return names.length > most ? `${names.slice(0, most).join(', ')}, …` : names.join(', ')
}

/** The statements that delete all else: keys, whose ids the first one returns, settings, webhooks, limits, services, figures. */
export function deleteAccountRows({ db }: Pick<Context, 'db'>, { type, id }: Account) {
  const {
    apiKeys,
    deletedApplications,
    deletedDatasets,
    settings,
    webhooks,
    quotas,
    siteDomains,
    remoteServices,
    accountUsage,
    datasetReads,
  } = tables
  const own = (table: typeof apiKeys | typeof settings | typeof webhooks | typeof quotas | typeof siteDomains) =>
    and(eq(table.ownerType, type), eq(table.ownerId, id))
  const figures = (table: typeof accountUsage | typeof datasetReads) =>
    and(eq(table.ownerType, type), eq(table.ownerId, id))
  const { discards, organizationPresentations } = tables
  const isOrganization = sql`${type} = 'organization'`
  const isPresented = and(eq(organizationPresentations.organizationId, id), isOrganization)
  return [
    db.delete(apiKeys).where(own(apiKeys)).returning({ id: apiKeys.id }),
    db.delete(settings).where(own(settings)),
    db.delete(webhooks).where(own(webhooks)),
    db.delete(quotas).where(own(quotas)),
    db.delete(siteDomains).where(own(siteDomains)),
    db.delete(remoteServices).where(eq(remoteServices.account, referenceOf({ type, id }))),
    db.delete(accountUsage).where(figures(accountUsage)),
    db.delete(datasetReads).where(figures(datasetReads)),
    db
      .insert(discards)
      .select(
        sql`select 'file', ${organizationPresentations.logo}, 0 from ${organizationPresentations}
          where ${isPresented} and ${organizationPresentations.logo} is not null`,
      )
      .onConflictDoNothing(),
    db.delete(organizationPresentations).where(isPresented),
    // The cron deletes their data.
    ...[deletedDatasets, deletedApplications].map((table) =>
      db
        .update(table)
        .set({ restorableUntil: 0 })
        .where(and(eq(table.ownerType, type), eq(table.ownerId, id))),
    ),
  ] as const
}
