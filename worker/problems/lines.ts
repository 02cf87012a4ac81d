import type { ProblemText } from './text'

/** Queries over lines. */
export const linesProblems = {
  'query-too-long': {
    status: 400,
    en: 'This query takes too long on {lines} rows. Filter on {fields} (_eq or _in; _gte and _lte), group by fewer columns, or remove "q" or the sort. Columns that are often filtered or sorted are indexed after a few minutes.',
    fr: 'Cette requête est trop longue sur {lines} lignes. Filtrez sur {fields} (_eq ou _in ; _gte et _lte), groupez sur moins de colonnes, ou retirez "q" ou le tri. Les colonnes souvent filtrées ou triées sont indexées après quelques minutes.',
  },
  'query-too-costly': {
    status: 400,
    en: 'This query would read about {cost} million values of {lines} rows; the limit is {max} million. Filter on {fields} (_eq or _in; _gte and _lte), sort on fewer text columns, or group by fewer columns. Columns that are often filtered or sorted are indexed after a few minutes.',
    fr: 'Cette requête lirait environ {cost} millions de valeurs de {lines} lignes ; la limite est de {max} millions. Filtrez sur {fields} (_eq ou _in ; _gte et _lte), triez sur moins de colonnes de texte, ou groupez sur moins de colonnes. Les colonnes souvent filtrées ou triées sont indexées après quelques minutes.',
  },
  'databases-exchange-too-large': {
    status: 400,
    en: 'The rows of this dataset are in several databases, and this query would send more than {max} MB from one to another. Filter the rows, or group by fewer columns.',
    fr: 'Les lignes de ce jeu de données sont dans plusieurs bases, et cette requête transmettrait plus de {max} Mo de l’une à l’autre. Filtrez les lignes, ou groupez sur moins de colonnes.',
  },
  'parquet-pending': {
    status: 409,
    en: 'The Parquet file of this dataset is being generated. Retry in a moment.',
    fr: 'Le fichier Parquet de ce jeu de données est en cours de génération. Réessayez dans un instant.',
  },
  'parquet-failed': {
    status: 404,
    en: 'The Parquet file could not be generated: the data requires too much memory or time. Use the CSV export. Another attempt is made after a day.',
    fr: "Le fichier Parquet n'a pas pu être généré : les données demandent trop de mémoire ou de temps. Utilisez l'export CSV. Un nouvel essai aura lieu après un jour.",
  },
  'parquet-too-large': {
    status: 404,
    en: 'No Parquet file is available: the data comes from several datasets, or has more than {max} rows. Use the CSV export.',
    fr: "Aucun fichier Parquet n'est disponible : les données viennent de plusieurs jeux de données, ou ont plus de {max} lignes. Utilisez l'export CSV.",
  },
  'field-unknown': {
    status: 400,
    en: 'The parameter "{parameter}" refers to the column "{field}", which does not exist in this dataset.',
    fr: 'Le paramètre "{parameter}" désigne le champ {field}, il n\'existe pas dans le jeu de données.',
  },
  'sort-field-unknown': {
    status: 400,
    en: 'Cannot sort on the column {field}: it does not exist in this dataset.',
    fr: "Impossible de trier sur le champ {field}, il n'existe pas dans le jeu de données.",
  },
  'select-field-unknown': {
    status: 400,
    en: 'Cannot select the column {field}: it does not exist in this dataset.',
    fr: "Impossible de sélectionner le champ {field}, il n'existe pas dans le jeu de données.",
  },
  'filter-field-unknown': {
    status: 400,
    en: 'Cannot filter on the column {field}: it does not exist in this dataset.',
    fr: "Impossible d'appliquer un filtre sur le champ {field}, il n'existe pas dans le jeu de données.",
  },
  'filter-value-missing': {
    status: 400,
    en: 'The filter {parameter} requires a value.',
    fr: 'Filtre {parameter} nécessite une valeur.',
  },
  'filter-refused': {
    status: 400,
    en: 'Cannot apply the filter {suffix} to the column {field}: the capability "{capability}" is not active. {operations}',
    fr: 'Impossible d\'appliquer un filtre {suffix} sur le champ {field}. La fonctionnalité "{capability}" n\'est pas activée. {operations}',
  },
  'sort-refused': {
    status: 400,
    en: 'Cannot sort on the column {field}: the capability "{capability}" is not active. {operations}',
    fr: 'Impossible de trier sur le champ {field}. La fonctionnalité "{capability}" n\'est pas activée. {operations}',
  },
  'window-too-large': {
    status: 400,
    en: '"size + skip" cannot be more than {max}. Follow the "next" link to read more.',
    fr: '"size + skip" cannot be more than {max}. Suivez le lien "next" pour lire la suite.',
  },
  'after-malformed': {
    status: 400,
    en: '"after" parameter is malformed. Use the "next" link without changing it.',
    fr: '"after" parameter is malformed. Utilisez le lien "next" sans le modifier.',
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
    en: 'The format "{format}" is not available. Use geojson instead.',
    fr: 'Le format "{format}" n\'est pas disponible. Utilisez plutôt geojson.',
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
    en: '"date_match" cannot be used on this dataset: no column has a date concept.',
    fr: '"date_match" ne peut pas être utilisé sur ce jeu de données : aucune colonne ne porte de concept de date.',
  },
  'query-malformed': {
    status: 400,
    en: 'The parameter "qs" is invalid: {reason} Query: {query}',
    fr: 'Le paramètre "qs" est invalide : {reason} Requête : {query}',
  },
  'collapse-refused': {
    status: 400,
    en: 'Cannot collapse on the column {field}: it has several values per row.',
    fr: 'Impossible de regrouper les lignes sur le champ {field} : il est multivalué.',
  },
  'parameter-missing': {
    status: 400,
    en: 'The parameter "{parameter}" is required.',
    fr: 'Le paramètre "{parameter}" est obligatoire.',
  },
  'group-field-unknown': {
    status: 400,
    en: 'The parameter "{parameter}" refers to the column "{field}", which does not exist in this dataset.',
    fr: 'Le paramètre "{parameter}" référence un champ inconnu {field}.',
  },
  'values-field-unknown': { status: 400, en: 'field "{field}" is unknown', fr: 'field "{field}" is unknown (inconnu)' },
  'group-refused': {
    status: 400,
    en: 'Cannot group on the column {field}: the capability "{capability}" is not active. {operations}',
    fr: 'Impossible de grouper sur le champ {field}. La fonctionnalité "{capability}" n\'est pas activée. {operations}',
  },
  'group-sort-refused': {
    status: 400,
    en: 'Cannot sort the groups of the column {field} by {key}. Use count, key, or metric when a metric is requested.',
    fr: 'Impossible de trier les groupes de la colonne {field} par {key}. Utilisez count, key, ou metric si une métrique est demandée.',
  },
  'interval-refused': {
    status: 400,
    en: 'The interval "{interval}" does not apply to the column {field}: use a number for numeric columns; a unit (day, month…) or a duration (30m, 7d) for dates.',
    fr: 'Le paramètre "interval" est invalide : "{interval}" ne s\'applique pas au champ {field} ; utilisez un nombre pour les nombres, une unité (day, month…) ou une durée (30m, 7d) pour les dates.',
  },
  'aggregate-refused': {
    status: 400,
    en: 'Cannot compute a metric on the column {field}: the capability "{capability}" is not active. {operations}',
    fr: 'Impossible de calculer une métrique sur le champ {field}. La fonctionnalité "{capability}" n\'est pas activée. {operations}',
  },
  'metric-refused': {
    status: 400,
    en: 'The metric "{metric}" is not supported for the column {field}. Supported: {accepted}.',
    fr: 'La métrique "{metric}", n\'est pas supportée pour ce type de champ. Acceptées pour {field} : {accepted}.',
  },
  'missing-invalid': {
    status: 400,
    en: 'missing should be a {type} for the column {field}',
    fr: 'missing should be a {type} (champ {field})',
  },
  'size-too-large': {
    status: 400,
    en: '"{parameter}" cannot be more than {max}.',
    fr: '"{parameter}" cannot be more than {max} (maximum dépassé).',
  },
  'bucket-lines-too-many': {
    status: 400,
    en: '"size" multiplied by "agg_size" cannot be more than {max}.',
    fr: '"size" × "agg_size" ne peut pas dépasser {max}.',
  },
  'bucket-lines-too-large': {
    status: 400,
    en: 'The lines of the groups have more than {max} MB: lower "size" or "agg_size", or choose columns with "select".',
    fr: 'Les lignes des groupes dépassent {max} Mo : réduisez "size" ou "agg_size", ou choisissez des colonnes avec "select".',
  },
  'buckets-too-many': {
    status: 400,
    en: 'This aggregation produces more than {max} groups at one level. Use a larger interval, a smaller agg_size, or filters.',
    fr: 'Cette agrégation produit plus de {max} groupes à un niveau. Utilisez un intervalle plus grand, un agg_size plus petit ou des filtres.',
  },
  'no-data': {
    status: 409,
    en: 'This dataset contains only metadata (isMetaOnly): it has no data to read or to replace. Update the metadata with PATCH.',
    fr: "Ce jeu de données ne contient que des métadonnées (isMetaOnly) : il n'a pas de données à lire ou à remplacer. Modifiez les métadonnées avec PATCH.",
  },
  'not-editable': {
    status: 501,
    en: 'Rows can only be written in editable datasets: create one with "isRest": true.',
    fr: 'Les opérations de modifications sur les lignes sont uniquement accessibles pour les jeux de données éditables.',
  },
  'line-unknown': { status: 404, en: 'Unknown row identifier.', fr: 'Identifiant de ligne inconnu' },
  // Validation messages of lines are in French for every language: clients match on them.
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
  'history-for-editors': {
    status: 403,
    en: 'Only people who can edit this dataset may read the history of its rows.',
    fr: "Seules les personnes qui peuvent modifier ce jeu de données peuvent lire l'historique de ses lignes.",
  },
  'history-off': {
    status: 400,
    en: 'The history of this dataset is not enabled: set "rest.history".',
    fr: "L'historisation des lignes n'est pas activée pour ce jeu de données.",
  },
  'ownership-off': {
    status: 501,
    en: 'Row ownership is not enabled for this dataset: set "rest.lineOwnership".',
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
    en: 'drop=true replaces at most {max} rows of one owner with at most as many. Send the changes without drop: the rows to write, and the deletions ("_action": "delete").',
    fr: 'drop=true remplace au plus {max} lignes d\'un propriétaire par autant d\'autres. Envoyez les changements sans drop : les lignes à écrire et les suppressions ("_action": "delete").',
  },
  'attachment-field-missing': {
    status: 400,
    en: 'The schema has no attachment column: add one with the concept http://schema.org/DigitalDocument.',
    fr: "Le schéma ne prévoit pas d'associer une pièce jointe",
  },
  'attachments-unplanned': {
    status: 400,
    en: 'The schema has no attachment column to synchronize: add one with the concept http://schema.org/DigitalDocument.',
    fr: 'Le schéma ne prévoit pas de pièce jointe : ajoutez une colonne avec le concept http://schema.org/DigitalDocument.',
  },
  'attachment-key-missing': {
    status: 400,
    en: 'Rows can only be synchronized with the files when the column "{field}" is the whole primary key.',
    fr: 'Les lignes ne peuvent être synchronisées avec les fichiers que si la colonne "{field}" est à elle seule la clé primaire.',
  },
  'actions-type-unsupported': {
    status: 400,
    en: 'unknown file extension: send the actions as .json, .ndjson, .csv, .xlsx, .xls, .ods, .dbf, .json.gz, .csv.gz or .zip, not {name}.',
    fr: 'unknown file extension : les actions sont attendues en .json, .ndjson, .csv, .xlsx, .xls, .ods, .dbf, .json.gz, .csv.gz ou .zip, pas en {name}.',
  },
  'actions-missing': {
    status: 400,
    en: 'Send the actions in a part named "actions", the files in a zip named "attachments".',
    fr: 'Envoyez les actions dans une partie "actions", les fichiers dans un zip "attachments".',
  },
  'actions-archive-not-single': {
    status: 400,
    en: 'only accept zip archive with a single file inside: this one contains {count}.',
    fr: 'only accept zip archive with a single file inside : celle-ci en contient {count}.',
  },
  'action-malformed': {
    status: 400,
    en: 'The action at line {line} of the body is invalid: {reason}',
    fr: "L'action à la ligne {line} du corps est invalide : {reason}",
  },
  'columns-left-out': {
    status: 400,
    en: 'Columns that are not in the dataset were left out: {columns}',
    fr: 'Les colonnes suivantes ne sont pas dans le jeu de données, elles sont ignorées : {columns}',
  },
  'columns-same': {
    status: 400,
    en: 'Two columns of the file are given the same column {column}',
    fr: 'Deux colonnes du fichier reçoivent la même colonne {column}',
  },
  'columns-unknown': { status: 400, en: 'Unknown columns {columns}', fr: 'Colonnes inconnues {columns}' },
  'lines-contended': {
    status: 409,
    en: 'Too many requests write the same rows at the same time. Retry the request.',
    fr: 'Trop d’écritures simultanées sur les mêmes lignes. Recommencez.',
  },
  'chart-empty': {
    status: 404,
    en: 'No row has what this chart shows: choose other columns, or remove filters.',
    fr: "Aucune ligne n'a ce que montre ce graphique : choisissez d'autres colonnes, ou retirez des filtres.",
  },
} as const satisfies Record<string, ProblemText>
