import type { ProblemText } from './text'

/** Queries over lines. */
export const linesProblems = {
  'query-too-long': {
    status: 400,
    en: 'This query takes too long on {lines} lines. Filter on {fields} (_eq or _in; _gte and _lte), group by fewer fields, or leave out "q" or the sort; fields that are often filtered or sorted on are indexed after some minutes.',
    fr: 'Cette requête est trop longue sur {lines} lignes. Filtrez sur {fields} (_eq ou _in ; _gte et _lte), groupez sur moins de colonnes, ou retirez "q" ou le tri ; les colonnes souvent filtrées ou triées sont indexées après quelques minutes.',
  },
  'query-too-costly': {
    status: 400,
    en: 'This query would look at about {cost} million values of {lines} lines; {max} million are allowed. Filter on {fields} (_eq or _in; _gte and _lte), sort on fewer texts, or group by fewer fields; fields that are often filtered or sorted on are indexed after some minutes.',
    fr: 'Cette requête examinerait environ {cost} millions de valeurs de {lines} lignes ; {max} millions sont permis. Filtrez sur {fields} (_eq ou _in ; _gte et _lte), triez sur moins de textes, ou groupez sur moins de colonnes ; les colonnes souvent filtrées ou triées sont indexées après quelques minutes.',
  },
  'parquet-pending': {
    status: 409,
    en: 'The Parquet file of these lines is being written. Ask again in a moment.',
    fr: "Le fichier Parquet de ces lignes est en cours d'écriture. Redemandez-le dans un instant.",
  },
  'parquet-failed': {
    status: 404,
    en: 'The Parquet file of these lines takes more memory or time to write than there is. Use the CSV export; it is tried again after a day.',
    fr: "L'écriture du fichier Parquet de ces lignes demande plus de mémoire ou de temps qu'il n'y en a. Utilisez l'export CSV ; un nouvel essai aura lieu après un jour.",
  },
  'parquet-too-large': {
    status: 404,
    en: 'These lines have no Parquet file: they come from several datasets, or are more than {max}. Use the CSV export.',
    fr: "Ces lignes n'ont pas de fichier Parquet : elles viennent de plusieurs jeux de données, ou sont plus de {max}. Utilisez l'export CSV.",
  },
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
  'format-disabled': {
    status: 400,
    en: 'The format "{format}" is not available here. Take geojson, which every tool that reads shapefiles reads too.',
    fr: 'Le format "{format}" n\'est pas disponible ici. Prenez geojson, que lisent tous les outils qui lisent les shapefiles.',
  },
  'tile-missing': {
    status: 400,
    en: 'xyz parameter is required for vector tile format.',
    fr: 'xyz parameter is required for vector tile format. (Précisez la tuile : x,y,z.)',
  },
  'aggregate-not-geolocalized': {
    status: 400,
    en: 'geo aggregation cannot be used on this dataset. It is not geolocalized.',
    fr: 'geo aggregation cannot be used on this dataset. It is not geolocalized. (Aucune colonne ne porte de position.)',
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
    fr: 'La métrique "{metric}", n\'est pas supportée pour ce type de champ. Acceptées pour {field} : {accepted}.',
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
  'no-data': {
    status: 409,
    en: 'This dataset is a description alone (isMetaOnly): it has no data to read or to replace. Its description is changed with PATCH.',
    fr: "Ce jeu de données ne contient que des métadonnées (isMetaOnly) : il n'a pas de données à lire ou à remplacer. Sa description se modifie avec PATCH.",
  },
  'not-editable': {
    status: 501,
    en: 'Lines can only be written in editable datasets: create one with "isRest": true.',
    fr: 'Les opérations de modifications sur les lignes sont uniquement accessibles pour les jeux de données éditables.',
  },
  'line-unknown': { status: 404, en: 'This line identifier is unknown.', fr: 'Identifiant de ligne inconnu' },
  // The sentences of lines are French whatever the reader prefers (contract editable-accounts F.2).
  'line-invalid': { status: 400, en: '{message}', fr: '{message}' },
  'line-missing': { status: 404, en: '{message}', fr: '{message}' },
  'line-conflict': { status: 409, en: '{message}', fr: '{message}' },
  'line-id-missing': {
    status: 400,
    en: 'failed to determine required _id from primary key',
    fr: 'failed to determine required _id from primary key',
  },
  'action-unknown': {
    status: 400,
    en: 'action "{action}" is unknown, use one of {actions}',
    fr: 'action "{action}" is unknown, use one of {actions}',
  },
  'history-off': {
    status: 400,
    en: 'The history of lines is not kept for this dataset: set "rest.history".',
    fr: "L'historisation des lignes n'est pas activée pour ce jeu de données.",
  },
  'ownership-off': {
    status: 501,
    en: 'Lines have no owners in this dataset: set "rest.lineOwnership".',
    fr: 'Les opérations de gestion des lignes par propriétaires ne sont pas supportées pour ce jeu de données.',
  },
  'owner-type-invalid': {
    status: 400,
    en: 'ownerType must be user or organization',
    fr: 'ownerType must be user or organization',
  },
  'owner-not-self': {
    status: 403,
    en: 'only owner can manage his own lines',
    fr: 'only owner can manage his own lines',
  },
  'own-lines-too-many': {
    status: 413,
    en: 'drop=true replaces at most {max} lines of one owner by as many. Send the changes without it: lines to write, and deletions ("_action": "delete").',
    fr: 'drop=true remplace au plus {max} lignes d\'un propriétaire par autant d\'autres. Envoyez les changements sans lui : les lignes à écrire et les suppressions ("_action": "delete").',
  },
  'attachment-field-missing': {
    status: 400,
    en: 'The schema has no field for an attachment: one with the concept http://schema.org/DigitalDocument.',
    fr: "Le schéma ne prévoit pas d'associer une pièce jointe",
  },
  'attachment-key-missing': {
    status: 400,
    en: 'Lines can only follow the files when the field "{field}" alone is the primary key.',
    fr: 'Les lignes ne peuvent suivre les fichiers que si la colonne "{field}" est à elle seule la clé primaire.',
  },
  'actions-type-unsupported': {
    status: 400,
    en: 'unknown file extension: actions come as .json, .ndjson, .csv, .xlsx, .ods, .json.gz, .csv.gz or .zip, not as {name}.',
    fr: 'unknown file extension : les actions sont attendues en .json, .ndjson, .csv, .xlsx, .ods, .json.gz, .csv.gz ou .zip, pas en {name}.',
  },
  'actions-archive-not-single': {
    status: 400,
    en: 'only accept zip archive with a single file inside: this one holds {count}.',
    fr: 'only accept zip archive with a single file inside : celle-ci en contient {count}.',
  },
  'action-malformed': {
    status: 400,
    en: 'The action at line {line} of the body cannot be read: {reason}',
    fr: "L'action à la ligne {line} du corps ne peut pas être lue : {reason}",
  },
  'columns-unknown': { status: 400, en: 'Unknown columns {columns}', fr: 'Colonnes inconnues {columns}' },
  'lines-contended': {
    status: 409,
    en: 'Too many others write the same lines at this moment. Repeat the request.',
    fr: 'Trop d’écritures simultanées sur les mêmes lignes. Recommencez.',
  },
} as const satisfies Record<string, ProblemText>
