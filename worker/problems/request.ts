import type { ProblemText } from './text'

/** The request is invalid. */
export const requestProblems = {
  'parameter-repeated': {
    status: 400,
    en: 'query parameter "{parameter}" is defined multiple times',
    fr: 'query parameter "{parameter}" is defined multiple times (paramètre répété)',
  },
  'parameter-invalid': {
    status: 400,
    en: 'The parameter "{parameter}" is invalid: {reason}',
    fr: 'Le paramètre "{parameter}" est invalide : {reason}',
  },
  'address-malformed': {
    status: 400,
    en: 'The URL of the request is malformed: invalid Host header, or invalid percent encoding in the path. Write a literal percent sign as %25.',
    fr: "L'URL de la requête est mal formée : en-tête Host invalide, ou encodage invalide dans le chemin. Écrivez un signe pour cent littéral %25.",
  },
  'address-too-long': {
    status: 414,
    en: 'The query string of this page exceeds {max} characters. Choose fewer filters or columns, or read the rows through the API.',
    fr: "Les paramètres de l'URL de cette page dépassent {max} caractères. Choisissez moins de filtres ou de colonnes, ou lisez les lignes par l'API.",
  },
  'body-invalid': {
    status: 400,
    en: 'The request body is invalid: {reason}',
    fr: 'Le corps de la requête est invalide : {reason}',
  },
  'pattern-unsupported': {
    status: 400,
    en: 'The pattern of the column "{field}" uses {construct}, which is not supported because it cannot be matched in linear time. Write it without lookahead, lookbehind, back references and inline flags.',
    fr: 'Le motif du champ "{field}" contient {construct}, qui ne peut être vérifié en temps linéaire. Écrivez-le sans assertion avant ou arrière, sans référence arrière et sans option dans le motif.',
  },
  'pattern-too-large': {
    status: 400,
    en: 'The pattern of the column "{field}" has {steps} steps once its repetitions are expanded; the limit is {max}. Limit the length of values with minLength and maxLength instead.',
    fr: 'Le motif du champ "{field}" a {steps} étapes une fois ses répétitions développées ; la limite est de {max}. Limitez plutôt la longueur des valeurs avec minLength et maxLength.',
  },
  'patterns-too-large': {
    status: 400,
    en: 'The patterns of the columns up to "{field}" have {steps} steps once their repetitions are expanded; the limit for one dataset is {max}. Limit the length of values with minLength and maxLength instead.',
    fr: 'Les motifs des champs jusqu\'à "{field}" ont {steps} étapes une fois leurs répétitions développées ; la limite pour un jeu de données est de {max}. Limitez plutôt la longueur des valeurs avec minLength et maxLength.',
  },
  'json-invalid': {
    status: 400,
    en: 'Invalid JSON in {where} part: {reason}',
    fr: 'Invalid JSON in {where} part, JSON invalide : {reason}',
  },
  'json-too-nested': {
    status: 400,
    en: 'The JSON in {where} part nests arrays and objects in more than {max} levels.',
    fr: 'Le JSON dans la partie {where} imbrique des tableaux et des objets sur plus de {max} niveaux.',
  },
  'json-key-refused': {
    status: 400,
    en: 'The JSON in {where} part has the key "__proto__" at {path}, which JavaScript programs lose when they copy objects. Rename it.',
    fr: 'Le JSON dans la partie {where} contient la clé "__proto__" à {path}, que les programmes JavaScript perdent quand ils copient des objets. Renommez-la.',
  },
  'text-ill-formed': {
    status: 400,
    en: 'The text at {path} in {where} part is not well-formed Unicode: it has an unpaired surrogate (U+D800 to U+DFFF). Remove it, or send the whole character.',
    fr: "Le texte à {path} dans la partie {where} n'est pas de l'Unicode bien formé : il contient une moitié de paire de substitution (U+D800 à U+DFFF) sans l'autre. Retirez-la, ou envoyez le caractère entier.",
  },
  'content-type-unsupported': {
    status: 415,
    en: 'Unsupported Content-Type: send application/json, application/x-ndjson, multipart/form-data, text/csv or text/csv+gzip.',
    fr: 'Cette API attend un header content-type compatible, le plus souvent application/json.',
  },
  'title-missing': {
    status: 400,
    en: 'An editable dataset requires a title.',
    fr: 'Un jeu de données éditable doit être créé avec un titre',
  },
  'virtual-title-missing': {
    status: 400,
    en: 'A virtual dataset requires a title.',
    fr: 'Un jeu de données virtuel doit être créé avec un titre',
  },
  'meta-only-title-missing': {
    status: 400,
    en: 'A metadata-only dataset requires a title.',
    fr: 'Un jeu de données de type métadonnées doit être créé avec un titre',
  },
  'constraint-on-virtual': {
    status: 400,
    en: 'Virtual datasets cannot have uniqueness constraints: their rows come from other datasets.',
    fr: "Les jeux de données virtuels ne peuvent pas avoir de contrainte d'unicité : leurs lignes sont celles d'autres jeux de données.",
  },
  'constraint-on-meta-only': {
    status: 400,
    en: 'Metadata-only datasets (isMetaOnly) cannot have uniqueness constraints: they have no rows.',
    fr: "Les jeux de données de type métadonnées (isMetaOnly) ne peuvent pas avoir de contrainte d'unicité : ils n'ont pas de lignes.",
  },
  'not-file-based': {
    status: 400,
    en: 'this dataset is not file based: its data does not come from an uploaded file.',
    fr: "this dataset is not file based : les données de ce jeu ne viennent pas d'un fichier.",
  },
  'constraint-empty': {
    status: 400,
    en: 'A uniqueness constraint requires at least one column.',
    fr: "Une contrainte d'unicité doit porter sur au moins une colonne.",
  },
  'constraint-refused': {
    status: 400,
    en: 'The column {field} cannot be part of a uniqueness constraint: {reason}.',
    fr: "La colonne {field} ne peut pas participer à une contrainte d'unicité : {reason}.",
  },
  'constraint-violated': {
    status: 400,
    en: 'Existing rows of the dataset violate the uniqueness constraint on ({fields}).',
    fr: "Les données existantes du jeu de données violent la contrainte d'unicité sur ({fields}).",
  },
  'key-mode-fixed': {
    status: 400,
    en: 'The mode of the primary key cannot be changed.',
    fr: 'Impossible de changer le mode de clé primaire',
  },
  'nature-ambiguous': {
    status: 400,
    en: 'A dataset has only one type: a file, isRest, isVirtual or isMetaOnly.',
    fr: 'Un jeu de données ne peut pas être de plusieurs types à la fois : fichier, isRest, isVirtual ou isMetaOnly.',
  },
  'init-data-refused': {
    status: 400,
    en: 'Virtual and metadata-only datasets have no rows of their own: remove "data" from initFrom.parts, or set "isRest".',
    fr: 'Les jeux de données virtuels et ceux de métadonnées n\'ont pas de lignes propres : retirez "data" de initFrom.parts, ou ajoutez "isRest".',
  },
  'attachments-without-file': {
    status: 400,
    en: 'The part "attachments" requires the part "file". For an editable dataset, send the attachments with the rows: _bulk_lines, or lines.',
    fr: 'La partie "attachments" nécessite la partie "file". Pour un jeu de données éditable, envoyez les pièces jointes avec les lignes : _bulk_lines, ou lines.',
  },
  'attachments-not-zip': {
    status: 400,
    en: 'The part "attachments" must be a zip archive, with a name that ends with .zip.',
    fr: 'La partie "attachments" doit être une archive zip, avec un nom qui se termine par .zip.',
  },
  'id-invalid': {
    status: 400,
    en: 'Invalid id "{id}" of {chars} characters: use only a-z, 0-9, _ and -, {max} characters at most. Suggestion: "{slug}".',
    fr: 'Identifiant invalide "{id}" de {chars} caractères : utilisez seulement a-z, 0-9, _ et -, {max} caractères au plus. Suggestion : "{slug}".',
  },
  'slug-taken': { status: 400, en: 'This slug is already used. Choose another one.', fr: 'Ce slug est déjà utilisé' },
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
  'passkey-unverified': {
    status: 400,
    en: 'The passkey could not be verified. Begin again, and confirm it on your device.',
    fr: "La clé d'accès n'a pas pu être vérifiée. Recommencez, et confirmez-la sur votre appareil.",
  },
  'department-unknown': {
    status: 400,
    en: 'This organization has no department "{department}".',
    fr: 'Cette organisation n\'a pas de direction "{department}".',
  },
  'email-taken': {
    status: 409,
    en: 'Another user has the address {email}.',
    fr: "L'adresse {email} est celle d'un autre utilisateur.",
  },
  'seed-refers-to-nothing': {
    status: 400,
    en: 'A member of the organization "{organization}" is not a user: add it to "users".',
    fr: 'Un membre de l\'organisation "{organization}" n\'est pas un utilisateur : ajoutez-le dans "users".',
  },
  'key-invalid': {
    status: 400,
    en: 'This API key cannot be created: {reason}',
    fr: "Cette clé d'API ne peut pas être créée : {reason}",
  },
} as const satisfies Record<string, ProblemText>
