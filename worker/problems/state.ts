import type { ProblemText } from './text'

/** The dataset is not in a state that allows it. */
export const stateProblems = {
  'status-incompatible': {
    status: 409,
    en: 'The dataset is not in a state that allows this operation. Current status: {status}.',
    fr: "Le jeu de données n'est pas dans un état permettant l'opération demandée. État courant : {status}.",
  },
  'dataset-locked': {
    status: 409,
    en: 'Someone has the dataset {id} for himself at this moment (lock=true). Repeat the request later.',
    fr: 'Une opération bloquante est déjà en cours sur le jeu de données {id}.',
  },
  'dataset-changed': {
    status: 409,
    en: 'Someone else changed the dataset {id} at the same moment. Repeat the request.',
    fr: 'Une opération bloquante est déjà en cours sur le jeu de données {id}.',
  },
  'settings-changed': {
    status: 409,
    en: 'Someone else changed these settings at the same moment. Read them and repeat the request.',
    fr: 'Ces paramètres ont été modifiés au même moment. Relisez-les et recommencez.',
  },
  'last-administrator': {
    status: 409,
    en: 'An organization keeps at least one administrator: name another first.',
    fr: 'Une organisation garde au moins un administrateur : nommez-en un autre avant.',
  },
  'directory-elsewhere': {
    status: 409,
    en: 'Accounts are managed in the directory at {directory}: do this there.',
    fr: "Les comptes sont gérés dans l'annuaire à l'adresse {directory} : faites-le là-bas.",
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
