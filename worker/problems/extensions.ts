import type { ProblemText } from './text'

/** Extensions of datasets. The French texts begin as those that clients of this API look for. */
export const extensionProblems = {
  'extension-key-taken': {
    status: 400,
    en: 'An extension would create the column "{key}", but this key is already in use.',
    fr: 'Une extension essaie de créer la colonne "{key}" mais cette clé est déjà utilisée.',
  },
  'extension-not-here': {
    status: 400,
    en: 'Only datasets with rows of their own (file or editable) have extensions.',
    fr: 'Seuls les jeux de données qui ont leurs propres lignes (fichier ou éditable) ont des extensions.',
  },
  'extension-update-cycle': {
    status: 400,
    en: 'With "autoUpdate", the dataset {id} would be updated by its own changes, through the datasets that it takes columns from. Leave "autoUpdate" out of one of them.',
    fr: 'Avec "autoUpdate", le jeu de données {id} serait mis à jour par ses propres modifications, à travers les jeux de données dont il reprend des colonnes. Retirez "autoUpdate" de l\'un d\'eux.',
  },
  'extension-none': {
    status: 400,
    en: 'no extension to simulate: the dataset has no active extension.',
    fr: "no extension to simulate : le jeu de données n'a pas d'extension active.",
  },
  'expression-invalid': {
    status: 400,
    en: 'The expression of the computed column "{column}" is not valid: {reason}',
    fr: '[noretry] erreur de validation de la colonne calculée "{column}", {reason}',
  },
  'expression-names-title': {
    status: 400,
    en: 'The expression of the computed column "{column}" is not valid: the key of the column {name} is {key}.',
    fr: '[noretry] erreur de validation de la colonne calculée "{column}", la clé de la colonne {name} est {key}',
  },
  'expression-names-later': {
    status: 400,
    en: 'The expression of the computed column "{column}" is not valid: the column {name} is defined by an extension that is applied after this expression.',
    fr: '[noretry] erreur de validation de la colonne calculée "{column}", la colonne {name} est définie par une extension qui est appliquée après cette expression',
  },
  'extension-failed': {
    status: 422,
    en: 'The column "{column}" could not be computed at row {line} by the expression "{expr}": {reason}.',
    fr: 'échec de l\'évaluation de l\'expression "{expr}" de la colonne "{column}" à la ligne {line} : {reason}.',
  },
  'extension-mandatory': {
    status: 422,
    en: 'The mandatory extension {prefix} failed: {reason}',
    fr: 'enrichissement obligatoire en échec ({prefix}) : {reason}',
  },
  'extension-counted': {
    status: 422,
    en: '"{prefix}" has matched {matched} of {lines} rows (requests: {calls}; rows that needed none: {saved}).',
    fr: '"{prefix}" a trouvé {matched} des {lines} lignes (requêtes : {calls} ; lignes sans requête : {saved}).',
  },
  'bulk-search-unknown': {
    status: 404,
    en: 'There is no bulk search "{search}" in the master data of this dataset.',
    fr: 'Recherche en masse "{search}" inconnue',
  },
  'single-search-unknown': {
    status: 404,
    en: 'There is no single search "{search}" in the master data of this dataset.',
    fr: 'Recherche unitaire "{search}" inconnue',
  },
  'search-input-missing': {
    status: 400,
    en: 'Row {row}: the input property {key} is required.',
    fr: 'ligne {row} : la propriété en entrée {key} est obligatoire',
  },
  'master-data-refused': {
    status: 403,
    en: 'The permission to read the reference dataset "{id}" is missing. Ask its owner for it.',
    fr: 'permission manquante sur le jeu de données de référence "{id}". Demandez-la à son propriétaire.',
  },
  'extension-input-missing': {
    status: 400,
    en: 'The extension "{name}" is not valid: it needs a column with one of the concepts: {concepts}.',
    fr: "[noretry] erreur de validation de l'extension \"{name}\", un concept nécessaire à l'utilisation de la donnée de référence n'est pas présent dans le jeu de données ({concepts})",
  },
  'extension-prefix-repeated': {
    status: 400,
    en: 'Several extensions have the same prefix "{prefix}".',
    fr: 'Plusieurs extensions ont le même préfixe "{prefix}".',
  },
  'extension-output-unknown': {
    status: 400,
    en: 'The extension "{name}" selects "{output}", which its source does not return.',
    fr: '[noretry] erreur de validation de l\'extension "{name}", la propriété "{output}" n\'est pas fournie par la donnée de référence',
  },
  // In French for every language, like the validation messages of lines.
  'lines-not-extended': {
    status: 422,
    en: "{count} ligne(s) en échec d'enrichissement obligatoire.{examples}",
    fr: "{count} ligne(s) en échec d'enrichissement obligatoire.{examples}",
  },
} as const satisfies Record<string, ProblemText>
