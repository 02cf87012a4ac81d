/** The e-mail that tells a person that a dataset or an application was shared with them. */
import { z } from 'zod'
import type { Context } from '../context'
import { limits } from '../limits'
import { type MailText, withoutLinks } from '../mail'
import type { User } from './actor'
import { mailPerson } from './mail-person'
import { mayMail } from './mail-throttle'

const grantMail: MailText = {
  subject: { en: '{sharer} shares “{title}” with you', fr: '{sharer} partage « {title} » avec vous' },
  paragraphs: [
    {
      en: '{sharer} has given you access to “{title}” at {site}. To open it, follow this link, and sign in or create an account with this address:',
      fr: '{sharer} vous a donné accès à « {title} » sur {site}. Pour l’ouvrir, suivez ce lien, puis connectez-vous ou créez un compte avec cette adresse :',
    },
    {
      en: 'If you do not know them, ignore this message.',
      fr: 'Si vous ne connaissez pas cette personne, ignorez ce message.',
    },
  ],
}

type Grant = {
  /** Who gives access. */
  user: User
  /** The e-mail address in the permission. */
  email: string
  title: string
  /** Path of the page that is opened. */
  path: string
}

/**
 * Tells an address that it has been given access. The result does not depend on whether the address has an account.
 *
 * @returns whether a message is sent; false where it is written to the log
 */
export async function mailGrant(ctx: Context, { user, email, title, path }: Grant): Promise<boolean> {
  const { maxEmailChars, maxMailTitleChars } = limits.accounts
  if (!z.email().max(maxEmailChars).safeParse(email).success) return false
  if (!(await mayMail(ctx, { email, userId: user.id }))) return false
  const values = { sharer: withoutLinks(user.name), title: withoutLinks(shortened(title, maxMailTitleChars)) }
  ctx.later(() => mailPerson(ctx, grantMail, { to: email, values, path }))
  return !ctx.mail.isLogged
}

const shortened = (text: string, max: number): string => {
  const characters = [...text]
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : text
}
