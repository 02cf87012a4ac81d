/** Rate limits of password attempts, by caller and by account. */

import { inArray, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { type MetadataDatabase, tables } from '../../db/client'
import { limits } from '../../limits'

export type LoginAttempt = {
  email: string
  /** Network of the caller; empty when the platform does not report it. */
  address: string
  /** A browser that has signed in to the account before. */
  device?: string | undefined
  /** No password of the account is checked: only the caller is limited. */
  isRegistration?: boolean
}
type Kind = 'pair' | 'address' | 'device' | 'account'
type Subject = { kind: Kind | `mail-${Kind}` | 'code'; most: number; digest: string }

/**
 * Counts an attempt before it is made, so that concurrent attempts count too. Attempts refused for the caller do not
 * count against the account, so that one address cannot lock the account for others.
 *
 * @returns seconds to wait; 0 when the attempt may be made
 */
export async function countAttempt(db: MetadataDatabase, attempt: LoginAttempt & { now: number }): Promise<number> {
  const { caller, account } = await subjectsOf(attempt)
  const wait = await count(db, caller, attempt.now)
  return wait > 0 ? wait : count(db, account, attempt.now)
}

/** Counts an attempt for each of several subjects. @returns seconds until all of them are within their limits again */
async function count(db: MetadataDatabase, subjects: Subject[], now: number): Promise<number> {
  const { attempts } = tables
  const until = now + limits.loginAttempts.windowMs
  const [first, ...rest] = subjects.map(({ digest }) =>
    db
      .insert(attempts)
      .values({ subject: digest, failures: 1, until })
      .onConflictDoUpdate({
        target: attempts.subject,
        set: {
          failures: sql`case when ${attempts.until} <= ${now} then 1 else ${attempts.failures} + 1 end`,
          until: sql`case when ${attempts.until} <= ${now} then ${until} else ${attempts.until} end`,
        },
      })
      .returning(),
  )
  if (!first) return 0
  const rows = (await db.batch([first, ...rest])).flat()
  const waits = subjects.flatMap(({ digest, most }) => {
    const row = rows.find(({ subject }) => subject === digest)
    return row && row.failures > most ? [Math.ceil((row.until - now) / 1_000)] : []
  })
  return Math.max(0, ...waits)
}

/**
 * Counts a request to send a message to an address that the caller has typed, apart from attempts to sign in. The result is the
 * same whether the address has an account or not.
 *
 * @returns seconds that the caller has to wait; and whether the address may receive another message. A full count
 *   locks nobody out: the earlier messages are in the mailbox
 */
export async function countMailRequest(
  db: MetadataDatabase,
  { email, address, now }: { email: string; address: string; now: number },
): Promise<{ seconds: number; mayMail: boolean }> {
  const { perPair, perAddress, mailsPerAccount } = limits.loginAttempts
  const caller = [
    await subjectOf('mail-pair', pairOf({ email, address }), perPair),
    ...(address ? [await subjectOf('mail-address', address, perAddress)] : []),
  ]
  const seconds = await count(db, caller, now)
  if (seconds > 0) return { seconds, mayMail: false }
  return { seconds, mayMail: (await count(db, [await subjectOf('mail-account', email, mailsPerAccount)], now)) === 0 }
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
  return count(db, [await subjectOf('code', userId, limits.twoFactor.codesPerUser)], now)
}

/**
 * Resets the counts after a correct password. Only the count of this caller for the account is cleared. The other
 * counts are reduced by this attempt alone: otherwise each sign-in of the user would reset the count of an attacker.
 */
export async function clearAttempts(db: MetadataDatabase, attempt: LoginAttempt): Promise<void> {
  const { attempts } = tables
  const { caller, account } = await subjectsOf(attempt)
  const digestsOf = (subjects: Subject[]) => subjects.map(({ digest }) => digest)
  const shared = [...caller.filter((subject) => !isOwn(subject)), ...account]
  await db.batch([
    db.delete(attempts).where(inArray(attempts.subject, digestsOf(caller.filter(isOwn)))),
    db
      .update(attempts)
      .set({ failures: sql`${attempts.failures} - 1` })
      .where(inArray(attempts.subject, digestsOf(shared))),
  ])
}

/** The counts of one caller for one account. */
const isOwn = ({ kind }: Subject): boolean => kind === 'pair' || kind === 'device'

/** Resets the count of a caller for an account whose password was reset. */
export async function clearOwnAttempts(db: MetadataDatabase, attempt: LoginAttempt): Promise<void> {
  const { caller } = await subjectsOf(attempt)
  const own = caller.filter(isOwn).map(({ digest }) => digest)
  await db.delete(tables.attempts).where(inArray(tables.attempts.subject, own))
}

/** Deletes expired counts; called by the cron. */
export async function pruneLoginAttempts(db: MetadataDatabase, now: number): Promise<void> {
  await db.delete(tables.attempts).where(sql`${tables.attempts.until} <= ${now}`)
}

/**
 * The subjects that an attempt counts for: first the caller, then the account over all callers. Recognized browsers are
 * counted separately.
 */
async function subjectsOf({ email, address, device, isRegistration }: LoginAttempt) {
  const { perPair, perAccount, perAddress } = limits.loginAttempts
  if (device) return { caller: [await subjectOf('device', `${email} ${device}`, perPair)], account: [] }
  return {
    caller: [
      await subjectOf('pair', pairOf({ email, address }), perPair),
      ...(address ? [await subjectOf('address', address, perAddress)] : []),
    ],
    account: isRegistration ? [] : [await subjectOf('account', email, perAccount)],
  }
}

const pairOf = ({ email, address }: { email: string; address: string }) => `${email} ${address}`

async function subjectOf(kind: Subject['kind'], text: string, most: number): Promise<Subject> {
  return { kind, most, digest: await digestOf(`${kind} ${text}`) }
}

async function digestOf(text: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('base64url')
}

/** Whether a user may have a message sent to an address: few to each address, and few from each user. */
export async function mayMail(ctx: Context, { email, userId }: { email: string; userId: string }): Promise<boolean> {
  if (!ctx.mail.canSend) return false
  const request = { email, address: `user ${userId}`, now: ctx.now().getTime() }
  const counted = await countMailRequest(ctx.db, request)
  return counted.seconds === 0 && counted.mayMail
}
