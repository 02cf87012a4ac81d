import { sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { isFailed, requireThat } from '../../db/precondition'
import { type Problem, problem } from '../../errors'
import { type Consumer, datasetsOf, type Quotas, quotasOf, type Usage, usageOf, usageSums } from './account-usage'

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
function refusalFor(quotas: Quotas, usage: Usage, adds: Partial<Usage>): Problem | undefined {
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
 * The check of `checkQuotas` as a statement of a batch, before those that add: of two concurrent batches that would
 * together exceed a limit, the second is rolled back. No statement for an account without limits.
 */
export async function withinQuotas(ctx: Context, consumer: Consumer, adds: Partial<Usage>) {
  const quotas = await quotasOf(ctx, consumer)
  const { datasets } = tables
  const used = usageSums(consumer)
  const fits = (['datasets', 'storeBytes', 'indexedBytes'] as const).flatMap((name) => {
    const added = adds[name] ?? 0
    return added > 0 && quotas[name] >= 0 ? [sql`${used[name]} + ${added} <= ${quotas[name]}`] : []
  })
  if (fits.length === 0) return []
  const condition = sql`(select ${sql.join(fits, sql` and `)} from ${datasets} where ${datasetsOf(consumer)})`
  return [requireThat(ctx.db, 'within_quotas', condition)]
}

/** The refusal of a batch that failed by the statement of `withinQuotas`; the error itself where it failed otherwise. */
export async function quotaRefusal(
  ctx: Context,
  { consumer, adds, error }: { consumer: Consumer; adds: Partial<Usage>; error: unknown },
): Promise<unknown> {
  if (!isFailed(error, 'within_quotas')) return error
  const quotas = await quotasOf(ctx, consumer)
  const usage = await usageOf(ctx, consumer)
  // The data that was in the way may be deleted meanwhile: the account was at its limits.
  return refusalFor(quotas, usage, adds) ?? refusalFor(quotas, quotas, adds) ?? error
}

const isLimited = (quotas: Quotas) => quotas.storeBytes >= 0 || quotas.indexedBytes >= 0 || quotas.datasets >= 0
