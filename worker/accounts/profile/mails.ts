/** The messages about an e-mail address. */
import type { MailText } from '../../mail'

export const confirmEmailMail: MailText = {
  subject: { en: 'Confirm your e-mail address', fr: 'Confirmer votre adresse e-mail' },
  paragraphs: [
    {
      en: 'To confirm that {email} is the address of your account at {site}, open this link. It works once:',
      fr: 'Pour confirmer que {email} est l’adresse de votre compte sur {site}, ouvrez ce lien. Il fonctionne une seule fois :',
    },
    {
      en: 'If you did not ask for this, ignore this message.',
      fr: 'Si vous n’avez rien demandé, ignorez ce message.',
    },
  ],
}

export const emailChangeAskedMail: MailText = {
  subject: { en: 'A new e-mail address for your account', fr: 'Une nouvelle adresse e-mail pour votre compte' },
  paragraphs: [
    {
      en: 'Your account at {site} is to have the address {email} once it is confirmed.',
      fr: 'Votre compte sur {site} aura l’adresse {email} dès qu’elle sera confirmée.',
    },
    {
      en: 'If it was not you, change your password at once: the new address can then no longer be confirmed.',
      fr: 'Si ce n’était pas vous, changez tout de suite votre mot de passe : la nouvelle adresse ne pourra plus être confirmée.',
    },
  ],
}

const ifNotYou = {
  en: 'If it was not you, reset your password at once on the sign-in page: this ends all sessions and removes all passkeys.',
  fr: 'Si ce n’était pas vous, réinitialisez tout de suite votre mot de passe depuis la page de connexion : toutes les sessions seront fermées et toutes les clés d’accès retirées.',
}

export const passkeyAddedMail: MailText = {
  subject: { en: 'A passkey was added', fr: 'Clé d’accès ajoutée' },
  paragraphs: [
    {
      en: 'A device can now sign in to your account at {site} with a passkey.',
      fr: 'Un appareil peut maintenant se connecter à votre compte sur {site} avec une clé d’accès.',
    },
    ifNotYou,
  ],
}

export const passkeyRemovedMail: MailText = {
  subject: { en: 'A passkey was removed', fr: 'Clé d’accès retirée' },
  paragraphs: [
    {
      en: 'A passkey of your account at {site} was removed: it can no longer be used to sign in.',
      fr: 'Une clé d’accès de votre compte sur {site} a été retirée : elle ne permet plus de se connecter.',
    },
    ifNotYou,
  ],
}

export const emailChangedMail: MailText = {
  subject: { en: 'Your e-mail address was changed', fr: 'Votre adresse e-mail a été modifiée' },
  paragraphs: [
    {
      en: 'Your account at {site} now has the address {email}. Sign in with that one.',
      fr: 'Votre compte sur {site} a maintenant l’adresse {email}. Connectez-vous avec celle-ci.',
    },
    {
      en: 'If it was not you, write to the person who operates the service.',
      fr: 'Si ce n’était pas vous, écrivez à la personne qui exploite le service.',
    },
  ],
}
