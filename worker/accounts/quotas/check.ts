import { sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { isFailed, requireThat } from '../../db/precondition'
import { type Problem, problem } from '../../errors'
import { bytesOfApplications, type Consumer, ownedBy, type Quotas, quotasOf, type Usage, usageOf } from './usage'

/**
 * Refuses a change that would exceed the limits of an account. Runs no query when the account has no limits.
 *
 * @param adds the added counts and bytes, minus those of the data that is replaced
 * @throws `quota-datasets`, `quota-storage`, `quota-indexed` (429)
 */
export async function checkQuotas(ctx: Context, consumer: Consumer, adds: Partial<Usage>): Promise<void> {
  const quotas = await quotasOf(ctx, consumer)
  if (!isLimited(quotas)) return
  const refusal = refusalFor(quotas, await usageOf(ctx, consumer), adds)
  if (refusal) throw refusal
}

/** Compares usage and limits. Pure. A change that adds nothing is never refused. */
export function refusalFor(quotas: Quotas, usage: Usage, adds: Partial<Usage>): Problem | undefined {
  const passes = (name: keyof Usage) => {
    const added = adds[name] ?? 0
    return added > 0 && quotas[name] >= 0 && usage[name] + added > quotas[name]
  }
  if (passes('storeBytes')) return problem('quota-storage', { limit: quotas.storeBytes })
  if (passes('indexedBytes')) return problem('quota-indexed', { limit: quotas.indexedBytes })
  if (passes('datasets')) return problem('quota-datasets', { limit: quotas.datasets })
  return undefined
}

/**
 * The last statement of a batch that adds to an account. It rolls the batch back when two concurrent batches would
 * together exceed a limit.
 */
export async function withinQuotas(ctx: Context, consumer: Consumer) {
  const quotas = await quotasOf(ctx, consumer)
  if (!isLimited(quotas)) return []
  const { datasets } = tables
  const tooMuch = sql`select 1 from (
      select count(*) n, sum(${datasets.storeBytes}) stored_sum, sum(${datasets.indexedBytes}) indexed_sum
      from ${datasets} where ${ownedBy(consumer)})
    where (${quotas.datasets} >= 0 and n > ${quotas.datasets})
      or (${quotas.storeBytes} >= 0 and stored_sum + ${bytesOfApplications(consumer)} > ${quotas.storeBytes})
      or (${quotas.indexedBytes} >= 0 and indexed_sum > ${quotas.indexedBytes})`
  return [requireThat(ctx.db, 'within_quotas', sql`not exists (${tooMuch})`)]
}

/** Runs a batch that ends with the statement of `withinQuotas`. @throws the codes of `checkQuotas` */
export async function runWithinQuotas<Result>(
  ctx: Context,
  consumer: Consumer,
  batch: Promise<Result>,
): Promise<Result> {
  try {
    return await batch
  } catch (error) {
    if (!isFailed(error, 'within_quotas')) throw error
    throw problem('quota-datasets', { limit: (await quotasOf(ctx, consumer)).datasets })
  }
}

const isLimited = (quotas: Quotas) => quotas.storeBytes >= 0 || quotas.indexedBytes >= 0 || quotas.datasets >= 0
