import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { limits } from '../../limits'
import { checkEmbedded } from '../directory/organizations'
import { mailPerson } from '../mail-person'
import { countMailRequest } from '../mail-throttle'
import { issueToken } from '../mailed-tokens'
import { passwordResetMail } from './mails'

export const resetRequestSchema = z.strictObject({ email: z.email().max(limits.accounts.maxEmailChars).toLowerCase() })

/**
 * Sends a link that resets the password of the account of an address, if there is one. The response tells nothing about it, and
 * takes the same time: the account is looked up after it.
 *
 * @param input.address network of the caller; empty when the platform does not report it
 * @throws `mail-unavailable`, `attempts-too-many` for any address
 */
export async function requestReset(ctx: Context, input: { email: string; address: string }): Promise<void> {
  checkEmbedded(ctx)
  if (!ctx.mail.canSend) throw problem('mail-unavailable')
  const { email, address } = input
  const { seconds, mayMail } = await countMailRequest(ctx.db, { email, address, now: ctx.now().getTime() })
  if (seconds > 0) throw problem('attempts-too-many', { seconds })
  if (!mayMail) return
  ctx.later(() => sendReset(ctx, email))
}

async function sendReset(ctx: Context, email: string): Promise<void> {
  const [user] = await ctx.db.select({ id: tables.users.id }).from(tables.users).where(eq(tables.users.email, email))
  if (!user) return
  const token = await issueToken(ctx, { purpose: 'password-reset', userId: user.id, email })
  const path = `/reset-password?${new URLSearchParams({ token })}`
  const durationMs = limits.accounts.mailedTokenMs['password-reset']
  await mailPerson(ctx, passwordResetMail, { to: email, path, durationMs })
}
