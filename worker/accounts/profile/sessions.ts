/** The sessions of a user, one per browser or program that has signed in. */
import { and, desc, eq, gt, ne } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { limits } from '../../limits'
import { sessionUser } from '../actor'
import { audit } from '../audit'
import { checkEmbedded } from '../directory/organizations'
import { forgetSessions, sessionToken } from '../directory/session-cache'

/** The sessions of the user that have not expired, last used first. Their tokens stay in the database. */
export async function listSessions(ctx: Context, headers: Headers) {
  checkEmbedded(ctx)
  const user = sessionUser(ctx)
  const { sessions } = tables
  const rows = await ctx.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, user.id), gt(sessions.expiresAt, ctx.now().toISOString())))
    .orderBy(desc(sessions.updatedAt))
    .limit(limits.accounts.listSize)
  const current = sessionToken(headers, ctx.baseUrl)
  return rows.map(({ id, createdAt, updatedAt, expiresAt, userAgent, ipAddress, token }) => ({
    id,
    createdAt,
    /** Updated once a day. */
    lastUsedAt: updatedAt,
    expiresAt,
    ...(userAgent ? { userAgent } : {}),
    ...(ipAddress ? { ipAddress } : {}),
    isCurrent: token === current,
  }))
}

/** Ends a session of the user. @throws `session-not-found` */
export async function endSession(ctx: Context, id: string): Promise<void> {
  checkEmbedded(ctx)
  const user = sessionUser(ctx)
  const { sessions } = tables
  const [ended] = await ctx.db.batch([
    ctx.db
      .delete(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.userId, user.id)))
      .returning({ id: sessions.id }),
    audit(ctx, 'endSession', `users/${user.id}`),
  ])
  if (ended.length === 0) throw problem('session-not-found')
  forgetSessions()
}

/** Ends all sessions of the user but the one of the request. */
export async function endOtherSessions(ctx: Context, headers: Headers): Promise<void> {
  checkEmbedded(ctx)
  const user = sessionUser(ctx)
  const { sessions } = tables
  await ctx.db.batch([
    ctx.db
      .delete(sessions)
      .where(and(eq(sessions.userId, user.id), ne(sessions.token, sessionToken(headers, ctx.baseUrl) ?? ''))),
    audit(ctx, 'endOtherSessions', `users/${user.id}`),
  ])
  forgetSessions()
}
