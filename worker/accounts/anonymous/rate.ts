/** Limits anonymous writes through a link to one line per minute, by address and token. */
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { limits } from '../../limits'

/** @property address absent when the platform does not report it: only the token counts then */
type AnonymousWriter = { address: string | undefined; token: string }

/**
 * Reserves the write of the current minute, across all isolates.
 *
 * @returns a function that releases the reservation, for a line that was refused
 * @throws `anonymous-writes-exceeded` (429)
 */
export async function takeAnonymousWrite(
  ctx: Pick<Context, 'db' | 'now'>,
  { address = '', token }: AnonymousWriter,
): Promise<() => Promise<void>> {
  const { attempts } = tables
  const now = ctx.now().getTime()
  const subject = await subjectOf(`anonymous-write ${address} ${token}`)
  const [reserved] = await ctx.db
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
  if (reserved && reserved.failures > 1) {
    throw problem('anonymous-writes-exceeded', { seconds: Math.max(1, Math.ceil((reserved.until - now) / 1_000)) })
  }
  return async () => {
    await ctx.db.delete(attempts).where(and(eq(attempts.subject, subject), eq(attempts.until, reserved?.until ?? 0)))
  }
}

async function subjectOf(text: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('base64url')
}
