import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { limits } from '../../limits'
import { sessionUser } from '../actor'
import { checkEmbedded } from '../directory/organizations'
import { mailPerson } from '../mail-person'
import { issueToken } from '../mailed-tokens'
import { checkMailRate, mailLink } from './email-links'
import { emailChangeAskedMail } from './mails'
import { cancelOtherChanges, pendingEmail } from './pending-email'
import { type Reauthentication, reauthenticate } from './reauthenticate'

const password = z.string().max(limits.accounts.maxPasswordChars)
export const emailChangeSchema = z.strictObject({
  email: z.email().max(limits.accounts.maxEmailChars).toLowerCase(),
  password,
})

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
