import { and, eq, exists, isNull } from 'drizzle-orm'
import type { Context } from '../context'
import { tables } from '../db/client'
import type { Language } from '../errors'
import type { Owner } from '../identity'
import type { MailText } from '../mail'
import { mailPerson } from './mail-person'

type Message = {
  userId: string
  /** The account that the message is about. */
  account: Pick<Owner, 'type' | 'id'>
  values: (language: Language) => Record<string, string>
  /** Path of the page that is opened. */
  path: string
}

/**
 * Sends a message to a user of an account. Blocked users, users with an unconfirmed address and users who have left the account
 * receive none; those of an external directory have no address here.
 */
export async function mailMember(ctx: Context, text: MailText, message: Message): Promise<void> {
  const { userId, account, values, path } = message
  // Without PUBLIC_URL a message of a queue has no address to link to.
  if (!ctx.mail.canSend || ctx.config.DIRECTORY_URL || ctx.baseUrl === '') return
  if (account.type === 'user' && account.id !== userId) return
  const { members, users } = tables
  const isMember = ctx.db
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.userId, userId), eq(members.organizationId, account.id)))
  const [user] = await ctx.db
    .select({ email: users.email, language: users.language })
    .from(users)
    .where(
      and(
        eq(users.id, userId),
        eq(users.emailVerified, true),
        isNull(users.blockedAt),
        account.type === 'user' ? undefined : exists(isMember),
      ),
    )
  if (user) await mailPerson(ctx, text, { to: user.email, values: values(user.language ?? ctx.language), path })
}
