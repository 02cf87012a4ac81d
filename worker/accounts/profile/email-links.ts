/** The links that prove an e-mail address. */
import type { Context } from '../../context'
import { problem } from '../../errors'
import { limits } from '../../limits'
import { mailPerson } from '../mail-person'
import { countMailRequest } from '../mail-throttle'
import { confirmEmailMail } from './mails'

/** @throws `attempts-too-many` */
export async function checkMailRate(ctx: Context, request: { email: string; address: string }): Promise<void> {
  const { seconds, mayMail } = await countMailRequest(ctx.db, { ...request, now: ctx.now().getTime() })
  if (seconds > 0) throw problem('attempts-too-many', { seconds })
  if (!mayMail) throw problem('attempts-too-many', { seconds: limits.loginAttempts.windowMs / 1_000 })
}

/** @param reader the current address of the user, for the language of the message */
export async function mailLink(ctx: Context, sent: { token: string; email: string }, reader: string): Promise<void> {
  const { token, email } = sent
  const path = `/confirm-email?${new URLSearchParams({ token })}`
  await mailPerson(ctx, confirmEmailMail, { to: email, values: { email }, path, reader })
}
