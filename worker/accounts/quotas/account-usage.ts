/** The usage of an account and its limits. Departments count towards their organization. */
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { TtlCache } from '../../collections/ttl-cache'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import type { Owner } from '../../identity'
import { limits } from '../../limits'

export type Consumer = Pick<Owner, 'type' | 'id'>

/** Maximum of each resource; -1: no limit. */
export type Quotas = { storeBytes: number; indexedBytes: number; datasets: number }
export type Usage = Quotas

type QuotaRow = typeof tables.quotas.$inferSelect

const recentQuotas = new TtlCache<QuotaRow | undefined>(limits.cache.quotaMs, limits.cache.maxEntries)
const nameOf = ({ type, id }: Consumer) => `${type}:${id}`

/** The limits set for an account; undefined when the configured defaults apply. */
export async function quotaRow(ctx: Pick<Context, 'db'>, { type, id }: Consumer): Promise<QuotaRow | undefined> {
  const { quotas } = tables
  const [row] = await ctx.db
    .select()
    .from(quotas)
    .where(and(eq(quotas.ownerType, type), eq(quotas.ownerId, id)))
  return row
}

/** The limits of an account, cached for `limits.cache.quotaMs` because every write reads them. */
export async function quotasOf(ctx: Pick<Context, 'db' | 'config' | 'now'>, consumer: Consumer): Promise<Quotas> {
  const now = ctx.now().getTime()
  const recent = recentQuotas.get(nameOf(consumer), now)
  if (recent) return recent.value ?? defaultQuotas(ctx)
  const row = await quotaRow(ctx, consumer)
  recentQuotas.set(nameOf(consumer), row, now)
  return row ?? defaultQuotas(ctx)
}

/** Clears the cached limits of an account. Call it after they have changed. */
export function forgetQuotas(consumer: Consumer): void {
  recentQuotas.delete(nameOf(consumer))
}

export function defaultQuotas({ config }: Pick<Context, 'config'>): Quotas {
  const { QUOTA_STORE_BYTES, QUOTA_INDEXED_BYTES, QUOTA_DATASETS } = config
  return { storeBytes: QUOTA_STORE_BYTES, indexedBytes: QUOTA_INDEXED_BYTES, datasets: QUOTA_DATASETS }
}

/**
 * Sums of the usage of an account over its datasets. `storeBytes` and `indexedBytes` are generated columns (`db/stored-bytes.ts`):
 * the sums are never stale.
 */
export function usageSums(consumer: Consumer) {
  const { datasets } = tables
  return {
    storeBytes: sql<number>`coalesce(sum(${datasets.storeBytes}), 0) + ${bytesOfApplications(consumer)}`,
    indexedBytes: sql<number>`coalesce(sum(${datasets.indexedBytes}), 0)`,
    datasets: sql<number>`count(*)`,
  }
}

/** The usage of an account. */
export async function usageOf(ctx: Pick<Context, 'db'>, consumer: Consumer): Promise<Usage> {
  const { datasets } = tables
  const [row] = await ctx.db.select(usageSums(consumer)).from(datasets).where(datasetsOf(consumer))
  return row ?? { storeBytes: 0, indexedBytes: 0, datasets: 0 }
}

/** Bytes of the files of the account's applications. */
function bytesOfApplications({ type, id }: Consumer): SQL {
  const { applications } = tables
  return sql`(select coalesce(sum(${applications.metadataBytes}), 0) from ${applications}
    where ${applications.ownerType} = ${type} and ${applications.ownerId} = ${id})`
}

export function datasetsOf({ type, id }: Consumer) {
  return and(eq(tables.datasets.ownerType, type), eq(tables.datasets.ownerId, id))
}
