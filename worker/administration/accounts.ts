/** The accounts that own something or have limits, by what they store. */
import { sql } from 'drizzle-orm'
import { defaultQuotas, superAdmin } from '../accounts'
import type { Context } from '../context'
import { tables } from '../db/client'
import { type Params, pageOf, pageParameters } from '../resources/list'
import { usageIndex } from './overview'

export const accountListParameters = { ...pageParameters, q: 'Words of the name or of the id.' } as const

export type AccountUsage = {
  type: 'user' | 'organization'
  id: string
  name: string
  datasets: number
  lines: number
  storeBytes: number
  /** -1: no limit. */
  maxStoreBytes: number
  maxDatasets: number
}

type Query = Params<keyof typeof accountListParameters>

/** Lists the accounts with what they use, the largest first. @throws `super-admin-only`, `parameter-invalid` */
export async function listAccounts(ctx: Context, params: Query): Promise<{ count: number; results: AccountUsage[] }> {
  superAdmin(ctx)
  const { size, skip } = pageOf(params)
  const { datasets, quotas, organizations } = tables
  const usual = defaultQuotas(ctx)
  const used = ctx.db
    .select({
      type: sql<AccountUsage['type']>`${datasets.ownerType}`.as('account_type'),
      id: sql<string>`${datasets.ownerId}`.as('account_id'),
      name: sql<string>`max(${datasets.ownerName})`.as('account_name'),
      datasets: sql<number>`count(*)`.as('dataset_count'),
      lines: sql<number>`coalesce(sum(${datasets.lineCount}), 0)`.as('line_count'),
      storeBytes: sql<number>`coalesce(sum(${datasets.storeBytes}), 0)`.as('stored_bytes'),
    })
    .from(usageIndex)
    .groupBy(datasets.ownerType, datasets.ownerId)
  const empty = ctx.db
    .select({
      type: sql<AccountUsage['type']>`'organization'`.as('account_type'),
      id: sql<string>`${organizations.id}`.as('account_id'),
      name: sql<string>`${organizations.name}`.as('account_name'),
      datasets: sql<number>`0`.as('dataset_count'),
      lines: sql<number>`0`.as('line_count'),
      storeBytes: sql<number>`0`.as('stored_bytes'),
    })
    .from(organizations)
    .where(
      sql`not exists (select 1 from ${datasets} where ${datasets.ownerType} = 'organization' and ${datasets.ownerId} = ${organizations.id})`,
    )
  const all = used.unionAll(empty).as('all_accounts')
  const q = params.q?.trim()
  const matches = q ? sql`instr(lower(${all.name} || ' ' || ${all.id}), lower(${q})) > 0` : undefined
  const [results, [total]] = await ctx.db.batch([
    ctx.db
      .select({
        type: all.type,
        id: all.id,
        name: all.name,
        datasets: all.datasets,
        lines: all.lines,
        storeBytes: all.storeBytes,
        maxStoreBytes: sql<number>`coalesce(${quotas.storeBytes}, ${usual.storeBytes})`,
        maxDatasets: sql<number>`coalesce(${quotas.datasets}, ${usual.datasets})`,
      })
      .from(all)
      .leftJoin(quotas, sql`${quotas.ownerType} = ${all.type} and ${quotas.ownerId} = ${all.id}`)
      .where(matches)
      .orderBy(sql`${all.storeBytes} desc`, sql`${all.name}`)
      .limit(size)
      .offset(skip),
    ctx.db.select({ count: sql<number>`count(*)` }).from(all).where(matches),
  ])
  return { count: total?.count ?? 0, results }
}
