import { and, desc, eq, gt, ne } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { sessionUser } from '../actor'
import { checkEmbedded } from '../directory/organizations'

const { mailedTokens } = tables
const changesOf = (userId: string) => and(eq(mailedTokens.userId, userId), eq(mailedTokens.purpose, 'email-change'))

/** The address that a user has asked for and not confirmed yet, while its link is valid. */
export async function pendingEmail(ctx: Context, userId: string): Promise<string | undefined> {
  const [row] = await ctx.db
    .select({ email: mailedTokens.email })
    .from(mailedTokens)
    .where(and(changesOf(userId), gt(mailedTokens.expiresAt, ctx.now().toISOString())))
    .orderBy(desc(mailedTokens.createdAt))
    .limit(1)
  return row?.email
}

/** Cancels the change of the address of the user, and revokes the links that were sent. */
export async function cancelEmailChange(ctx: Context): Promise<void> {
  checkEmbedded(ctx)
  await ctx.db.delete(mailedTokens).where(changesOf(sessionUser(ctx).id))
}

/** Cancels the changes to other addresses: one is pending at a time. */
export async function cancelOtherChanges(ctx: Context, { id, email }: { id: string; email: string }): Promise<void> {
  await ctx.db.delete(mailedTokens).where(and(changesOf(id), ne(mailedTokens.email, email)))
}
