/** Results that a page shows once or a few times: JSON objects in the bucket, which the cron deletes after a while. */
import type { Context } from '../../context'
import { tables } from '../../db/client'

/** Stores a value for `lifetimeMs` at least. It is in the list of discards before it exists. */
export async function storeShortLived(
  ctx: Context,
  { key, value, lifetimeMs }: { key: string; value: unknown; lifetimeMs: number },
): Promise<void> {
  const notBefore = ctx.now().getTime() + lifetimeMs
  await ctx.db.insert(tables.discards).values({ kind: 'file', name: key, notBefore })
  await ctx.files.put(key, JSON.stringify(value))
}

/** A stored value; undefined once it was deleted. The caller wrote it and knows its shape. */
export async function readShortLived<Value>(ctx: Context, key: string): Promise<Value | undefined> {
  return (await ctx.files.get(key))?.json<Value>()
}
