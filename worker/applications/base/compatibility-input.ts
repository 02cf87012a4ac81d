/** The datasets that compatibility is checked with. */
import { and, eq, sql } from 'drizzle-orm'
import { actorFor } from '../../accounts'
import type { Context } from '../../context'
import { loadDataset } from '../../datasets'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { type Actor, actingAccount } from '../../identity'
import type { Proposed } from './compatibility'

const { datasets } = tables

/**
 * The dataset that `dataset` names, or with `any` those of the active account.
 *
 * @throws `dataset-parameter-refused`, `dataset-not-found`, and what reading a dataset throws
 */
export async function proposedBy(ctx: Context, name: string): Promise<Proposed> {
  const actor = actorFor(ctx, ['datasets', 'datasets-read', 'applications'])
  if (actor.type !== 'user' && actor.type !== 'apiKey') throw problem('dataset-parameter-refused')
  if (name === 'any') {
    const account = actingAccount(actor)
    if (!account) throw problem('dataset-parameter-refused')
    return proposedOf(ctx, account)
  }
  const { published } = await loadDataset(ctx, name, 'readDescription')
  return {
    hasBbox: Boolean(published.bbox?.length),
    concepts: new Set(published.schema.flatMap((field) => field['x-refersTo'] ?? [])),
    types: new Set(published.schema.map(({ type }) => type)),
  }
}

async function proposedOf(
  ctx: Context,
  { type, id, department }: Extract<Actor, { type: 'user' }>['account'],
): Promise<Proposed> {
  const own = and(
    eq(datasets.ownerType, type),
    eq(datasets.ownerId, id),
    department ? eq(datasets.ownerDepartment, department) : undefined,
  )
  const [[totals], fields] = await ctx.db.batch([
    ctx.db
      .select({
        count: sql<number>`count(*)`,
        located: sql<number>`coalesce(max(json_array_length(${datasets.published}, '$.bbox') > 0), 0)`,
      })
      .from(datasets)
      .where(own),
    ctx.db
      .selectDistinct({
        type: sql<string>`item.value->>'$.type'`,
        concept: sql<string | null>`item.value->>'$."x-refersTo"'`,
      })
      .from(sql`${datasets}, json_each(${datasets.published}, '$.schema') item`)
      .where(own),
  ])
  return {
    count: totals?.count ?? 0,
    hasBbox: Boolean(totals?.located),
    concepts: new Set(fields.flatMap(({ concept }) => concept ?? [])),
    types: new Set(fields.map((field) => field.type)),
  }
}
