/** The messages about two-factor authentication. */
import type { MailText } from '../../mail'

const ifNotYou = {
  en: 'If it was not you, reset your password at once on the sign-in page, and look at the sessions of your profile.',
  fr: 'Si ce n’était pas vous, réinitialisez tout de suite votre mot de passe depuis la page de connexion, et vérifiez les sessions de votre profil.',
}

export const twoFactorOnMail: MailText = {
  subject: { en: 'Two-factor authentication was turned on', fr: 'Authentification à deux facteurs activée' },
  paragraphs: [
    {
      en: 'Sign-ins with the password of your account at {site} now ask for a code too.',
      fr: 'La connexion avec le mot de passe de votre compte sur {site} demande maintenant aussi un code.',
    },
    ifNotYou,
  ],
}

export const twoFactorOffMail: MailText = {
  subject: { en: 'Two-factor authentication was turned off', fr: 'Authentification à deux facteurs désactivée' },
  paragraphs: [
    {
      en: 'Sign-ins with the password of your account at {site} do not ask for a code any more.',
      fr: 'La connexion avec le mot de passe de votre compte sur {site} ne demande plus de code.',
    },
    ifNotYou,
  ],
}
