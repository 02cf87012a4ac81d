import type { ProblemText } from './text'

/** Datasets made of others. */
export const virtualProblems = {
  'virtual-child-unreadable': {
    status: 400,
    en: 'The dataset "{child}" cannot be a child: it does not exist, its lines are not readable by you or by the owner, it depends on the active account, or it has this dataset among its own children.',
    fr: 'Le jeu de données "{child}" ne peut pas être agrégé, il n\'est pas accessible en lecture (ou il dépend du compte actif, ou de ce jeu de données).',
  },
  'virtual-child-restricted': {
    status: 403,
    en: 'The virtual dataset is readable by more people than the dataset "{child}" that it shows. Remove it from the children, restrict the virtual dataset, or have someone who may set the permissions of "{child}" make this change or save the permissions of the virtual dataset again.',
    fr: 'Le jeu de données virtuel est lisible par plus de personnes que le jeu de données "{child}" qu\'il montre. Retirez celui-ci des enfants, restreignez le jeu de données virtuel, ou faites faire cette modification, ou enregistrer à nouveau les permissions du jeu de données virtuel, par une personne qui peut modifier les permissions de "{child}".',
  },
  'virtual-conflict': {
    status: 400,
    en: 'The field "{field}" has contradictory {what} in the children: {values}.',
    fr: 'Le champ "{field}" a des {what} contradictoires ({values}).',
  },
  'virtual-field-hidden': {
    status: 400,
    en: 'The field "{field}" is hidden by a virtual child: show it there first.',
    fr: 'Le champ "{field}" est protégé par un jeu de données virtuel intermédiaire : exposez-le d\'abord là.',
  },
  'virtual-too-large': {
    status: 400,
    en: 'The lines of this virtual dataset come from more than {max} datasets.',
    fr: 'Les lignes de ce jeu de données virtuel proviennent de plus de {max} jeux de données.',
  },
  'virtual-too-nested': {
    status: 400,
    en: 'There are more than {max} ways from this virtual dataset to those below it: name each of them once.',
    fr: 'Il y a plus de {max} chemins de ce jeu de données virtuel vers ceux dont il est fait : nommez chacun une seule fois.',
  },
  'virtual-unreadable': {
    status: 501,
    en: 'The virtual dataset "{id}" cannot be queried: its child "{child}" does not exist any more or is not readable by the owner.',
    fr: 'Le jeu de données virtuel "{id}" ne peut pas être requêté : le jeu de données "{child}" n\'existe plus ou n\'est pas accessible en lecture.',
  },
  'virtual-restricted': {
    status: 501,
    en: 'The virtual dataset "{id}" cannot be queried: it is readable by more people than its child "{child}". Someone who may set the permissions of "{child}" can save those of the virtual dataset again.',
    fr: 'Le jeu de données virtuel "{id}" ne peut pas être requêté : il est lisible par plus de personnes que le jeu de données "{child}". Une personne qui peut modifier les permissions de "{child}" peut enregistrer à nouveau celles du jeu de données virtuel.',
  },
  'virtual-empty': {
    status: 501,
    en: 'The virtual dataset cannot be queried: it uses no dataset that can be.',
    fr: "Le jeu de données virtuel ne peut pas être requêté, il n'utilise aucun jeu de données requêtable.",
  },
  'virtual-account-refused': {
    status: 403,
    en: 'The lines of the account "{account}" are not yours to read.',
    fr: 'Vous ne pouvez pas lire les lignes du compte "{account}".',
  },
  'virtual-account-unknown': {
    status: 501,
    en: 'The virtual dataset cannot be queried: it shows each account its own lines, and no field refers to an account. Give one the concept "Reference to an account".',
    fr: 'Le jeu de données virtuel ne peut pas être requêté : il montre à chaque compte ses propres lignes, et aucune colonne ne référence un compte. Donnez à une colonne le concept « Référence à un compte ».',
  },
  'attachment-child-unknown': {
    status: 404,
    en: 'Child dataset not found: the first part of the path is the id of a dataset that this one is made of.',
    fr: "Jeu de données enfant introuvable (Child dataset not found) : le chemin commence par l'identifiant d'un jeu de données dont celui-ci est fait.",
  },
  'attachment-column-missing': {
    status: 404,
    en: 'No attachment column found: this dataset does not show the field that names attachments.',
    fr: 'Aucune colonne de pièce jointe (No attachment column found) : ce jeu de données ne montre pas la colonne qui les nomme.',
  },
} as const satisfies Record<string, ProblemText>
