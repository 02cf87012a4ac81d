import { eq, lt, sql } from 'drizzle-orm'
import type { Context } from '../context'
import { tables } from '../db/client'
import type { Language } from '../errors'
import { limits } from '../limits'
import type { MailText } from '../mail'
import { mailPerson } from './mail-person'
import { type Member, memberAddress } from './member-address'

type Message = Member & {
  /** The id of the dataset that failed, or of its collector where there is none. */
  subject: string
  values: (language: Language) => Record<string, string>
  /** Path of the page that is opened. */
  path: string
  /** Sent however recent the last message is: nothing fails after it. */
  isLast?: boolean
}

const sinceParagraph = {
  en: 'Other failures since the last message: {since}.',
  fr: 'Autres échecs depuis le dernier message : {since}.',
}

/**
 * Sends a message about a failure to a user of an account, at most one per dataset in an hour: failures without a message are counted in
 * the next one.
 */
export async function mailFailure(ctx: Context, text: MailText, message: Message): Promise<void> {
  const { subject, values, path, isLast = false } = message
  const user = await memberAddress(ctx, message)
  if (!user) return
  const since = await claimMail(ctx, subject, isLast)
  if (since === undefined) return
  const language = user.language ?? ctx.language
  const paragraphs = since === 0 ? text.paragraphs : [...text.paragraphs, sinceParagraph]
  await mailPerson(
    ctx,
    { ...text, paragraphs },
    { to: user.email, values: { ...values(language), since: String(since) }, path },
  )
}

/** Counts a failure. @returns the number of failures since the last message, when another one is due */
async function claimMail(ctx: Context, subject: string, isLast: boolean): Promise<number | undefined> {
  const { failureMails } = tables
  const at = ctx.now().getTime()
  const before = (ms: number) => new Date(at - ms).toISOString()
  const [now, due] = [before(0), before(isLast ? 0 : limits.mail.failureIntervalMs)]
  const isDue = sql`${failureMails.mailedAt} <= ${due}`
  // A batch is a transaction: of two failures at the same time, one reads what the other has written.
  const [, [earlier]] = await ctx.db.batch([
    ctx.db.delete(failureMails).where(lt(failureMails.mailedAt, before(limits.mail.failuresKeptMs))),
    ctx.db.select().from(failureMails).where(eq(failureMails.subject, subject)),
    ctx.db
      .insert(failureMails)
      .values({ subject, mailedAt: now, failures: 0 })
      .onConflictDoUpdate({
        target: failureMails.subject,
        set: {
          failures: sql`case when ${isDue} then 0 else ${failureMails.failures} + 1 end`,
          mailedAt: sql`case when ${isDue} then ${now} else ${failureMails.mailedAt} end`,
        },
      }),
  ])
  if (!earlier) return 0
  return earlier.mailedAt <= due ? earlier.failures : undefined
}
