/**
 * Signing in as programs written for an existing directory do: the password is answered with an address, used once,
 * that sets the cookies of the session (the `axios-auth` of `@data-fair/lib-node`).
 */
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { limits } from '../../limits'
import { checkEmbedded } from './organizations'
import { actorOfSession, switchAccount, switchAdminMode } from './session'

export const passwordSchema = z.object({
  email: z.string().max(limits.accounts.maxEmailChars),
  password: z.string().max(limits.accounts.maxPasswordChars),
  org: z.string().optional(),
  dep: z.string().optional(),
  adminMode: z.boolean().optional(),
})

/**
 * Keeps the cookies of a new session until they are fetched.
 *
 * @param input.signedIn `Set-Cookie` values that the directory gave for the password
 * @returns the word that fetches them, once
 * @throws `account-refused`, `super-admin-only`
 */
export async function keepCookies(
  ctx: Context,
  input: { database: D1Database; signedIn: string[]; wanted: z.infer<typeof passwordSchema> },
): Promise<string> {
  checkEmbedded(ctx)
  const { database, signedIn, wanted } = input
  const { config, baseUrl } = ctx
  const headers = new Headers({ cookie: signedIn.map((one) => one.split(';', 1)[0]).join('; ') })
  const identity = { actor: await actorOfSession(ctx, { database, config, baseUrl }, headers) }
  const as = { ...ctx, identity }
  const account = wanted.org && {
    type: 'organization' as const,
    id: wanted.org,
    ...(wanted.dep ? { department: wanted.dep } : {}),
  }
  const cookies = [
    ...signedIn,
    ...(account ? switchAccount(as, account) : []),
    ...(wanted.adminMode ? [switchAdminMode(as, true)] : []),
  ]
  const word = ctx.newId() + ctx.newId()
  const now = ctx.now()
  const expiresAt = new Date(now.getTime() + limits.accounts.callbackMs).toISOString()
  await ctx.db.insert(tables.verifications).values({
    id: ctx.newId(),
    identifier: await nameOf(word),
    value: JSON.stringify(cookies),
    expiresAt,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
  })
  return word
}

/** The cookies that a word fetches; whoever comes second finds nothing. @throws `callback-used` */
export async function fetchCookies(ctx: Context, word: string): Promise<string[]> {
  const { verifications } = tables
  const [kept] = await ctx.db
    .delete(verifications)
    .where(eq(verifications.identifier, await nameOf(word)))
    .returning()
  if (!kept || kept.expiresAt < ctx.now().toISOString()) throw problem('callback-used')
  // Written by keepCookies from string[].
  return JSON.parse(kept.value) as string[]
}

/** Who reads the database cannot use what waits there. */
async function nameOf(word: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(word))
  return `callback-${Buffer.from(digest).toString('base64url')}`
}
