/** Guessing a password is slowed by account and by address (security baseline: identity). */
import { eq, inArray, sql } from 'drizzle-orm'
import { type Metadata, tables } from '../../db/client'
import { limits } from '../../limits'

type Guess = { email: string; address: string }

/**
 * Counts an attempt before it is made, so that many at once count too.
 *
 * @returns seconds to wait; 0 when the attempt may be made
 */
export async function mayGuess(db: Metadata, guess: Guess & { now: number }): Promise<number> {
  const { attempts } = tables
  const until = guess.now + limits.guesses.windowMs
  const counted = await subjectsOf(guess)
  const [first, ...rest] = counted.map(({ subject }) =>
    db
      .insert(attempts)
      .values({ subject, failures: 1, until })
      .onConflictDoUpdate({
        target: attempts.subject,
        set: {
          failures: sql`case when ${attempts.until} <= ${guess.now} then 1 else ${attempts.failures} + 1 end`,
          until: sql`case when ${attempts.until} <= ${guess.now} then ${until} else ${attempts.until} end`,
        },
      })
      .returning(),
  )
  if (!first) return 0
  const rows = (await db.batch([first, ...rest])).flat()
  const waits = counted.flatMap(({ subject, most }) => {
    const row = rows.find((one) => one.subject === subject)
    return row && row.failures > most ? [Math.ceil((row.until - guess.now) / 1_000)] : []
  })
  return Math.max(0, ...waits)
}

/** The password was right: the account starts afresh, and the address is not held against the next one. */
export async function rightGuess(db: Metadata, guess: Guess): Promise<void> {
  const { attempts } = tables
  const subjects = await subjectsOf(guess)
  const own = subjects.filter(({ kind }) => kind !== 'address').map(({ subject }) => subject)
  const address = subjects.find(({ kind }) => kind === 'address')
  await db.batch([
    db.delete(attempts).where(inArray(attempts.subject, own)),
    db
      .update(attempts)
      .set({ failures: sql`${attempts.failures} - 1` })
      .where(eq(attempts.subject, address?.subject ?? '')),
  ])
}

/** Forgets what is over. @returns nothing: it is for the watchdog */
export async function forgetGuesses(db: Metadata, now: number): Promise<void> {
  await db.delete(tables.attempts).where(sql`${tables.attempts.until} <= ${now}`)
}

/** An account from one address is slowed first; from many, later: nobody locks another out by a few attempts. */
async function subjectsOf({ email, address }: Guess) {
  const { perPair, perAccount, perAddress } = limits.guesses
  const kinds = [
    { kind: 'pair', text: `${email} ${address}`, most: perPair },
    { kind: 'account', text: email, most: perAccount },
    ...(address ? [{ kind: 'address', text: address, most: perAddress }] : []),
  ]
  return Promise.all(
    kinds.map(async ({ kind, text, most }) => ({ kind, most, subject: await digestOf(`${kind} ${text}`) })),
  )
}

async function digestOf(text: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('base64url')
}
