import type { Context } from '../context'
import { tables } from '../db/client'

const { deadLetters } = tables

/** Records a message for a dataset that failed too often: a condition of an alert. */
export async function recordDeadLetter(ctx: Context, dataset: string): Promise<void> {
  const date = ctx.now().getTime()
  await ctx.db
    .insert(deadLetters)
    .values({ dataset, date })
    .onConflictDoUpdate({ target: deadLetters.dataset, set: { date } })
}
