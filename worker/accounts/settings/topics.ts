import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { limits } from '../../limits'
import type { Account } from './account'
import type { StoredSettings } from './schema'

type Topics = StoredSettings['topics']

/**
 * Brings a change of topics to the datasets of the account: a changed topic is told anew, a removed one is detached
 * (contract editable-accounts C.3). Stopped half-way, the same settings sent again finish it.
 */
export async function applyTopics(
  ctx: Context,
  { type, id }: Account,
  { before = [], after = [] }: { before: Topics; after: Topics },
): Promise<void> {
  const unchanged = new Set(after.map((topic) => JSON.stringify(topic)))
  const changed = before.filter((topic) => !unchanged.has(JSON.stringify(topic))).map((topic) => topic.id)
  if (changed.length === 0) return
  const { datasets } = tables
  const replaced = sql`(select json_group_array(json(coalesce(now.value, old.value)))
    from json_each(${datasets.metadata}, '$.topics') old
    left join json_each(${JSON.stringify(after)}) now on now.value->>'id' = old.value->>'id'
    where now.value is not null or old.value->>'id' not in (select value from json_each(${JSON.stringify(changed)})))`
  for (;;) {
    const rows = await ctx.db
      .update(datasets)
      .set({
        metadata: sql`json_set(${datasets.metadata}, '$.topics', ${replaced})`,
        version: sql`${datasets.version} + 1`,
      })
      .where(
        sql`${datasets.id} in (select ${datasets.id} from ${datasets} where ${and(
          eq(datasets.ownerType, type),
          eq(datasets.ownerId, id),
        )} and json_type(${datasets.metadata}, '$.topics') = 'array'
          and json_extract(${datasets.metadata}, '$.topics') <> ${replaced} limit ${limits.settings.topicBatch})`,
      )
      .returning({ id: datasets.id })
    if (rows.length < limits.settings.topicBatch) return
  }
}
