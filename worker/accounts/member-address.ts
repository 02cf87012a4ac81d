import { and, eq, exists, inArray, isNull } from 'drizzle-orm'
import type { Context } from '../context'
import { tables } from '../db/client'
import type { Language } from '../errors'
import type { Owner } from '../identity'

export type Member = {
  userId: string
  /** The account that the message is about. */
  account: Pick<Owner, 'type' | 'id' | 'department'>
}

/**
 * The address and the language of a user of an account, for a message. Blocked users, users with an unconfirmed address, and users who
 * cannot read the resources of the account any more receive none; those of an external directory have no address here.
 */
export async function memberAddress(
  ctx: Context,
  { userId, account }: Member,
): Promise<{ email: string; language: Language | null } | undefined> {
  // Without PUBLIC_URL a message of a queue has no address to link to.
  if (!ctx.mail.canSend || ctx.config.DIRECTORY_URL || ctx.baseUrl === '') return undefined
  if (account.type === 'user' && account.id !== userId) return undefined
  const { members, users } = tables
  const isMember = ctx.db
    .select({ id: members.id })
    .from(members)
    .where(
      and(
        eq(members.userId, userId),
        eq(members.organizationId, account.id),
        // Members without a department are those of all.
        inArray(members.department, ['', account.department ?? '']),
        inArray(members.role, ['admin', 'contrib']),
      ),
    )
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
  return user
}
