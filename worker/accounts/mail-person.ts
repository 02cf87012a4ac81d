import type { Context } from '../context'
import { type MailText, writeMail } from '../mail'
import { durationText } from '../typography'
import { languageAt } from './language'
import { mailBaseUrl } from './mail-base-url'

type Message = {
  to: string
  /** Values of the text beside `site`, the host of this service. */
  values?: Record<string, string>
  /** Path and query of the page that is opened. */
  path?: string
  /** How long the link is valid: `duration` in the text. */
  durationMs?: number
  /** E-mail address of the account whose language the message has; `to` by default. */
  reader?: string
}

/**
 * Sends a message to a person, in the language of the account with the address; else in that of the request. The recipient of an
 * invitation is not whoever sends the request, and the browser that resets a password may be a borrowed one.
 */
export async function mailPerson(
  ctx: Context,
  text: MailText,
  { to, values, path, durationMs, reader = to }: Message,
): Promise<void> {
  const language = (await languageAt(ctx, reader)) ?? ctx.language
  const base = mailBaseUrl(ctx)
  const link = path === undefined ? {} : { link: base + path }
  const duration = durationMs === undefined ? {} : { duration: durationText(durationMs, language) }
  const allValues = { site: new URL(base).host, ...duration, ...values }
  await ctx.mail.send(writeMail(text, { to, language, values: allValues, ...link }))
}
