import { and, eq, isNotNull } from 'drizzle-orm'
import type { Context } from '../../context'
import { type MetadataDatabase, tables } from '../../db/client'
import { problem } from '../../errors'
import { superAdmin } from '../actor'
import { audit } from '../audit'
import { forgetKeysOf } from '../keys/api-key'
import { checkEmbedded } from './organizations'
import { forgetSessions } from './session-cache'

/** Whether the operator has blocked a user. */
export async function isBlocked(db: MetadataDatabase, userId: string): Promise<boolean> {
  const { users } = tables
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.blockedAt)))
  return rows.length > 0
}

/**
 * Blocks a user, or unblocks one. A blocked user has no session and cannot sign in, and the keys of the personal account are
 * refused; what the account publishes stays as it is.
 *
 * @throws `super-admin-only`, `directory-elsewhere`, `user-not-found`, `own-account`
 */
export async function setBlocked(ctx: Context, { id, blocked }: { id: string; blocked: boolean }): Promise<void> {
  const caller = superAdmin(ctx)
  checkEmbedded(ctx)
  if (caller.id === id) throw problem('own-account')
  const { users, sessions } = tables
  const [user] = await ctx.db.select({ blockedAt: users.blockedAt }).from(users).where(eq(users.id, id))
  if (!user) throw problem('user-not-found')
  const blockedAt = blocked ? (user.blockedAt ?? ctx.now().toISOString()) : null
  await ctx.db.batch([
    ctx.db.update(users).set({ blockedAt }).where(eq(users.id, id)),
    ...(blocked ? [ctx.db.delete(sessions).where(eq(sessions.userId, id))] : []),
    audit(ctx, blocked ? 'blockUser' : 'unblockUser', `users/${id}`),
  ])
  forgetSessions()
  forgetKeysOf({ type: 'user', id })
}
