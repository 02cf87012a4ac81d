import type { ProblemText } from './text'

/** The state of a resource does not allow the operation. */
export const stateProblems = {
  'status-incompatible': {
    status: 409,
    en: 'The status of the dataset does not allow this operation. Current status: {status}.',
    fr: "Le jeu de données n'est pas dans un état permettant l'opération demandée. État courant : {status}.",
  },
  'dataset-locked': {
    status: 409,
    en: 'A blocking operation is in progress on the dataset {id} (lock=true). Retry later.',
    fr: 'Une opération bloquante est déjà en cours sur le jeu de données {id}. Réessayez plus tard.',
  },
  'dataset-changed': {
    status: 409,
    en: 'Another request changed the dataset {id} at the same time. Retry the request.',
    fr: 'Une opération bloquante est déjà en cours sur le jeu de données {id}. Recommencez.',
  },
  'permissions-changed': {
    status: 409,
    en: 'Somebody else has changed the access meanwhile. What is listed now is current: check it, then repeat your change.',
    fr: "Quelqu'un d'autre a modifié l'accès entre-temps. La liste affichée est à jour : vérifiez-la, puis recommencez.",
  },
  'settings-changed': {
    status: 409,
    en: 'Another request changed these settings at the same time. Read them again and retry.',
    fr: 'Une autre requête a modifié ces paramètres au même moment. Relisez-les et recommencez.',
  },
  'last-administrator': {
    status: 409,
    en: 'An organization needs at least one administrator: appoint another one first.',
    fr: "Une organisation a besoin d'au moins un administrateur : nommez-en d'abord un autre.",
  },
  'account-administrates': {
    status: 409,
    en: 'You are the only administrator of {organizations}. Make another member administrator first.',
    fr: "Vous êtes le seul administrateur de {organizations}. Nommez d'abord administrateur un autre membre.",
  },
  'account-owns': {
    status: 409,
    en: 'The account owns {resources}. Delete them first, or transfer them to another account.',
    fr: "Le compte possède {resources}. Supprimez-les d'abord, ou transférez-les à un autre compte.",
  },
  'two-factor-on': {
    status: 409,
    en: 'Two-factor authentication is on already. Turn it off first.',
    fr: "L'authentification à deux facteurs est déjà activée. Désactivez-la d'abord.",
  },
  'directory-elsewhere': {
    status: 409,
    en: 'Accounts are managed in the directory at {directory}: make this change there.',
    fr: "Les comptes sont gérés dans l'annuaire à l'adresse {directory} : faites cette modification là-bas.",
  },
  'own-admin-right': {
    status: 409,
    en: 'You cannot remove your own right: ask another super-administrator.',
    fr: 'Vous ne pouvez pas retirer votre propre droit : demandez à un autre super-administrateur.',
  },
  'own-account': {
    status: 409,
    en: 'You cannot block or delete your own account here. Ask another super-administrator, or delete it in your profile.',
    fr: 'Vous ne pouvez pas bloquer ou supprimer votre propre compte ici. Adressez-vous à un autre super-administrateur, ou supprimez-le dans votre profil.',
  },
  'own-password': {
    status: 409,
    en: 'Change your own password in your profile.',
    fr: 'Changez votre propre mot de passe dans votre profil.',
  },
  'own-two-factor': {
    status: 409,
    en: 'Turn your own two-factor authentication off in your profile, with a code.',
    fr: 'Désactivez votre propre authentification à deux facteurs dans votre profil, avec un code.',
  },
  'not-a-draft': {
    status: 409,
    en: 'This dataset has no draft.',
    fr: "Le jeu de données n'est pas en état brouillon",
  },
  'draft-without-published': {
    status: 409,
    en: 'This draft was never published: delete the dataset instead.',
    fr: "Ce brouillon n'a jamais été publié : supprimez plutôt le jeu de données.",
  },
} as const satisfies Record<string, ProblemText>
