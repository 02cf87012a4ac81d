import { superAdmin } from '../accounts'
import type { Context } from '../context'
import { problem } from '../errors'
import { type MailText, writeMail } from '../mail'

const text: MailText = {
  subject: { en: 'Test message', fr: 'Message de test' },
  paragraphs: [
    {
      en: 'This service sends mail: you asked for this message in its administration.',
      fr: 'Ce service envoie des e-mails : vous avez demandé ce message dans son administration.',
    },
  ],
}

/** Sends a message to the caller, to check how mail is configured. @throws `super-admin-only`, `mail-unavailable`, `mail-failed` */
export async function sendTestMail(ctx: Context): Promise<{ to: string }> {
  const { email } = superAdmin(ctx)
  if (!ctx.mail.canSend || !email) throw problem('mail-unavailable')
  await ctx.mail.send(writeMail(text, { to: email, language: ctx.language, link: ctx.baseUrl }))
  return { to: email }
}
