import type { ProblemText } from './text'

/** Virtual datasets. */
export const virtualProblems = {
  'virtual-child-unreadable': {
    status: 400,
    en: 'The dataset "{child}" cannot be a child: it does not exist, you or the owner cannot read it, it depends on the active account, or it contains this dataset.',
    fr: 'Le jeu de données "{child}" ne peut pas être agrégé, il n\'est pas accessible en lecture (ou il dépend du compte actif, ou de ce jeu de données).',
  },
  'virtual-child-restricted': {
    status: 403,
    en: 'The virtual dataset is readable by more people than its child "{child}". Remove this child, restrict the virtual dataset, or ask someone with permission to manage the permissions of "{child}" to make this change or to save the permissions of the virtual dataset again.',
    fr: 'Le jeu de données virtuel est lisible par plus de personnes que son enfant "{child}". Retirez cet enfant, restreignez le jeu de données virtuel, ou demandez à une personne qui peut modifier les permissions de "{child}" de faire cette modification, ou d\'enregistrer à nouveau les permissions du jeu de données virtuel.',
  },
  'virtual-conflict': {
    status: 400,
    en: 'The column "{field}" has conflicting {what} in the children: {values}.',
    fr: 'Le champ "{field}" a des {what} contradictoires ({values}).',
  },
  'virtual-field-hidden': {
    status: 400,
    en: 'The column "{field}" is hidden by an intermediate virtual dataset: select it there first.',
    fr: 'Le champ "{field}" est protégé par un jeu de données virtuel intermédiaire : exposez-le d\'abord là.',
  },
  'virtual-too-large': {
    status: 400,
    en: 'The rows of this virtual dataset come from more than {max} datasets. Remove some children.',
    fr: 'Les lignes de ce jeu de données virtuel proviennent de plus de {max} jeux de données. Retirez des enfants.',
  },
  'virtual-too-nested': {
    status: 400,
    en: 'The descendants of this virtual dataset are reached by more than {max} paths: use each dataset only once.',
    fr: 'Les descendants de ce jeu de données virtuel sont atteints par plus de {max} chemins : utilisez chaque jeu de données une seule fois.',
  },
  'virtual-unreadable': {
    status: 501,
    en: 'The virtual dataset "{id}" cannot be queried: its child "{child}" no longer exists or the owner cannot read it.',
    fr: 'Le jeu de données virtuel "{id}" ne peut pas être requêté : le jeu de données "{child}" n\'existe plus ou n\'est pas accessible en lecture.',
  },
  'virtual-restricted': {
    status: 501,
    en: 'The virtual dataset "{id}" cannot be queried: it is readable by more people than its child "{child}". Someone with permission to manage the permissions of "{child}" must save those of the virtual dataset again.',
    fr: 'Le jeu de données virtuel "{id}" ne peut pas être requêté : il est lisible par plus de personnes que son enfant "{child}". Une personne qui peut modifier les permissions de "{child}" doit enregistrer à nouveau celles du jeu de données virtuel.',
  },
  'virtual-empty': {
    status: 501,
    en: 'The virtual dataset cannot be queried: none of its children can be queried.',
    fr: "Le jeu de données virtuel ne peut pas être requêté, il n'utilise aucun jeu de données requêtable.",
  },
  'virtual-account-refused': {
    status: 403,
    en: 'You cannot read the rows of the account "{account}".',
    fr: 'Vous ne pouvez pas lire les lignes du compte "{account}".',
  },
  'virtual-account-unknown': {
    status: 501,
    en: 'The virtual dataset cannot be queried: it filters rows by account, and no column identifies the account. Set the concept "Reference to an account" on a column.',
    fr: 'Le jeu de données virtuel ne peut pas être requêté : il filtre les lignes par compte, et aucune colonne ne référence un compte. Affectez le concept « Référence à un compte » à une colonne.',
  },
  'attachment-child-unknown': {
    status: 404,
    en: 'Child dataset not found: the path must start with the id of a child of this virtual dataset.',
    fr: "Jeu de données enfant introuvable (Child dataset not found) : le chemin doit commencer par l'identifiant d'un enfant de ce jeu de données virtuel.",
  },
  'attachment-column-missing': {
    status: 404,
    en: 'No attachment column found: this virtual dataset does not select the attachment column.',
    fr: 'Aucune colonne de pièce jointe (No attachment column found) : ce jeu de données virtuel ne sélectionne pas la colonne des pièces jointes.',
  },
} as const satisfies Record<string, ProblemText>
