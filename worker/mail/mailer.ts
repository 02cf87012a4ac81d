/**
 * Sends mail: through the Email Service of Cloudflare (the binding MAIL), through an HTTP provider (MAIL_URL), or to the log
 * (`log:`, for development). The log of the others never names an address.
 */

import { type Config, mailLog } from '../config'
import { Problem, problem, type Reason, reasonOf, untranslated } from '../errors'
import { limits } from '../limits'
import { fetchOutside, readBounded } from '../net/fetch'
import { excerptOf } from '../schema/cut-text'

/** A message to one person, as text and as HTML. */
export type Mail = { to: string; subject: string; text: string; html: string }

export type Mailer = {
  /** Whether mail reaches people. Without it, pages offer what needs none. */
  canSend: boolean
  /** Whether messages are written to the log: people receive none. */
  isLogged: boolean
  /** Sends a message. @throws `mail-failed` */
  send: (mail: Mail) => Promise<void>
}

/** The part of the binding `send_email` that is used. */
export type MailBinding = {
  send: (message: Mail & { from: { email: string; name: string } }) => Promise<unknown>
}

type Settings = Pick<Config, 'MAIL_URL' | 'MAIL_TOKEN' | 'MAIL_FROM' | 'PUBLIC_URL' | 'OUTGOING_ALLOW'>
type Write = (level: 'info' | 'warn', message: string, facts: Record<string, string | number>) => void

const senderName = 'Fairway'

/**
 * The mailer of an instance. Links in messages must not be addressed by the `Host` of a request, which its sender chooses:
 * outside of development, mail needs PUBLIC_URL.
 */
export function createMailer(
  config: Settings,
  { binding, log }: { binding: MailBinding | undefined; log: Write },
): Mailer {
  const { MAIL_URL, MAIL_FROM, PUBLIC_URL } = config
  if (MAIL_URL === mailLog) {
    const send = async ({ to, subject, text }: Mail) => log('info', 'mail', { to, subject, text })
    return { canSend: true, isLogged: true, send }
  }
  if (!MAIL_FROM || !PUBLIC_URL || !(MAIL_URL || binding)) {
    return {
      canSend: false,
      isLogged: false,
      send: () =>
        Promise.reject(
          problem('mail-failed', { reason: { en: 'it is not configured', fr: "il n'est pas configuré" } }),
        ),
    }
  }
  const send = MAIL_URL
    ? (mail: Mail) => post(config, { url: MAIL_URL, from: `${senderName} <${MAIL_FROM}>`, mail })
    : async (mail: Mail) => {
        await binding?.send({ from: { email: MAIL_FROM, name: senderName }, ...mail })
      }
  return {
    canSend: true,
    isLogged: false,
    send: async (mail) => {
      try {
        await send(mail)
      } catch (error) {
        // The message of an error may quote the recipient: only its code is told.
        const reason = failureOf(error)
        log('warn', 'mail was not sent', { reason: reason.en })
        throw problem('mail-failed', { reason })
      }
    },
  }
}

/** The JSON that providers such as Resend take. @throws `mail-failed`, `upstream-failed` */
async function post(config: Settings, { url, from, mail }: { url: string; from: string; mail: Mail }): Promise<void> {
  const { MAIL_TOKEN, OUTGOING_ALLOW } = config
  const response = await fetchOutside(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(MAIL_TOKEN ? { authorization: `Bearer ${MAIL_TOKEN}` } : {}),
    },
    body: JSON.stringify({ from, ...mail }),
    // The operator has chosen this host.
    allowed: [...OUTGOING_ALLOW, new URL(url).host],
    timeoutMs: limits.mail.timeoutMs,
    redirects: 'none',
  })
  await readBounded(response, limits.mail.maxResponseBytes)
  if (!response.ok)
    throw problem('mail-failed', { reason: { en: `status ${response.status}`, fr: `statut ${response.status}` } })
}

function failureOf(error: unknown): Reason {
  if (error instanceof Problem) return reasonOf(error)
  if (!(error instanceof Error)) return untranslated('unknown')
  return untranslated('code' in error ? excerptOf(String(error.code)) : error.name)
}
