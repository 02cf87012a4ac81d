import { and, eq, ne } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { limits } from '../../limits'
import { audit } from '../audit'
import { knownDevice } from '../directory/known-device'
import { clearOwnAttempts } from '../directory/login-throttle'
import { checkEmbedded } from '../directory/organizations'
import { forgetSessions } from '../directory/session-cache'
import { forgetKeysOf } from '../keys/api-key'
import { mailPerson } from '../mail-person'
import { checkToken, type MailedPurpose, takeToken } from '../mailed-tokens'
import { newPassword } from '../passwords'
import { accountWasResetMail, passwordWasResetMail } from './mails'

export const resetSchema = z.strictObject({
  token: z.string().max(limits.accounts.maxTokenChars),
  password: newPassword,
})

const resets: readonly MailedPurpose[] = ['password-reset', 'handed-reset']

/**
 * Checks the link of a reset without using it up.
 *
 * @returns whether the reset also removes the second factors, accounts of providers and API keys of the user
 * @throws `mailed-link-invalid`
 */
export async function checkReset(ctx: Context, token: string): Promise<{ removesOthers: boolean }> {
  checkEmbedded(ctx)
  const { userId, purpose } = await checkToken(ctx, resets, token)
  const { users } = tables
  const [user] = await ctx.db.select({ isVerified: users.emailVerified }).from(users).where(eq(users.id, userId))
  return { removesOthers: isProof(purpose) && user?.isVerified === false }
}

/** Whether the link of a purpose was read in the mail of its address. */
const isProof = (purpose: MailedPurpose): boolean => purpose === 'password-reset'

/**
 * Sets the password of the account that a link was sent to, ends all its sessions and removes its passkeys. A mailed link has proven the address: an
 * account whose address was not verified may have been made by somebody else, whose other ways to sign in are removed. A link that the operator has
 * handed over proves no address.
 *
 * @param input.address network of the caller; empty when the platform does not report it
 * @throws `mailed-link-invalid`
 */
export async function resetPassword(
  ctx: Context,
  input: z.infer<typeof resetSchema> & { address: string; headers: Headers },
): Promise<void> {
  checkEmbedded(ctx)
  const { users, passkeys, sessions, mailedTokens } = tables
  const { userId, email, purpose } = await takeToken(ctx, resets, input.token)
  const provesAddress = isProof(purpose)
  const [user] = await ctx.db
    .select({ isVerified: users.emailVerified })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.email, email)))
  if (!user) throw problem('mailed-link-invalid')
  const removesOthers = provesAddress && !user.isVerified
  const { hashPassword } = await import('better-auth/crypto')
  await ctx.db.batch([
    ...(await passwordWrites(ctx, userId, await hashPassword(input.password))),
    ...(removesOthers ? removalOfOthers(ctx, userId) : []),
    // A passkey of a thief would outlive the password.
    ctx.db.delete(passkeys).where(eq(passkeys.userId, userId)),
    ...(provesAddress ? [ctx.db.update(users).set({ emailVerified: true }).where(eq(users.id, userId))] : []),
    ctx.db.delete(sessions).where(eq(sessions.userId, userId)),
    ctx.db.delete(mailedTokens).where(eq(mailedTokens.userId, userId)),
    audit(ctx, 'resetPassword', `users/${userId}`),
  ])
  forgetSessions()
  forgetKeysOf({ type: 'user', id: userId })
  // Mistakes before the reset must not keep its user out.
  const { headers, address } = input
  await clearOwnAttempts(ctx.db, { email, address, device: await knownDevice(ctx, { headers, email }) })
  if (ctx.mail.canSend)
    ctx.later(() => mailPerson(ctx, removesOthers ? accountWasResetMail : passwordWasResetMail, { to: email }))
}

/** The statements that set a password; a user without one gets it. */
async function passwordWrites(ctx: Context, userId: string, password: string) {
  const { authAccounts } = tables
  const date = ctx.now().toISOString()
  const [credential] = await ctx.db
    .select({ id: authAccounts.id })
    .from(authAccounts)
    .where(and(eq(authAccounts.userId, userId), eq(authAccounts.providerId, 'credential')))
  const stamps = { createdAt: date, updatedAt: date }
  return [
    credential
      ? ctx.db.update(authAccounts).set({ password, updatedAt: date }).where(eq(authAccounts.id, credential.id))
      : ctx.db
          .insert(authAccounts)
          .values({ id: ctx.newId(), accountId: userId, providerId: 'credential', userId, password, ...stamps }),
  ] as const
}

/** The statements that remove second factors, accounts of providers and personal API keys. */
function removalOfOthers(ctx: Context, userId: string) {
  const { authAccounts, apiKeys, twoFactors, recoveryCodes } = tables
  return [
    ctx.db.delete(twoFactors).where(eq(twoFactors.userId, userId)),
    ctx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
    ctx.db.delete(authAccounts).where(and(eq(authAccounts.userId, userId), ne(authAccounts.providerId, 'credential'))),
    ctx.db.delete(apiKeys).where(and(eq(apiKeys.ownerType, 'user'), eq(apiKeys.ownerId, userId))),
  ]
}
