import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import type { Config } from '../../config'
import type { Context } from '../../context'
import { type MetadataDatabase, tables } from '../../db/client'
import { problem } from '../../errors'
import { limits } from '../../limits'
import { countSubjects, subjectOf } from '../count-attempts'
import { decryptText } from '../encrypted-text'
import { hmac } from '../hmac'
import { stepOf } from './totp'

export type CodeSettings = { db: MetadataDatabase; config: Pick<Config, 'AUTH_SECRET'> }

/** The purpose that the secret of a user is sealed for. */
export const sealPurpose = (userId: string): string => `two-factor ${userId}`

/** Whether sign-ins of a user with a password ask for a code. */
export async function hasTwoFactor(db: MetadataDatabase, userId: string): Promise<boolean> {
  const { twoFactors } = tables
  const [row] = await db
    .select({ userId: twoFactors.userId })
    .from(twoFactors)
    .where(and(eq(twoFactors.userId, userId), isNotNull(twoFactors.confirmedAt)))
  return row !== undefined
}

/**
 * Counts a second factor of a user, from everywhere: only who knows the password can enter one.
 *
 * @returns seconds to wait; 0 when the code may be checked
 */
export async function countCode(
  db: MetadataDatabase,
  { userId, now }: { userId: string; now: number },
): Promise<number> {
  return countSubjects(db, [await subjectOf('code', userId, limits.twoFactor.codesPerUser)], now)
}

/**
 * Checks a code of the authenticator application, or a recovery code, and uses it up: of concurrent requests with one code, one
 * is accepted. Attempts are counted per user from everywhere.
 *
 * @returns `accepted`, `wrong`, or the seconds to wait
 */
export async function takeCode(
  { db, config }: CodeSettings,
  { userId, code, now }: { userId: string; code: string; now: number },
): Promise<'accepted' | 'wrong' | number> {
  const seconds = await countCode(db, { userId, now })
  if (seconds > 0) return seconds
  const typed = code.replace(/[\s-]/g, '').toUpperCase()
  const isAccepted =
    (await takeTotp({ db, config }, { userId, typed, now })) || (await takeRecovery({ db, config }, { userId, typed }))
  return isAccepted ? 'accepted' : 'wrong'
}

/** Checks a code of the user of a session. @throws `code-wrong`, `attempts-too-many` */
export async function checkCode(ctx: Context, userId: string, code: string): Promise<void> {
  const taken = await takeCode(ctx, { userId, code, now: ctx.now().getTime() })
  if (typeof taken === 'number') throw problem('attempts-too-many', { seconds: taken })
  if (taken === 'wrong') throw problem('code-wrong')
}

async function takeTotp(
  { db, config }: CodeSettings,
  { userId, typed, now }: { userId: string; typed: string; now: number },
): Promise<boolean> {
  const { twoFactors } = tables
  const [row] = await db
    .select({ secret: twoFactors.secret })
    .from(twoFactors)
    .where(and(eq(twoFactors.userId, userId), isNotNull(twoFactors.confirmedAt)))
  const secret = row && (await decryptText(config, sealPurpose(userId), row.secret))
  const step = secret && stepOf(secret, typed, now)
  if (!step) return false
  const taken = await db
    .update(twoFactors)
    .set({ lastStep: step })
    .where(and(eq(twoFactors.userId, userId), lt(twoFactors.lastStep, step)))
    .returning({ userId: twoFactors.userId })
  return taken.length > 0
}

async function takeRecovery(
  { db, config }: CodeSettings,
  { userId, typed }: { userId: string; typed: string },
): Promise<boolean> {
  const { recoveryCodes } = tables
  const hash = await recoveryHash(config, userId, typed)
  const taken = await db
    .delete(recoveryCodes)
    .where(
      and(
        eq(recoveryCodes.hash, hash),
        eq(recoveryCodes.userId, userId),
        sql`exists (select 1 from ${tables.twoFactors} where ${tables.twoFactors.userId} = ${userId} and ${tables.twoFactors.confirmedAt} is not null)`,
      ),
    )
    .returning({ hash: recoveryCodes.hash })
  return taken.length > 0
}

/** The stored form of a recovery code, without separators, in upper case. */
export async function recoveryHash(config: CodeSettings['config'], userId: string, code: string): Promise<string> {
  return (await hmac(config, ['recovery-code', userId, code].join('\n'))).toString('base64url')
}
