import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { limits } from '../../limits'
import { updateSearchText } from '../update-search-text'
import type { Account } from './account-names'
import type { StoredSettings } from './schema'

type Topics = StoredSettings['topics']

/**
 * Applies a change of topics to the datasets and applications of the account: a changed topic is updated there and a
 * removed one is removed. After an interruption, sending the same topics again completes the changes of titles and colours.
 */
export async function applyTopics(
  ctx: Context,
  account: Account,
  { before = [], after = [] }: { before: Topics; after: Topics },
): Promise<void> {
  const unchanged = new Set(after.map((topic) => JSON.stringify(topic)))
  const changed = before.filter((topic) => !unchanged.has(JSON.stringify(topic))).map((topic) => topic.id)
  if (before.length + after.length === 0) return
  for (const table of [tables.datasets, tables.applications])
    await updateTopics(ctx, account, { table, after, changed })
  await updateSearchText(ctx, account)
}

type TopicUpdate = {
  table: typeof tables.datasets | typeof tables.applications
  after: NonNullable<Topics>
  changed: readonly (string | undefined)[]
}

async function updateTopics(
  ctx: Context,
  { type, id }: Account,
  { table, after, changed }: TopicUpdate,
): Promise<void> {
  const replaced = sql`(select json_group_array(json(coalesce(now.value, old.value)))
    from json_each(${table.metadata}, '$.topics') old
    left join json_each(${JSON.stringify(after)}) now on now.value->>'id' = old.value->>'id'
    where now.value is not null or old.value->>'id' not in (select value from json_each(${JSON.stringify(changed)})))`
  for (;;) {
    const rows = await ctx.db
      .update(table)
      .set({
        metadata: sql`json_set(${table.metadata}, '$.topics', ${replaced})`,
        version: sql`${table.version} + 1`,
      })
      .where(
        sql`${table.id} in (select ${table.id} from ${table} where ${and(
          eq(table.ownerType, type),
          eq(table.ownerId, id),
        )} and json_type(${table.metadata}, '$.topics') = 'array'
          and json_extract(${table.metadata}, '$.topics') <> ${replaced} limit ${limits.settings.topicBatch})`,
      )
      .returning({ id: table.id })
    if (rows.length < limits.settings.topicBatch) return
  }
}
