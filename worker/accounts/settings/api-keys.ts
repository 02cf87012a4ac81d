import type { Context } from '../../context'
import { problem } from '../../errors'
import { accountAdmin } from '../actor'
import { accountKeys, forgetKeys, presentKey, revocation } from '../keys/api-key'
import type { Account } from './account-names'

/**
 * The keys of an account with the time of their last use. Pages show it; the settings that API clients read do not
 * contain it.
 */
export async function listKeys(ctx: Context, account: Account): Promise<Record<string, unknown>[]> {
  accountAdmin(ctx, account)
  const rows = await accountKeys(ctx, account)
  return rows.map((row) => ({
    ...presentKey(row),
    createdAt: row.createdAt,
    ...(row.lastUsedAt ? { lastUsedAt: row.lastUsedAt } : {}),
  }))
}

/** Revokes a key of an account: the next request with it is refused. @throws `key-not-found` */
export async function revokeKey(ctx: Context, account: Account, id: string): Promise<void> {
  accountAdmin(ctx, account)
  const exists = (await accountKeys(ctx, account)).some((row) => row.id === id)
  const [first, ...rest] = revocation(ctx, account, [id])
  if (!exists || !first) throw problem('key-not-found')
  await ctx.db.batch([first, ...rest])
  forgetKeys([id])
}
