/** Rate limits of password attempts, by caller and by account. */

import { inArray, sql } from 'drizzle-orm'
import { type MetadataDatabase, tables } from '../../db/client'
import { limits } from '../../limits'
import { countSubjects, pairOf, type Subject, subjectOf } from '../count-attempts'

export type LoginAttempt = {
  email: string
  /** Network of the caller; empty when the platform does not report it. */
  address: string
  /** A browser that has signed in to the account before. */
  device?: string | undefined
  /** No password of the account is checked: only the caller is limited. */
  isRegistration?: boolean
}

/**
 * Counts an attempt before it is made, so that concurrent attempts count too. Attempts refused for the caller do not
 * count against the account, so that one address cannot lock the account for others.
 *
 * @returns seconds to wait; 0 when the attempt may be made
 */
export async function countAttempt(db: MetadataDatabase, attempt: LoginAttempt & { now: number }): Promise<number> {
  const { caller, account } = await subjectsOf(attempt)
  const wait = await countSubjects(db, caller, attempt.now)
  return wait > 0 ? wait : countSubjects(db, account, attempt.now)
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
