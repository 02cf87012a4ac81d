/** Rate limits of messages to addresses that somebody types. */
import type { Context } from '../context'
import type { MetadataDatabase } from '../db/client'
import { limits } from '../limits'
import { countSubjects, pairOf, subjectOf } from './count-attempts'

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
  const { perPair, perAddress } = limits.loginAttempts
  const caller = [
    await subjectOf('mail-pair', pairOf({ email, address }), perPair),
    ...(address ? [await subjectOf('mail-address', address, perAddress)] : []),
  ]
  const seconds = await countSubjects(db, caller, now)
  if (seconds > 0) return { seconds, mayMail: false }
  return {
    seconds,
    mayMail:
      (await countSubjects(db, [await subjectOf('mail-account', email, limits.mail.maxPerRecipient)], now)) === 0,
  }
}

/** Whether a user may have a message sent to an address: few to each address, and few from each user. */
export async function mayMail(ctx: Context, { email, userId }: { email: string; userId: string }): Promise<boolean> {
  if (!ctx.mail.canSend) return false
  const request = { email, address: `user ${userId}`, now: ctx.now().getTime() }
  const counted = await countMailRequest(ctx.db, request)
  return counted.seconds === 0 && counted.mayMail
}
