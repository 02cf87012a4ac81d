import type { ProblemText } from './text'

/** Sent files and bodies. The statuses of resumable uploads are those of tus 1.0 (https://tus.io/protocols/resumable-upload). */
export const uploadsProblems = {
  'file-version-not-found': {
    status: 404,
    en: 'There is no such earlier file of this dataset. Its time has passed, or newer files took its place: GET …/file-versions lists those there are.',
    fr: "Ce fichier précédent n'existe pas. Son délai est passé, ou des fichiers plus récents ont pris sa place : GET …/file-versions liste ceux qui restent.",
  },
  'length-required': {
    status: 411,
    en: 'Content-Length is mandatory: send the file with its size, not chunked.',
    fr: 'Content-Length is mandatory : envoyez le fichier avec sa taille.',
  },
  'body-too-large': {
    status: 413,
    en: 'The request body exceeds the limit of {max} bytes.',
    fr: 'Le corps de la requête dépasse la limite de {max} octets.',
  },
  'metadata-too-large': {
    status: 413,
    en: 'A description has {max} characters at most, with its free properties (extras, customMetadata, publications). Send less, or attach a file to it.',
    fr: 'Une description compte {max} caractères au plus, avec ses propriétés libres (extras, customMetadata, publications). Envoyez-en moins, ou joignez-lui un fichier.',
  },
  'file-too-large': {
    status: 413,
    en: 'The file exceeds the limit of {max} bytes for one dataset.',
    fr: 'Vous avez atteint la limite de votre espace de stockage pour ce jeu de données ({max} octets).',
  },
  'upload-interrupted': {
    status: 400,
    en: 'The upload was interrupted and nothing was saved. Send the file again.',
    fr: "L'envoi a été interrompu et rien n'a été enregistré. Renvoyez le fichier.",
  },
  'body-interrupted': {
    status: 400,
    en: 'The connection closed before the end of the request body. Send the request again.',
    fr: "La connexion s'est interrompue avant la fin du corps de la requête. Renvoyez la requête.",
  },
  'file-missing': {
    status: 400,
    en: 'Send a file in a part named "file", or create an editable dataset with "isRest": true.',
    fr: 'Envoyez un fichier dans une partie "file", ou créez un jeu de données éditable avec "isRest": true.',
  },
  'file-empty': { status: 400, en: 'The file {name} is empty.', fr: 'Le fichier {name} est vide.' },
  'file-type-unsupported': {
    status: 400,
    en: '{type} type is not supported. Supported: {accepted}.',
    fr: 'Type de fichier non pris en charge ({type} type is not supported). Pris en charge : {accepted}.',
  },
  'file-type-workbook': {
    status: 400,
    en: '{type} type is not supported. Open the file in a spreadsheet program and save it as .xlsx, .ods or .csv.',
    fr: 'Type de fichier non pris en charge ({type} type is not supported). Ouvrez le fichier dans un tableur et enregistrez-le en .xlsx, .ods ou .csv.',
  },
  'file-type-map': {
    status: 400,
    en: '{type} type is not supported. Convert the file to GeoJSON, for example with GDAL: ogr2ogr -t_srs EPSG:4326 data.geojson data.{type}',
    fr: 'Type de fichier non pris en charge ({type} type is not supported). Convertissez le fichier en GeoJSON, par exemple avec GDAL : ogr2ogr -t_srs EPSG:4326 data.geojson data.{type}',
  },
  'file-type-shapefile-part': {
    status: 400,
    en: '{type} type is not supported by itself. A shapefile has several files: upload .shp, .shx, .dbf and .prj together in one zip.',
    fr: 'Type de fichier non pris en charge à lui seul ({type} type is not supported). Un shapefile est fait de plusieurs fichiers : envoyez .shp, .shx, .dbf et .prj ensemble dans un zip.',
  },
  'file-type-archive': {
    status: 400,
    en: '{type} type is not supported. Create a zip of the same files.',
    fr: 'Type de fichier non pris en charge ({type} type is not supported). Créez un zip des mêmes fichiers.',
  },
  'part-missing': {
    status: 400,
    en: 'Send the file in a part named "{part}".',
    fr: 'Envoyez le fichier dans une partie "{part}".',
  },
  'part-unknown': {
    status: 400,
    en: 'Unknown part "{part}". Supported: {supported}.',
    fr: 'Partie "{part}" inconnue. Prises en charge : {supported}.',
  },
  'tus-version-unsupported': {
    status: 412,
    en: 'Unsupported upload protocol version: send the header Tus-Resumable: 1.0.0.',
    fr: "Version du protocole d'envoi non prise en charge : envoyez l'en-tête Tus-Resumable: 1.0.0.",
  },
  'header-invalid': {
    status: 400,
    en: 'The header {header} is invalid: {reason}',
    fr: "L'en-tête {header} est invalide : {reason}",
  },
  'upload-type-unsupported': {
    status: 415,
    en: 'Send the bytes of an upload with Content-Type: application/offset+octet-stream.',
    fr: 'Envoyez les octets avec Content-Type: application/offset+octet-stream.',
  },
  'upload-not-found': { status: 404, en: 'Upload not found.', fr: 'Envoi introuvable.' },
  'upload-gone': {
    status: 410,
    en: 'This upload no longer exists: it was deleted, has expired, or was used to create a dataset. Start a new upload.',
    fr: "Cet envoi n'existe plus : il a été supprimé, a expiré, ou a servi à créer un jeu de données. Commencez un nouvel envoi.",
  },
  'upload-refused': {
    status: 403,
    en: 'This upload belongs to another account.',
    fr: 'Permission manquante : cet envoi appartient à un autre compte.',
  },
  'upload-offset-conflict': {
    status: 409,
    en: 'The upload has {offset} bytes: continue from this offset.',
    fr: "L'envoi contient {offset} octets : continuez à partir de cette position.",
  },
  'upload-overtaken': {
    status: 409,
    en: 'Another request has resumed this upload. Get its offset with HEAD, and continue from there.',
    fr: 'Une autre requête a repris cet envoi. Lisez sa position avec HEAD, et continuez à partir de là.',
  },
  'upload-cut': {
    status: 400,
    en: 'The connection closed before the last byte. Get the offset of the upload with HEAD, and continue from there.',
    fr: "La connexion s'est interrompue avant le dernier octet. Lisez la position de l'envoi avec HEAD, et continuez à partir de là.",
  },
  'upload-too-long': {
    status: 413,
    en: 'The upload exceeds its declared length of {length} bytes.',
    fr: "L'envoi dépasse sa taille annoncée de {length} octets.",
  },
  'upload-checksum-mismatch': {
    status: 460,
    en: 'The bytes do not match their checksum and were discarded. Send them again.',
    fr: 'Les octets ne correspondent pas à leur somme de contrôle et ont été écartés. Renvoyez-les.',
  },
  'upload-unfinished': {
    status: 409,
    en: 'The upload is incomplete: {offset} of {length} bytes. Send the rest first.',
    fr: "L'envoi est incomplet : {offset} octets sur {length}. Envoyez d'abord la suite.",
  },
  'upload-taken': {
    status: 409,
    en: 'This upload has already been used to create a dataset.',
    fr: 'Cet envoi a déjà servi à créer un jeu de données.',
  },
  'uploads-too-many': {
    status: 429,
    en: 'This account has {max} unfinished uploads, the maximum. Finish or delete some of them.',
    fr: 'Ce compte a {max} envois en cours, le maximum. Terminez-en ou supprimez-en.',
  },
  'file-utf32': {
    status: 422,
    en: 'The file is encoded in UTF-32, which is not supported. Save it as UTF-8.',
    fr: 'Le fichier est encodé en UTF-32, un encodage non pris en charge. Enregistrez-le en UTF-8.',
  },
  'file-binary': {
    status: 422,
    en: 'The file is no text, whatever its name says: its first bytes are binary data. Give it the extension of its format, or save it as CSV or JSON in UTF-8.',
    fr: "Le fichier n'est pas un texte, quel que soit son nom : ses premiers octets sont des données binaires. Donnez-lui l'extension de son format, ou enregistrez-le en CSV ou JSON en UTF-8.",
  },
} as const satisfies Record<string, ProblemText>
