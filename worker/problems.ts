/** Code, status, and what to say, in both languages. French keeps the fragments that contract §9.4 names. */
export const problems = {
  // ── what was asked does not exist or is not allowed
  'dataset-not-found': { status: 404, en: 'Dataset not found.', fr: 'Jeu de données introuvable.' },
  'route-not-found': {
    status: 404,
    en: 'Nothing lives at {path}. The API is described at /api/v1/api-docs.json.',
    fr: "Il n'y a rien à l'adresse {path}. L'API est décrite à /api/v1/api-docs.json.",
  },
  'method-not-allowed': {
    status: 405,
    en: '{path} does not accept {method}.',
    fr: "{path} n'accepte pas {method}.",
  },
  'file-not-found': {
    status: 404,
    en: 'This dataset has no such file.',
    fr: 'Ce jeu de données ne contient pas de fichier de données.',
  },
  'permission-missing': {
    status: 403,
    en: 'Permission missing for the operation "{operation}" or the class "{class}".',
    fr: 'Permission manquante pour l\'opération "{operation}" ou la catégorie "{class}".',
  },
  'dataset-private': {
    status: 403,
    en: 'This dataset is not public. Sign in, or send an API key of an account that may read it in the x-apiKey header.',
    fr: "Le jeu de données n'est pas accessible publiquement. Veuillez vous connecter.",
  },
  'sign-in-required': {
    status: 401,
    en: 'Sign in first, or send an API key in the x-apiKey header.',
    fr: "Connectez-vous, ou envoyez une clé d'API dans l'en-tête x-apiKey.",
  },
  'key-unknown': { status: 401, en: 'This API key is unknown.', fr: "Cette clé d'API est inconnue." },
  'key-expired': {
    status: 403,
    en: 'This API key has expired. Create another in the settings of the account.',
    fr: "Cette clé d'API est expirée.",
  },
  'key-scope-missing': {
    status: 403,
    en: 'This API key does not have the scope it needs here (expected={expected} - received={received}).',
    fr: "Cette clé d'API n'a pas la portée nécessaire (attendu={expected} - reçu={received}).",
  },
  'origin-refused': {
    status: 403,
    en: 'A page of another site may not write here with your session. Use an API key.',
    fr: "Une page d'un autre site ne peut pas écrire ici avec votre session. Utilisez une clé d'API.",
  },
  'owner-refused': {
    status: 403,
    en: 'You may not create datasets for this owner.',
    fr: "Vous n'avez pas la permission d'effectuer cette opération.",
  },
  'setup-done': {
    status: 409,
    en: 'This instance already has an administrator.',
    fr: 'Cette instance a déjà un administrateur.',
  },

  // ── the request itself
  'parameter-repeated': {
    status: 400,
    en: 'query parameter "{parameter}" is defined multiple times',
    fr: 'query parameter "{parameter}" is defined multiple times (paramètre répété)',
  },
  'parameter-invalid': {
    status: 400,
    en: 'The parameter "{parameter}" is not valid: {reason}',
    fr: 'Le paramètre "{parameter}" est invalide : {reason}',
  },
  'body-invalid': {
    status: 400,
    en: 'The body is not valid: {reason}',
    fr: 'Le corps de la requête est invalide : {reason}',
  },
  'json-invalid': {
    status: 400,
    en: 'Invalid JSON in {where} part: {reason}',
    fr: 'Invalid JSON in {where} part, JSON invalide : {reason}',
  },
  'content-type-unsupported': {
    status: 415,
    en: 'Send application/json, application/x-ndjson, multipart/form-data, text/csv or text/csv+gzip in Content-Type.',
    fr: 'Cette API attend un header content-type compatible, le plus souvent application/json.',
  },
  'length-required': {
    status: 411,
    en: 'Content-Length is mandatory: send the file with its size, not chunked.',
    fr: 'Content-Length is mandatory : envoyez le fichier avec sa taille.',
  },
  'body-too-large': {
    status: 413,
    en: 'The body has more than {max} bytes.',
    fr: 'Le corps de la requête dépasse {max} octets.',
  },
  'file-too-large': {
    status: 413,
    en: 'The file has more than {max} bytes, the limit for one dataset.',
    fr: 'Vous avez atteint la limite de votre espace de stockage pour ce jeu de données ({max} octets).',
  },
  'upload-interrupted': {
    status: 400,
    en: 'The upload ended before its last byte. Nothing was kept; send it again.',
    fr: "L'envoi s'est interrompu avant la fin. Rien n'a été conservé, recommencez.",
  },
  'file-missing': {
    status: 400,
    en: 'Send a file in a part named "file", or describe an editable dataset with "isRest": true.',
    fr: 'Envoyez un fichier dans une partie "file", ou décrivez un jeu de données éditable avec "isRest": true.',
  },
  'file-empty': { status: 400, en: 'The file {name} is empty.', fr: 'Le fichier {name} est vide.' },
  'file-type-unsupported': {
    status: 400,
    en: '{type} type is not supported. Accepted: {accepted}.',
    fr: '{type} type is not supported : type de fichier non pris en charge. Acceptés : {accepted}.',
  },
  'part-unknown': {
    status: 400,
    en: 'Unknown part "{part}". Accepted: file, dataset, attachments, body, or a property of the dataset.',
    fr: 'Partie "{part}" inconnue. Acceptées : file, dataset, attachments, body, ou une propriété du jeu de données.',
  },
  'nature-ambiguous': {
    status: 400,
    en: 'A dataset has one nature: a file, isRest, isVirtual or isMetaOnly, not several.',
    fr: 'Un jeu de données a une seule nature : fichier, isRest, isVirtual ou isMetaOnly.',
  },
  'nature-unsupported': {
    status: 501,
    en: 'Datasets of the kind {nature} are not available yet.',
    fr: 'Les jeux de données de type {nature} ne sont pas encore disponibles.',
  },
  'attachments-unsupported': {
    status: 501,
    en: 'Archives of attachments are not available yet.',
    fr: 'Les archives de pièces jointes ne sont pas encore disponibles.',
  },
  'id-invalid': {
    status: 400,
    en: 'A chosen id holds only a-z, 0-9, _ and -: "{id}" does not. Its slug would be "{slug}".',
    fr: 'Un identifiant choisi ne contient que a-z, 0-9, _ et - : "{id}" n\'est pas valide. Son slug serait "{slug}".',
  },
  'slug-taken': { status: 400, en: 'This slug is already used.', fr: 'Ce slug est déjà utilisé' },
  'permissions-invalid': {
    status: 400,
    en: 'Error in permissions format: {reason}',
    fr: 'Error in permissions format, format des permissions invalide : {reason}',
  },
  'version-in-the-future': {
    status: 400,
    en: '"{parameter}" has a value higher in the query than in the resource.',
    fr: '"{parameter}" has a value higher in the query than in the resource : date postérieure à celle de la ressource.',
  },
  'precondition-failed': {
    status: 412,
    en: 'The dataset has changed since you read it. Read it again, then repeat the change.',
    fr: 'Le jeu de données a changé depuis votre lecture. Relisez-le puis recommencez.',
  },
  'key-invalid': {
    status: 400,
    en: 'This API key cannot be created: {reason}',
    fr: "Cette clé d'API ne peut pas être créée : {reason}",
  },

  // ── state
  'status-incompatible': {
    status: 409,
    en: 'The dataset is not in a state that allows this operation. Current status: {status}.',
    fr: "Le jeu de données n'est pas dans un état permettant l'opération demandée. État courant : {status}.",
  },
  'dataset-changed': {
    status: 409,
    en: 'Someone else changed the dataset {id} at the same moment. Repeat the request.',
    fr: 'Une opération bloquante est déjà en cours sur le jeu de données {id}.',
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
  'not-file-based': {
    status: 400,
    en: 'This dataset is not file based.',
    fr: 'this dataset is not file based : ce jeu de données ne repose pas sur un fichier.',
  },

  // ── lines
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

  // ── processing: met in the journal, status of no use to a request
  'file-no-column': {
    status: 422,
    en: 'No column was found in the file: it is empty or its first row holds no header.',
    fr: 'pas de colonne détectée dans le fichier, il est vide ou sa première ligne ne contient pas de titres',
  },
  'file-no-line': {
    status: 422,
    en: 'No line could be read from the file (empty file, wrong encoding…). Add at least one line under the header.',
    fr: "Aucune ligne n'a pu être lue dans le fichier (fichier vide, encodage incorrect,...).",
  },
  'file-column-repeated': {
    status: 422,
    en: 'Two columns of the file lead to the same key "{key}": {headers}. Rename one of them.',
    fr: 'Échec du traitement du fichier, il contient plusieurs fois la colonne "{key}" : {headers}',
  },
  'file-too-many-columns': {
    status: 422,
    en: 'The file has {columns} columns, more than the {max} that are accepted.',
    fr: 'Le fichier a {columns} colonnes, plus que les {max} acceptées.',
  },
  'file-row-too-wide': {
    status: 422,
    en: 'Line {line} of the file has {cells} cells where the header has {columns}: the value "{value}" is one too many. Is the delimiter right, is a quote missing?',
    fr: 'Échec du traitement de la ligne {line} du fichier. Le format est probablement invalide : {cells} cellules pour {columns} colonnes, la valeur "{value}" est en trop.',
  },
  'file-cell-too-long': {
    status: 422,
    en: 'Line {line} of the file holds a cell of more than {max} characters (column {column}). A quote is probably left open.',
    fr: 'La ligne {line} du fichier contient une cellule de plus de {max} caractères (colonne {column}). Le format est probablement invalide : un guillemet est sans doute resté ouvert.',
  },
  'file-record-too-long': {
    status: 422,
    en: 'Line {line} of the file starts a record of more than {max} characters. A quote or a bracket is probably left open.',
    fr: 'La ligne {line} du fichier commence un enregistrement de plus de {max} caractères. Le format est probablement invalide : un guillemet ou une accolade est sans doute resté ouvert.',
  },
  'file-quote-open': {
    status: 422,
    en: 'A quote opened at line {line} of the file is never closed.',
    fr: "Un guillemet ouvert à la ligne {line} du fichier n'est jamais fermé. Le format est probablement invalide.",
  },
  'file-not-json-array': {
    status: 422,
    en: 'The JSON file does not hold an array of objects (expect an array at the root).',
    fr: 'Le fichier JSON doit contenir un tableau (expect an array).',
  },
  'file-json-invalid': {
    status: 422,
    en: 'Unexpected content at line {line} of the file: {reason}',
    fr: 'Unexpected content, contenu inattendu à la ligne {line} du fichier : {reason}',
  },
  'file-not-gzip': {
    status: 422,
    en: 'The file ends with .gz but is not a gzip archive, or is cut.',
    fr: "Le fichier se termine par .gz mais n'est pas une archive gzip, ou est tronqué.",
  },
  'file-inflates-too-much': {
    status: 422,
    en: 'The archive inflates beyond what is accepted ({max} bytes or {ratio} times its size).',
    fr: "L'archive dépasse une fois décompressée ce qui est accepté ({max} octets ou {ratio} fois sa taille).",
  },
  'file-lost': {
    status: 422,
    en: 'The stored file could not be found. Upload it again.',
    fr: 'Le fichier enregistré est introuvable. Envoyez-le à nouveau.',
  },
  'lines-refused': {
    status: 422,
    en: '{share}% of the lines have an error.{examples}',
    fr: '{share}% des lignes sont en erreur.{examples}',
  },
  'line-value-refused': {
    status: 422,
    en: 'Line {line}: "{value}" in the column {column} is not a valid {type}.',
    fr: 'Ligne {line} : "{value}" dans la colonne {column} n\'est pas de type {type}.',
  },
  'line-too-long': {
    status: 422,
    en: 'Line {line} holds more than the {max} bytes that one line may have.',
    fr: 'La ligne {line} dépasse les {max} octets acceptés pour une ligne.',
  },
  'columns-ignored': {
    status: 422,
    en: 'The file holds one or more empty columns, which are ignored: {columns}',
    fr: 'le fichier contient une ou plusieurs colonnes vides qui seront ignorées : {columns}',
  },
  'characters-replaced': {
    status: 422,
    en: '{count} characters of the file are not valid in its encoding ({encoding}) and were replaced by U+FFFD. Send the file again with its encoding in "file_encoding".',
    fr: '{count} caractères du fichier ne sont pas valides dans son encodage ({encoding}) et ont été remplacés par U+FFFD. Renvoyez le fichier en précisant l\'encodage dans "file_encoding".',
  },
  'lines-left-out': {
    status: 422,
    en: '{count} lines were refused and are not in the dataset.{examples}',
    fr: '{count} lignes ont été refusées et ne figurent pas dans le jeu de données.{examples}',
  },
  'structure-differs': {
    status: 422,
    en: 'The structure of the file breaks compatibility: {differences}',
    fr: 'La structure du fichier contient des ruptures de compatibilité : {differences}',
  },
  'processing-failed': {
    status: 422,
    en: 'Processing failed for a reason of our own after {attempts} attempts. Send PATCH {} to try again. Reference: {reference}',
    fr: 'Le traitement a échoué pour une raison interne après {attempts} tentatives. Envoyez PATCH {} pour réessayer. Référence : {reference}',
  },

  // ── ours
  'not-implemented': { status: 501, en: '{what} is not available.', fr: "{what} n'est pas disponible." },
  'configuration-invalid': {
    status: 500,
    en: 'This instance is not configured correctly.',
    fr: "Cette instance n'est pas configurée correctement.",
  },
  'internal-error': {
    status: 500,
    en: 'Something failed on our side. Quote the request id when you report it.',
    fr: "Une erreur interne s'est produite. Citez l'identifiant de la requête si vous la signalez.",
  },
} as const satisfies Record<string, { status: number; en: string; fr: string }>
