import type { Context } from '../../context'
import { problem } from '../../errors'
import { sessionUser } from '../actor'
import { checkEmbedded } from '../directory/organizations'
import { issueToken } from '../mailed-tokens'
import { checkMailRate, mailLink } from './email-links'

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

/** Sends a user the link that verifies the address of the account. */
async function sendVerification(ctx: Context, { id: userId, email }: { id: string; email: string }): Promise<void> {
  const token = await issueToken(ctx, { purpose: 'email-verification', userId, email })
  await mailLink(ctx, { token, email }, email)
}
