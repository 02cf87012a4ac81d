/** Changes that a stolen session must not make ask for the password again. */

import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { limits } from '../../limits'
import { MINUTE_MS } from '../../limits/units'
import type { User } from '../actor'
import { knownDevice } from '../directory/known-device'
import { clearAttempts, countAttempt } from '../directory/login-throttle'
import { sessionToken } from '../directory/session-cache'
import { passwordHashOf } from '../passwords'

/** What proves that the user is there: the password, and the request. */
export type Reauthentication = { password: string; headers: Headers; address: string }

/**
 * Checks the password of the user, limited like a sign-in. A user without one must have signed in a moment ago.
 *
 * @throws `password-wrong`, `attempts-too-many`, `sign-in-again`
 */
export async function reauthenticate(
  ctx: Context,
  user: User,
  { password, headers, address }: Reauthentication,
): Promise<void> {
  const hash = await passwordHashOf(ctx, user.id)
  if (hash === undefined) return checkFreshness(ctx, user, headers)
  const email = user.email.toLowerCase()
  const attempt = { email, address, device: await knownDevice(ctx, { headers, email }) }
  const seconds = await countAttempt(ctx.db, { ...attempt, now: ctx.now().getTime() })
  if (seconds > 0) throw problem('attempts-too-many', { seconds })
  const { verifyPassword } = await import('better-auth/crypto')
  if (!(await verifyPassword({ hash, password }))) throw problem('password-wrong')
  await clearAttempts(ctx.db, attempt)
}

async function checkFreshness(ctx: Context, user: User, headers: Headers): Promise<void> {
  const { sessions } = tables
  const [session] = await ctx.db
    .select({ createdAt: sessions.createdAt })
    .from(sessions)
    .where(and(eq(sessions.userId, user.id), eq(sessions.token, sessionToken(headers, ctx.baseUrl) ?? '')))
  const age = ctx.now().getTime() - Date.parse(session?.createdAt ?? '')
  if (!(age < limits.sessions.freshSessionMs)) {
    throw problem('sign-in-again', { minutes: limits.sessions.freshSessionMs / MINUTE_MS })
  }
}
