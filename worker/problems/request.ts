import type { ProblemText } from './text'

/** The request itself is not valid. */
export const requestProblems = {
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
  'address-malformed': {
    status: 400,
    en: 'The address of the request is malformed: its Host is no host, or a percent sign in its path begins no UTF-8 character. Write a percent sign itself as %25.',
    fr: "L'adresse de la requête est mal formée : son Host n'est pas un hôte, ou un signe pour cent de son chemin ne commence aucun caractère UTF-8. Écrivez le signe pour cent lui-même %25.",
  },
  'address-too-long': {
    status: 414,
    en: 'The query in the address of this page is longer than the {max} characters that are accepted. Choose fewer filters or columns, or read the lines through the API.',
    fr: "Les paramètres dans l'adresse de cette page dépassent les {max} caractères acceptés. Choisissez moins de filtres ou de colonnes, ou lisez les lignes par l'API.",
  },
  'body-invalid': {
    status: 400,
    en: 'The body is not valid: {reason}',
    fr: 'Le corps de la requête est invalide : {reason}',
  },
  'pattern-unsupported': {
    status: 400,
    en: 'The pattern of the field "{field}" holds {construct}, which cannot be matched in a time proportional to the value. Write it without lookahead, lookbehind, back references and inline flags.',
    fr: 'Le motif du champ "{field}" contient {construct}, qui ne peut être vérifié en un temps proportionnel à la valeur. Écrivez-le sans assertion avant ou arrière, sans référence arrière et sans option dans le motif.',
  },
  'pattern-too-large': {
    status: 400,
    en: 'The pattern of the field "{field}" comes to {steps} steps with its repetitions written out, more than the {max} that are accepted. Bound the length of values with minLength and maxLength.',
    fr: 'Le motif du champ "{field}" compte, répétitions développées, {steps} étapes, plus que les {max} acceptées. Bornez la longueur des valeurs avec minLength et maxLength.',
  },
  'patterns-too-large': {
    status: 400,
    en: 'The patterns of the fields up to "{field}" come to {steps} steps with their repetitions written out, more than the {max} that are accepted for one dataset. Bound the length of values with minLength and maxLength.',
    fr: 'Les motifs des champs jusqu\'à "{field}" comptent, répétitions développées, {steps} étapes, plus que les {max} acceptées pour un jeu de données. Bornez la longueur des valeurs avec minLength et maxLength.',
  },
  'json-invalid': {
    status: 400,
    en: 'Invalid JSON in {where} part: {reason}',
    fr: 'Invalid JSON in {where} part, JSON invalide : {reason}',
  },
  'text-ill-formed': {
    status: 400,
    en: 'The text at {path} in {where} part is not well-formed Unicode: it holds a surrogate (U+D800 to U+DFFF) without its other half. Remove it, or send the whole character.',
    fr: "Le texte à {path} dans la partie {where} n'est pas de l'Unicode bien formé : il contient une moitié de paire de substitution (U+D800 à U+DFFF) sans l'autre. Retirez-la, ou envoyez le caractère entier.",
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
  'body-interrupted': {
    status: 400,
    en: 'The connection ended before the body of the request did. Send it again.',
    fr: "La connexion s'est terminée avant le corps de la requête. Envoyez-la à nouveau.",
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
  'file-type-workbook': {
    status: 400,
    en: '{type} type is not supported. Open the file in a spreadsheet program and save it as .xlsx, .ods or .csv.',
    fr: '{type} type is not supported : type de fichier non pris en charge. Ouvrez le fichier dans un tableur et enregistrez-le en .xlsx, .ods ou .csv.',
  },
  'file-type-map': {
    status: 400,
    en: '{type} type is not supported. Convert the file to GeoJSON, for example with GDAL: ogr2ogr -t_srs EPSG:4326 data.geojson data.{type}',
    fr: '{type} type is not supported : type de fichier non pris en charge. Convertissez le fichier en GeoJSON, par exemple avec GDAL : ogr2ogr -t_srs EPSG:4326 data.geojson data.{type}',
  },
  'file-type-shapefile-part': {
    status: 400,
    en: '{type} type is not supported by itself. A shapefile is several files: send .shp, .shx, .dbf and .prj together in one zip.',
    fr: '{type} type is not supported : type de fichier non pris en charge à lui seul. Un shapefile est fait de plusieurs fichiers : envoyez .shp, .shx, .dbf et .prj ensemble dans un zip.',
  },
  'file-type-archive': {
    status: 400,
    en: '{type} type is not supported. Make a zip of the same files.',
    fr: '{type} type is not supported : type de fichier non pris en charge. Faites un zip des mêmes fichiers.',
  },
  'part-unknown': {
    status: 400,
    en: 'Unknown part "{part}". Accepted: file, dataset, attachments, body, or a property of the dataset.',
    fr: 'Partie "{part}" inconnue. Acceptées : file, dataset, attachments, body, ou une propriété du jeu de données.',
  },
  'title-missing': {
    status: 400,
    en: 'An editable dataset is created with a title.',
    fr: 'Un jeu de données éditable doit être créé avec un titre',
  },
  'virtual-title-missing': {
    status: 400,
    en: 'A virtual dataset is created with a title.',
    fr: 'Un jeu de données virtuel doit être créé avec un titre',
  },
  'meta-only-title-missing': {
    status: 400,
    en: 'A metadata-only dataset is created with a title.',
    fr: 'Un jeu de données de type métadonnées doit être créé avec un titre',
  },
  'constraint-on-virtual': {
    status: 400,
    en: 'Virtual datasets cannot have unicity constraints: their lines are those of others.',
    fr: "Les jeux de données virtuels ne peuvent pas avoir de contrainte d'unicité : leurs lignes sont celles d'autres jeux de données.",
  },
  'constraint-on-meta-only': {
    status: 400,
    en: 'Metadata-only datasets (isMetaOnly) cannot have unicity constraints: they have no lines.',
    fr: "Les jeux de données de type métadonnées (isMetaOnly) ne peuvent pas avoir de contrainte d'unicité : ils n'ont pas de lignes.",
  },
  'not-file-based': {
    status: 400,
    en: 'this dataset is not file based: its data does not come from an uploaded file.',
    fr: "this dataset is not file based : les données de ce jeu ne viennent pas d'un fichier.",
  },
  'constraint-empty': {
    status: 400,
    en: 'A unicity constraint names at least one field.',
    fr: "Une contrainte d'unicité doit porter sur au moins une colonne.",
  },
  'constraint-refused': {
    status: 400,
    en: 'The field {field} cannot take part in a unicity constraint: {reason} ({raison}).',
    fr: "La colonne {field} ne peut pas participer à une contrainte d'unicité : {raison} ({reason}).",
  },
  'constraint-violated': {
    status: 400,
    en: 'Lines of the dataset violate the unicity constraint on ({fields}).',
    fr: "Les données existantes du jeu de données violent la contrainte d'unicité sur ({fields}).",
  },
  'key-mode-fixed': {
    status: 400,
    en: 'The mode of the primary key cannot be changed.',
    fr: 'Impossible de changer le mode de clé primaire',
  },
  'nature-ambiguous': {
    status: 400,
    en: 'A dataset has one nature: a file, isRest, isVirtual or isMetaOnly, not several.',
    fr: 'Un jeu de données ne peut pas être de plusieurs types à la fois : fichier, isRest, isVirtual ou isMetaOnly.',
  },
  'init-data-refused': {
    status: 400,
    en: 'Virtual datasets and descriptions alone have no lines of their own: leave "data" out of initFrom.parts, or set "isRest".',
    fr: 'Les jeux de données virtuels et ceux de métadonnées n\'ont pas de lignes propres : retirez "data" de initFrom.parts, ou demandez "isRest".',
  },
  'attachments-without-file': {
    status: 400,
    en: 'The part "attachments" comes with the file of a dataset. Those of editable lines come with the lines: _bulk_lines, or lines.',
    fr: 'La partie "attachments" accompagne le fichier d\'un jeu de données. Celles des lignes éditables viennent avec les lignes : _bulk_lines, ou lines.',
  },
  'attachments-not-zip': {
    status: 400,
    en: 'The part "attachments" must be a zip archive: its name ends with .zip.',
    fr: 'La partie "attachments" doit être une archive zip : son nom se termine par .zip.',
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
  'department-unknown': {
    status: 400,
    en: 'This organization has no department "{department}".',
    fr: 'Cette organisation n\'a pas de département "{department}".',
  },
  'seed-refers-to-nothing': {
    status: 400,
    en: 'A member of the organization "{organization}" is no user: list it in "users".',
    fr: 'Un membre de l\'organisation "{organization}" n\'est pas un utilisateur : ajoutez-le dans "users".',
  },
  'key-invalid': {
    status: 400,
    en: 'This API key cannot be created: {reason}',
    fr: "Cette clé d'API ne peut pas être créée : {reason}",
  },
} as const satisfies Record<string, ProblemText>
