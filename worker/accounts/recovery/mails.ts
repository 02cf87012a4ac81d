/** The messages of the reset of a password. */
import type { MailText } from '../../mail'

export const passwordResetMail: MailText = {
  subject: { en: 'Reset your password', fr: 'Réinitialiser votre mot de passe' },
  paragraphs: [
    {
      en: 'Someone asked to reset the password of your account at {site}. To choose a new password, open this link. It works once, for {duration}:',
      fr: 'Quelqu’un a demandé la réinitialisation du mot de passe de votre compte sur {site}. Pour choisir un nouveau mot de passe, ouvrez ce lien. Il fonctionne une seule fois, pendant {duration} :',
    },
    {
      en: 'If it was not you, ignore this message: your password stays the same.',
      fr: 'Si ce n’était pas vous, ignorez ce message : votre mot de passe reste le même.',
    },
  ],
}

export const passwordWasResetMail: MailText = {
  subject: { en: 'Your password was reset', fr: 'Votre mot de passe a été réinitialisé' },
  paragraphs: [
    {
      en: 'The account at {site} has a new password. Its sessions were ended, and its passkeys were removed: add those of your devices again.',
      fr: 'Le compte sur {site} a un nouveau mot de passe. Ses sessions ont été fermées et ses clés d’accès retirées : ajoutez à nouveau celles de vos appareils.',
    },
    {
      en: 'If it was not you, reset your password at once on the sign-in page.',
      fr: 'Si ce n’était pas vous, réinitialisez tout de suite votre mot de passe depuis la page de connexion.',
    },
  ],
}

/** The mail after a reset that confirmed the address of the account. */
export const accountWasResetMail: MailText = {
  subject: passwordWasResetMail.subject,
  paragraphs: [
    ...passwordWasResetMail.paragraphs.slice(0, 1),
    {
      en: 'Its address had never been confirmed: two-factor authentication was turned off, and its sign-in providers and its API keys were removed.',
      fr: 'Son adresse n’avait jamais été confirmée : l’authentification à deux facteurs a été désactivée, et ses fournisseurs de connexion et ses clés d’API ont été retirés.',
    },
    ...passwordWasResetMail.paragraphs.slice(1),
  ],
}

export const passwordChangedMail: MailText = {
  subject: { en: 'Your password was changed', fr: 'Votre mot de passe a été modifié' },
  paragraphs: [
    {
      en: 'The password of your account at {site} was changed, and its other sessions were ended.',
      fr: 'Le mot de passe de votre compte sur {site} a été modifié, et ses autres sessions ont été fermées.',
    },
    {
      en: 'If it was not you, reset your password at once on the sign-in page.',
      fr: 'Si ce n’était pas vous, réinitialisez tout de suite votre mot de passe depuis la page de connexion.',
    },
  ],
}
