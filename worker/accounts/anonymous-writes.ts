/** One line a minute for whoever writes through a link, by address and token (contract editable-accounts B.8, D.2). */
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../context'
import { tables } from '../db/client'
import { problem } from '../errors'
import { limits } from '../limits'

/** @property address absent where nobody tells it: the token alone counts then */
export type AnonymousWriter = { address: string | undefined; token: string }

/**
 * Takes the write of this minute, for all isolates at once.
 *
 * @returns what gives it back, for a line that was refused
 * @throws `anonymous-writes-exceeded` (429)
 */
export async function takeAnonymousWrite(
  ctx: Pick<Context, 'db' | 'now'>,
  { address = '', token }: AnonymousWriter,
): Promise<() => Promise<void>> {
  const { attempts } = tables
  const now = ctx.now().getTime()
  const subject = await subjectOf(`anonymous-write ${address} ${token}`)
  const [taken] = await ctx.db
    .insert(attempts)
    .values({ subject, failures: 1, until: now + limits.rates.anonymousWriteMs })
    .onConflictDoUpdate({
      target: attempts.subject,
      set: {
        until: sql`case when ${attempts.until} <= ${now} then excluded.until else ${attempts.until} end`,
        failures: sql`case when ${attempts.until} <= ${now} then 1 else ${attempts.failures} + 1 end`,
      },
    })
    .returning()
  if (taken && taken.failures > 1) {
    throw problem('anonymous-writes-exceeded', { seconds: Math.max(1, Math.ceil((taken.until - now) / 1_000)) })
  }
  return async () => {
    await ctx.db.delete(attempts).where(and(eq(attempts.subject, subject), eq(attempts.until, taken?.until ?? 0)))
  }
}

async function subjectOf(text: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('base64url')
}
