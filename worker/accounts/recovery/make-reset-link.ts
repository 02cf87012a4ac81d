import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { superAdmin } from '../actor'
import { audit } from '../audit'
import { checkEmbedded } from '../directory/organizations'
import { mailBaseUrl } from '../mail-base-url'
import { newToken } from '../mailed-tokens'

/**
 * A link with which a user chooses a new password, for the operator to hand over: without mail, or when the user does not read
 * the mail of the address any more. An earlier link is revoked.
 *
 * @throws `super-admin-only`, `directory-elsewhere`, `own-password`, `user-not-found`
 */
export async function makeResetLink(ctx: Context, userId: string): Promise<{ link: string; expiresAt: string }> {
  const caller = superAdmin(ctx)
  checkEmbedded(ctx)
  // A stolen session must not be able to set the password of its user.
  if (caller.id === userId) throw problem('own-password')
  const { users, mailedTokens } = tables
  const [user] = await ctx.db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  if (!user) throw problem('user-not-found')
  const purpose = 'handed-reset'
  const { token, expiresAt, write } = newToken(ctx, { purpose, userId, email: user.email })
  await ctx.db.batch([
    ctx.db.delete(mailedTokens).where(and(eq(mailedTokens.userId, userId), eq(mailedTokens.purpose, purpose))),
    write,
    audit(ctx, 'makeResetLink', `users/${userId}`),
  ])
  return { link: `${mailBaseUrl(ctx)}/reset-password?${new URLSearchParams({ token })}`, expiresAt }
}
