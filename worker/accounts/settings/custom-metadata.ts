import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import type { Account } from './account-names'
import type { StoredSettings } from './schema'

type Definitions = StoredSettings['datasetsMetadata']

/** Removes metadata from the datasets of an account when the account no longer defines it. */
export async function detachCustomMetadata(
  ctx: Context,
  { type, id }: Account,
  { before, after }: { before: Definitions; after: Definitions },
): Promise<void> {
  const keysOf = (definitions: Definitions) => (definitions?.custom ?? []).flatMap(({ key }) => (key ? [key] : []))
  const remaining = new Set(keysOf(after))
  const removed = keysOf(before).filter((key) => !remaining.has(key))
  if (removed.length === 0) return
  const { datasets } = tables
  // A JSON merge patch removes the properties that it sets to null (RFC 7396), whatever characters their names contain.
  const patch = JSON.stringify({ customMetadata: Object.fromEntries(removed.map((key) => [key, null])) })
  await ctx.db
    .update(datasets)
    .set({ metadata: sql`json_patch(${datasets.metadata}, ${patch})`, version: sql`${datasets.version} + 1` })
    .where(
      and(
        eq(datasets.ownerType, type),
        eq(datasets.ownerId, id),
        sql`exists (select 1 from json_each(${datasets.metadata}, '$.customMetadata')
          where key in (select value from json_each(${JSON.stringify(removed)})))`,
      ),
    )
}
