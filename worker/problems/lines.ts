import type { ProblemText } from './text'

/** Queries over lines. */
export const linesProblems = {
  'field-unknown': {
    status: 400,
    en: 'The parameter "{parameter}" names the field "{field}", which does not exist in this dataset.',
    fr: 'Le paramètre "{parameter}" désigne le champ {field}, il n\'existe pas dans le jeu de données.',
  },
  'sort-field-unknown': {
    status: 400,
    en: 'Cannot sort on the field {field}: it does not exist in this dataset.',
    fr: "Impossible de trier sur le champ {field}, il n'existe pas dans le jeu de données.",
  },
  'select-field-unknown': {
    status: 400,
    en: 'Cannot select the field {field}: it does not exist in this dataset.',
    fr: "Impossible de sélectionner le champ {field}, il n'existe pas dans le jeu de données.",
  },
  'filter-field-unknown': {
    status: 400,
    en: 'Cannot filter on the field {field}: it does not exist in this dataset.',
    fr: "Impossible d'appliquer un filtre sur le champ {field}, il n'existe pas dans le jeu de données.",
  },
  'filter-value-missing': {
    status: 400,
    en: 'The filter {parameter} needs a value.',
    fr: 'Filtre {parameter} nécessite une valeur.',
  },
  'filter-refused': {
    status: 400,
    en: 'Cannot apply the filter {suffix} to the field {field}: "{capability}" is not active. {operations}',
    fr: 'Impossible d\'appliquer un filtre {suffix} sur le champ {field}. La fonctionnalité "{capability}" n\'est pas activée. {operations}',
  },
  'sort-refused': {
    status: 400,
    en: 'Cannot sort on the field {field}: "{capability}" is not active. {operations}',
    fr: 'Impossible de trier sur le champ {field}. La fonctionnalité "{capability}" n\'est pas activée. {operations}',
  },
  'window-too-large': {
    status: 400,
    en: '"size + skip" cannot be more than {max}. Follow the "next" link to read further.',
    fr: '"size + skip" cannot be more than {max}. Suivez le lien "next" pour lire la suite.',
  },
  'after-malformed': {
    status: 400,
    en: '"after" parameter is malformed. Use the "next" link as it was given.',
    fr: '"after" parameter is malformed. Utilisez le lien "next" tel quel.',
  },
  'filter-not-geolocalized': {
    status: 400,
    en: '"{parameter}" filter cannot be used on this dataset. It is not geolocalized.',
    fr: '"{parameter}" filter cannot be used on this dataset. It is not geolocalized. (Aucune colonne ne porte de position.)',
  },
  'sort-not-geolocalized': {
    status: 400,
    en: '"geo_distance" sorting cannot be used on this dataset. It is not geolocalized.',
    fr: '"geo_distance" sorting cannot be used on this dataset. It is not geolocalized. (Aucune colonne ne porte de position.)',
  },
  'format-not-geolocalized': {
    status: 400,
    en: 'The format "{format}" cannot be used on this dataset. It is not geolocalized.',
    fr: 'Le format "{format}" ne peut pas être utilisé sur ce jeu de données : il n\'est pas géolocalisé.',
  },
  'date-match-refused': {
    status: 400,
    en: '"date_match" cannot be used on this dataset: no field has a date concept.',
    fr: '"date_match" ne peut pas être utilisé sur ce jeu de données : aucune colonne ne porte de concept de date.',
  },
  'query-malformed': {
    status: 400,
    en: 'The parameter "qs" cannot be read: {reason} Query: {query}',
    fr: 'Le paramètre "qs" ne peut pas être lu : {reason} Requête : {query}',
  },
  'collapse-refused': {
    status: 400,
    en: 'Lines cannot be collapsed on the field {field}: it has several values per line.',
    fr: 'Impossible de regrouper les lignes sur le champ {field} : il est multivalué.',
  },
  'parameter-missing': {
    status: 400,
    en: 'The parameter "{parameter}" is required.',
    fr: 'Le paramètre "{parameter}" est obligatoire.',
  },
  'group-field-unknown': {
    status: 400,
    en: 'The parameter "{parameter}" names the field "{field}", which does not exist in this dataset.',
    fr: 'Le paramètre "{parameter}" référence un champ inconnu {field}.',
  },
  'values-field-unknown': { status: 400, en: 'field "{field}" is unknown', fr: 'field "{field}" is unknown (inconnu)' },
  'group-refused': {
    status: 400,
    en: 'Cannot group on the field {field}: "{capability}" is not active. {operations}',
    fr: 'Impossible de grouper sur le champ {field}. La fonctionnalité "{capability}" n\'est pas activée. {operations}',
  },
  'group-sort-refused': {
    status: 400,
    en: 'Cannot sort the groups of the field {field} by {key}. Accepted: count, key, and metric when one is asked for.',
    fr: 'Impossible de trier les groupes de la colonne {field} par {key}.',
  },
  'interval-refused': {
    status: 400,
    en: 'The interval "{interval}" does not apply to the field {field}: a number for numbers; a unit (day, month …) or a duration (30m, 7d) for dates.',
    fr: 'Le paramètre "interval" est invalide : "{interval}" ne s\'applique pas au champ {field} ; un nombre pour les nombres, une unité (day, month …) ou une durée (30m, 7d) pour les dates.',
  },
  'aggregate-refused': {
    status: 400,
    en: 'Cannot compute a metric on the field {field}: "{capability}" is not active. {operations}',
    fr: 'Impossible de calculer une métrique sur le champ {field}. La fonctionnalité "{capability}" n\'est pas activée. {operations}',
  },
  'metric-refused': {
    status: 400,
    en: 'The metric "{metric}" is not supported for the field {field}. Accepted: {accepted}.',
    fr: 'La métrique "{metric}", n\'est pas supportée pour ce type de champ ({field}). Acceptées : {accepted}.',
  },
  'missing-invalid': {
    status: 400,
    en: 'missing should be a {type} for the field {field}',
    fr: 'missing should be a {type} (champ {field})',
  },
  'size-too-large': {
    status: 400,
    en: '"{parameter}" cannot be more than {max}.',
    fr: '"{parameter}" cannot be more than {max} (maximum dépassé).',
  },
  'bucket-lines-too-many': {
    status: 400,
    en: '"size" times "agg_size" cannot be more than {max}.',
    fr: '"size" × "agg_size" ne peut pas dépasser {max}.',
  },
  'buckets-too-many': {
    status: 400,
    en: 'This aggregation makes more than {max} groups at one level. Use a larger interval, a smaller agg_size, or filters.',
    fr: 'Cette agrégation produit plus de {max} groupes à un niveau. Utilisez un intervalle plus grand, un agg_size plus petit ou des filtres.',
  },
} as const satisfies Record<string, ProblemText>
