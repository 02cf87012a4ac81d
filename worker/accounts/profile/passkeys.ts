/** Passkeys of a user. A passkey replaces the password and the code at sign-in, so adding one requires both. */
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { limits } from '../../limits'
import { sessionUser } from '../actor'
import { audit } from '../audit'
import { openDirectory } from '../directory/embedded-directory'
import { checkEmbedded } from '../directory/organizations'
import { mailPerson } from '../mail-person'
import { checkCode, hasTwoFactor } from '../two-factor/check-code'
import { passkeyAddedMail, passkeyRemovedMail } from './mails'
import { type Reauthentication, reauthenticate } from './reauthenticate'

const password = z.string().max(limits.accounts.maxPasswordChars)
export const passkeyCreationSchema = z.strictObject({
  password,
  code: z.string().max(limits.twoFactor.maxCodeChars).optional(),
})
export const passkeyRemovalSchema = z.strictObject({ password })

/**
 * Begins the registration of a passkey: without its challenge, the directory registers none.
 *
 * @returns the options of WebAuthn, with the cookie of the challenge
 * @throws what `reauthenticate` and, with two-factor authentication, `checkCode` throw
 */
export async function startPasskey(
  ctx: Context,
  { database, code = '', ...proof }: Reauthentication & { code?: string | undefined; database: D1Database },
): Promise<Response> {
  checkEmbedded(ctx)
  const user = sessionUser(ctx)
  await reauthenticate(ctx, user, proof)
  if (await hasTwoFactor(ctx.db, user.id)) await checkCode(ctx, user.id, code)
  const { config, baseUrl } = ctx
  const cookie = proof.headers.get('cookie') ?? ''
  const options = new Request(`${baseUrl}/api/auth/passkey/generate-register-options`, { headers: { cookie } })
  return (await openDirectory({ database, config, baseUrl })).handler(options)
}

/** Records that a passkey was registered, and tells the user by e-mail. */
export async function passkeyWasAdded(ctx: Context): Promise<void> {
  const { id, email } = sessionUser(ctx)
  await ctx.db.batch([audit(ctx, 'addPasskey', `users/${id}`)])
  if (ctx.mail.canSend) ctx.later(() => mailPerson(ctx, passkeyAddedMail, { to: email }))
}

/** Removes a passkey of the user. @throws `passkey-not-found` and what `reauthenticate` throws */
export async function removePasskey(ctx: Context, { id, ...proof }: Reauthentication & { id: string }): Promise<void> {
  checkEmbedded(ctx)
  const user = sessionUser(ctx)
  await reauthenticate(ctx, user, proof)
  const { passkeys } = tables
  const [removed] = await ctx.db.batch([
    ctx.db
      .delete(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.userId, user.id)))
      .returning({ id: passkeys.id }),
    audit(ctx, 'removePasskey', `users/${user.id}`),
  ])
  if (removed.length === 0) throw problem('passkey-not-found')
  if (ctx.mail.canSend) ctx.later(() => mailPerson(ctx, passkeyRemovedMail, { to: user.email }))
}
