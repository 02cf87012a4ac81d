/** Turning two-factor authentication on and off. */
import { and, count, eq, exists, isNull } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { isFailed, requireThat } from '../../db/precondition'
import { problem } from '../../errors'
import { limits } from '../../limits'
import { sessionUser, superAdmin } from '../actor'
import { audit } from '../audit'
import type { AuditedAction } from '../audited-actions'
import { checkEmbedded } from '../directory/organizations'
import { decryptText, encryptText } from '../encrypted-text'
import { mailBaseUrl } from '../mail-base-url'
import { mailPerson } from '../mail-person'
import { type Reauthentication, reauthenticate } from '../profile/reauthenticate'
import { checkCode, countCode, hasTwoFactor, recoveryHash, sealPurpose } from './check-code'
import { twoFactorOffMail, twoFactorOnMail } from './mails'
import { base32, enrolmentUri, newSecret, stepOf } from './totp'

const password = z.string().max(limits.accounts.maxPasswordChars)
const code = z.string().max(limits.twoFactor.maxCodeChars)
export const passwordProofSchema = z.strictObject({ password })
export const codeSchema = z.strictObject({ code })
export const codeProofSchema = z.strictObject({ password, code })

/** Whether it is on, and how many recovery codes are left. */
export async function readTwoFactor(ctx: Context, userId: string): Promise<{ isOn: boolean; recoveryCodes: number }> {
  const { recoveryCodes } = tables
  const [row] = await ctx.db.select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  return { isOn: await hasTwoFactor(ctx.db, userId), recoveryCodes: row?.left ?? 0 }
}

/**
 * Makes a new secret, for an authenticator application. Sign-ins ask for codes once a first one is confirmed.
 *
 * @throws `two-factor-on` and what `reauthenticate` throws
 */
export async function startTwoFactor(ctx: Context, proof: Reauthentication): Promise<{ secret: string; uri: string }> {
  checkEmbedded(ctx)
  const user = sessionUser(ctx)
  await reauthenticate(ctx, user, proof)
  const { twoFactors } = tables
  const secret = newSecret()
  const sealed = await encryptText(ctx.config, sealPurpose(user.id), secret)
  const stored = await ctx.db
    .insert(twoFactors)
    .values({ userId: user.id, secret: sealed })
    .onConflictDoUpdate({
      target: twoFactors.userId,
      set: { secret: sealed },
      setWhere: isNull(twoFactors.confirmedAt),
    })
    .returning({ userId: twoFactors.userId })
  if (stored.length === 0) throw problem('two-factor-on')
  return { secret, uri: enrolmentUri(secret, { issuer: new URL(mailBaseUrl(ctx)).host, account: user.email }) }
}

/**
 * Turns it on with a first code of the application.
 *
 * @returns the recovery codes, which are stored nowhere
 * @throws `two-factor-on`, `code-wrong`, `attempts-too-many`
 */
export async function confirmTwoFactor(
  ctx: Context,
  { code }: z.infer<typeof codeSchema>,
): Promise<{ recoveryCodes: string[] }> {
  checkEmbedded(ctx)
  const user = sessionUser(ctx)
  const { twoFactors } = tables
  const now = ctx.now().getTime()
  const seconds = await countCode(ctx.db, { userId: user.id, now })
  if (seconds > 0) throw problem('attempts-too-many', { seconds })
  const [row] = await ctx.db.select().from(twoFactors).where(eq(twoFactors.userId, user.id))
  if (row?.confirmedAt) throw problem('two-factor-on')
  const secret = row && (await decryptText(ctx.config, sealPurpose(user.id), row.secret))
  const lastStep = secret && stepOf(secret, code.replace(/\s/g, ''), now)
  if (!lastStep) throw problem('code-wrong')
  const codes = await newRecoveryCodes(ctx, user.id)
  const unconfirmed = and(eq(twoFactors.userId, user.id), isNull(twoFactors.confirmedAt))
  const writes = ctx.db.batch([
    // Of concurrent requests one turns it on: the recovery codes of the others would replace those that the user has seen.
    requireThat(ctx.db, 'resource_unchanged', exists(ctx.db.select().from(twoFactors).where(unconfirmed))),
    ctx.db.update(twoFactors).set({ confirmedAt: ctx.now().toISOString(), lastStep }).where(unconfirmed),
    ...codes.statements,
    audit(ctx, 'turnTwoFactorOn', `users/${user.id}`),
  ])
  await writes.catch((error: unknown) => {
    throw isFailed(error, 'resource_unchanged') ? problem('two-factor-on') : error
  })
  tell(ctx, user.email, twoFactorOnMail)
  return { recoveryCodes: codes.clear }
}

/** Replaces the recovery codes. @throws `code-wrong`, `attempts-too-many` and what `reauthenticate` throws */
export async function renewRecoveryCodes(
  ctx: Context,
  input: Reauthentication & { code: string },
): Promise<{ recoveryCodes: string[] }> {
  const userId = await checkBoth(ctx, input)
  const codes = await newRecoveryCodes(ctx, userId)
  await ctx.db.batch([...codes.statements, audit(ctx, 'renewRecoveryCodes', `users/${userId}`)])
  return { recoveryCodes: codes.clear }
}

/** Turns it off. @throws `code-wrong`, `attempts-too-many` and what `reauthenticate` throws */
export async function removeTwoFactor(ctx: Context, input: Reauthentication & { code: string }): Promise<void> {
  const userId = await checkBoth(ctx, input)
  await turnOff(ctx, userId, 'turnTwoFactorOff')
  tell(ctx, sessionUser(ctx).email, twoFactorOffMail)
}

/**
 * Turns off two-factor authentication for a user who has lost the authenticator application and the recovery codes. The user
 * receives an e-mail.
 *
 * @throws `super-admin-only`, `directory-elsewhere`, `own-two-factor`, `user-not-found`
 */
export async function removeTwoFactorOf(ctx: Context, userId: string): Promise<void> {
  const caller = superAdmin(ctx)
  checkEmbedded(ctx)
  if (caller.id === userId) throw problem('own-two-factor')
  const { users } = tables
  const [user] = await ctx.db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  if (!user) throw problem('user-not-found')
  await turnOff(ctx, userId, 'removeTwoFactor')
  tell(ctx, user.email, twoFactorOffMail)
}

async function turnOff(ctx: Context, userId: string, action: AuditedAction): Promise<void> {
  const { recoveryCodes, twoFactors } = tables
  await ctx.db.batch([
    ctx.db.delete(twoFactors).where(eq(twoFactors.userId, userId)),
    ctx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
    audit(ctx, action, `users/${userId}`),
  ])
}

async function checkBoth(ctx: Context, { code, ...proof }: Reauthentication & { code: string }): Promise<string> {
  checkEmbedded(ctx)
  const user = sessionUser(ctx)
  await reauthenticate(ctx, user, proof)
  await checkCode(ctx, user.id, code)
  return user.id
}

async function newRecoveryCodes(ctx: Context, userId: string) {
  const { recoveryCodes } = tables
  const { recoveryCount, recoveryBytes } = limits.twoFactor
  const codes = Array.from({ length: recoveryCount }, () =>
    base32(crypto.getRandomValues(new Uint8Array(recoveryBytes))),
  )
  const rows = await Promise.all(
    codes.map(async (code) => ({ hash: await recoveryHash(ctx.config, userId, code), userId })),
  )
  return {
    /** In groups of four, which are easier to copy by hand. */
    clear: codes.map((code) => (code.match(/.{1,4}/g) ?? []).join('-')),
    statements: [
      ctx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
      ctx.db.insert(recoveryCodes).values(rows),
    ] as const,
  }
}

function tell(ctx: Context, to: string, text: typeof twoFactorOnMail): void {
  if (!ctx.mail.canSend) return
  ctx.later(() => mailPerson(ctx, text, { to }))
}
