/** Counts of attempts by subject, within a window of time: of sign-ins, of codes, of messages to an address. */
import { sql } from 'drizzle-orm'
import { type MetadataDatabase, tables } from '../db/client'
import { limits } from '../limits'

type Kind = 'pair' | 'address' | 'device' | 'account'
/** What attempts are counted for: a caller, an account, or one of them at the other. */
export type Subject = { kind: Kind | `mail-${Kind}` | 'code'; most: number; digest: string }

export async function subjectOf(kind: Subject['kind'], text: string, most: number): Promise<Subject> {
  return { kind, most, digest: await digestOf(`${kind} ${text}`) }
}

async function digestOf(text: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('base64url')
}

/** The subject of a caller at an account. */
export const pairOf = ({ email, address }: { email: string; address: string }) => `${email} ${address}`

/** Counts an attempt for each of several subjects. @returns seconds until all of them are within their limits again */
export async function countSubjects(db: MetadataDatabase, subjects: Subject[], now: number): Promise<number> {
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

/** Deletes expired counts; called by the cron. */
export async function pruneAttempts(db: MetadataDatabase, now: number): Promise<void> {
  await db.delete(tables.attempts).where(sql`${tables.attempts.until} <= ${now}`)
}
