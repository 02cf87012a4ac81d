import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { limits } from '../../limits'
import { sessionUser } from '../actor'
import { audit } from '../audit'
import { asEmailTaken } from '../directory/email-taken'
import { checkEmbedded } from '../directory/organizations'
import { forgetSessions } from '../directory/session-cache'
import { forgetKeysOf } from '../keys/api-key'
import { mailPerson } from '../mail-person'
import { countMailRequest } from '../mail-throttle'
import { checkToken, issueToken, type MailedPurpose, takeToken } from '../mailed-tokens'
import { confirmEmailMail, emailChangeAskedMail, emailChangedMail } from './mails'
import { cancelOtherChanges, pendingEmail } from './pending-email'
import { type Reauthentication, reauthenticate } from './reauthenticate'

const password = z.string().max(limits.accounts.maxPasswordChars)
export const emailChangeSchema = z.strictObject({
  email: z.email().max(limits.accounts.maxEmailChars).toLowerCase(),
  password,
})

/** The links that prove an address. */
const confirming: readonly MailedPurpose[] = ['email-change', 'email-verification']

/**
 * Sends a link to a new address, which is that of the account once the link is opened, and tells the present one. An address
 * that another account has gets no link: the answer is the same.
 *
 * @throws `mail-unavailable`, `attempts-too-many` and what `reauthenticate` throws
 */
export async function changeEmail(
  ctx: Context,
  { email, ...proof }: Reauthentication & { email: string },
): Promise<void> {
  checkEmbedded(ctx)
  const user = sessionUser(ctx)
  if (!ctx.mail.canSend) throw problem('mail-unavailable')
  await reauthenticate(ctx, user, proof)
  await checkMailRate(ctx, { email, address: proof.address })
  if (email === user.email.toLowerCase()) return
  await cancelOtherChanges(ctx, { id: user.id, email })
  await askConfirmation(ctx, { user, email, isNew: true })
}

/**
 * Sends the link of the pending change of the address again.
 *
 * @throws `email-change-missing`, `mail-unavailable`, `attempts-too-many`
 */
export async function sendEmailLinkAgain(ctx: Context, { address }: { address: string }): Promise<void> {
  checkEmbedded(ctx)
  const user = sessionUser(ctx)
  if (!ctx.mail.canSend) throw problem('mail-unavailable')
  const email = await pendingEmail(ctx, user.id)
  if (email === undefined) throw problem('email-change-missing')
  await checkMailRate(ctx, { email, address })
  await askConfirmation(ctx, { user, email, isNew: false })
}

type Asked = { user: { id: string; email: string }; email: string; isNew: boolean }

/** Sends the link. The change is shown as pending also when another account has the address, so that addresses cannot be probed; no link is sent then. */
async function askConfirmation(ctx: Context, { user, email, isNew }: Asked): Promise<void> {
  const { users } = tables
  const token = await issueToken(ctx, { purpose: 'email-change', userId: user.id, email })
  ctx.later(async () => {
    const [other] = await ctx.db.select({ id: users.id }).from(users).where(eq(users.email, email))
    if (other) return
    await mailLink(ctx, { token, email }, user.email)
    if (isNew) await mailPerson(ctx, emailChangeAskedMail, { to: user.email, values: { email } })
  })
}

/** Sends the verification link of the e-mail address. @throws `mail-unavailable`, `attempts-too-many` */
export async function verifyEmail(ctx: Context, { address }: { address: string }): Promise<void> {
  checkEmbedded(ctx)
  const { id, email, emailVerified } = sessionUser(ctx)
  if (!ctx.mail.canSend) throw problem('mail-unavailable')
  if (emailVerified) return
  await checkMailRate(ctx, { email: email.toLowerCase(), address })
  ctx.later(() => sendVerification(ctx, { id, email }))
}

/** Sends a new user the link that verifies its address, where mail can be sent. Sign-ups are counted already. */
export function verifyNewUser(ctx: Context, { id, email }: { id: string; email: string }): void {
  if (!ctx.mail.canSend) return
  ctx.later(() => sendVerification(ctx, { id, email }))
}

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

async function checkMailRate(ctx: Context, request: { email: string; address: string }): Promise<void> {
  const { seconds, mayMail } = await countMailRequest(ctx.db, { ...request, now: ctx.now().getTime() })
  if (seconds > 0) throw problem('attempts-too-many', { seconds })
  if (!mayMail) throw problem('attempts-too-many', { seconds: limits.loginAttempts.windowMs / 1_000 })
}

/** Sends a user the link that verifies the address of the account. */
async function sendVerification(ctx: Context, { id: userId, email }: { id: string; email: string }): Promise<void> {
  const token = await issueToken(ctx, { purpose: 'email-verification', userId, email })
  await mailLink(ctx, { token, email }, email)
}

/** @param reader the current address of the user, for the language of the message */
async function mailLink(ctx: Context, sent: { token: string; email: string }, reader: string): Promise<void> {
  const { token, email } = sent
  const path = `/confirm-email?${new URLSearchParams({ token })}`
  await mailPerson(ctx, confirmEmailMail, { to: email, values: { email }, path, reader })
}
