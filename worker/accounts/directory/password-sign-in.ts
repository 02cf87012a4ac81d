/**
 * Password sign-in for clients written for data-fair directories (the `axios-auth` of `@data-fair/lib-node`): the
 * response to the password is a single-use address that sets the cookies of the session.
 */
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { limits } from '../../limits'
import { mayComplete } from './callback-state'
import { actorOfSession, switchAccount, switchAdminMode } from './session'

export const passwordSchema = z.object({
  email: z.string().max(limits.accounts.maxEmailChars),
  password: z.string().max(limits.accounts.maxPasswordChars),
  org: z.string().optional(),
  dep: z.string().optional(),
  adminMode: z.boolean().optional(),
})

const handoverSchema = z.object({ cookies: z.array(z.string()), state: z.string() })

/**
 * Stores the cookies of a new session until the callback.
 *
 * @param input.signedIn `Set-Cookie` values that the directory returned for the password
 * @returns the single-use token of the cookies, and the state that the browser which sent the password keeps in a cookie
 * @throws `account-refused`, `super-admin-only`
 */
export async function storeCookies(
  ctx: Context,
  input: { database: D1Database; signedIn: string[]; credentials: z.infer<typeof passwordSchema> },
): Promise<{ token: string; state: string }> {
  const { database, signedIn, credentials } = input
  const { config, baseUrl } = ctx
  const headers = new Headers({ cookie: signedIn.map((one) => one.split(';', 1)[0]).join('; ') })
  const identity = { actor: await actorOfSession(ctx, { database, config, baseUrl }, headers) }
  const as = { ...ctx, identity }
  const account = credentials.org && {
    type: 'organization' as const,
    id: credentials.org,
    ...(credentials.dep ? { department: credentials.dep } : {}),
  }
  const cookies = [
    ...signedIn,
    ...(account ? switchAccount(as, account) : []),
    ...(credentials.adminMode ? [switchAdminMode(as, true)] : []),
  ]
  const [token, state] = [ctx.newId() + ctx.newId(), ctx.newId() + ctx.newId()]
  const now = ctx.now()
  const expiresAt = new Date(now.getTime() + limits.sessions.callbackMs).toISOString()
  await ctx.db.insert(tables.verifications).values({
    id: ctx.newId(),
    identifier: await identifierOf(token),
    value: JSON.stringify({ cookies, state } satisfies z.infer<typeof handoverSchema>),
    expiresAt,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
  })
  return { token, state }
}

/**
 * The cookies of a token. Every attempt invalidates the token.
 *
 * @param headers those of the callback
 * @throws `callback-used`, `callback-elsewhere` in a browser that did not send the password
 */
export async function fetchCookies(ctx: Context, { token, headers }: { token: string; headers: Headers }) {
  const { verifications } = tables
  const [stored] = await ctx.db
    .delete(verifications)
    .where(eq(verifications.identifier, await identifierOf(token)))
    .returning()
  if (!stored || stored.expiresAt < ctx.now().toISOString()) throw problem('callback-used')
  const { cookies, state } = handoverSchema.parse(JSON.parse(stored.value))
  if (!(await mayComplete(headers, { baseUrl: ctx.baseUrl, state }))) throw problem('callback-elsewhere')
  return cookies
}

/** A digest is stored: read access to the database does not give usable tokens. */
async function identifierOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return `callback-${Buffer.from(digest).toString('base64url')}`
}
