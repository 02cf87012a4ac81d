import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { sessionUser } from '../actor'
import { audit } from '../audit'
import { asEmailTaken } from '../directory/email-taken'
import { checkEmbedded } from '../directory/organizations'
import { forgetSessions } from '../directory/session-cache'
import { forgetKeysOf } from '../keys/api-key'
import { mailPerson } from '../mail-person'
import { checkToken, type MailedPurpose, takeToken } from '../mailed-tokens'
import { emailChangedMail } from './mails'

/** The links that prove an address. */
const confirming: readonly MailedPurpose[] = ['email-change', 'email-verification']

/** Checks a link without using it up. @throws `mailed-link-invalid` */
export async function checkEmailLink(ctx: Context, token: string): Promise<void> {
  checkEmbedded(ctx)
  await checkToken(ctx, confirming, token)
}

/**
 * Makes the address that a link was sent to that of the account, verified. The session must be that of the account: somebody
 * else may have given the address, and its owner opens the link.
 *
 * @throws `mailed-link-invalid`, `mailed-link-of-another`, `email-taken`
 */
export async function confirmEmail(ctx: Context, token: string): Promise<{ email: string }> {
  checkEmbedded(ctx)
  const { users, mailedTokens } = tables
  const caller = sessionUser(ctx)
  if ((await checkToken(ctx, confirming, token)).userId !== caller.id) throw problem('mailed-link-of-another')
  const { purpose, userId, email } = await takeToken(ctx, confirming, token)
  const [user] = await ctx.db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  const isChange = purpose === 'email-change'
  // A link that verifies an address is of no use once the account has another.
  if (!user || (!isChange && user.email !== email)) throw problem('mailed-link-invalid')
  const updatedAt = ctx.now().toISOString()
  const writes = ctx.db.batch([
    ctx.db.update(users).set({ email, emailVerified: true, updatedAt }).where(eq(users.id, userId)),
    // Links that were sent to the former address are not its owner's any more.
    ctx.db
      .delete(mailedTokens)
      .where(
        isChange
          ? eq(mailedTokens.userId, userId)
          : and(eq(mailedTokens.userId, userId), eq(mailedTokens.purpose, purpose)),
      ),
    audit(ctx, isChange ? 'changeEmail' : 'verifyEmail', `users/${userId}`),
  ])
  await writes.catch((error: unknown) => {
    throw asEmailTaken(error, email)
  })
  forgetSessions()
  forgetKeysOf({ type: 'user', id: userId })
  // By then the account has the new address.
  if (isChange) ctx.later(() => mailPerson(ctx, emailChangedMail, { to: user.email, values: { email }, reader: email }))
  return { email }
}
