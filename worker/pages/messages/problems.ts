/** Texts of errors for pages: clients compare those of the API, which stay as they are. */
export const problems = {
  'error:super-admin-only': {
    en: 'Reserved to super-administrators.',
    fr: 'Réservé aux super-administrateurs.',
  },
  'error:dataset-not-found': { en: 'Dataset not found.', fr: 'Jeu de données introuvable.' },
  'error:sign-in-required': {
    en: 'You have been signed out. Sign in in a new tab, then try again.',
    fr: 'Vous avez été déconnecté. Connectez-vous dans un nouvel onglet, puis réessayez.',
  },
  'error:file-type-unsupported': {
    en: 'Files of type .{type} are not supported. Send a CSV, a workbook (XLSX, ODS), GeoJSON, GPX, KML or a shapefile in a zip.',
    fr: 'Les fichiers .{type} ne sont pas pris en charge. Envoyez un CSV, un classeur (XLSX, ODS), un GeoJSON, un GPX, un KML ou un shapefile dans un zip.',
  },
  'error:file-type-workbook': {
    en: 'Files of type .{type} are not supported. Open the file in a spreadsheet program and save it as .xlsx, .ods or .csv.',
    fr: 'Les fichiers .{type} ne sont pas pris en charge. Ouvrez le fichier dans un tableur et enregistrez-le en .xlsx, .ods ou .csv.',
  },
  'error:file-type-map': {
    en: 'Files of type .{type} are not supported. Convert the file to GeoJSON, for example with QGIS.',
    fr: 'Les fichiers .{type} ne sont pas pris en charge. Convertissez le fichier en GeoJSON, par exemple avec QGIS.',
  },
  'error:file-type-shapefile-part': {
    en: 'A .{type} file is one part of a shapefile. Send .shp, .shx, .dbf and .prj together in one zip.',
    fr: 'Un fichier .{type} est une partie d’un shapefile. Envoyez .shp, .shx, .dbf et .prj ensemble dans un zip.',
  },
  'error:file-type-archive': {
    en: 'Archives of type .{type} are not supported. Create a zip of the same files.',
    fr: 'Les archives .{type} ne sont pas prises en charge. Créez un zip des mêmes fichiers.',
  },
  'error:description-id-missing': {
    en: 'The description does not identify the API. Fill in “Identifier of the API”.',
    fr: 'La description n’identifie pas l’API. Remplissez « Identifiant de l’API ».',
  },
  'error:description-id-invalid': {
    en: 'The identifier of the API, “{id}”, is not valid: it has 8 to 64 lower-case letters, digits, hyphens, colons and dots.',
    fr: 'L’identifiant de l’API, « {id} », n’est pas valable : il a de 8 à 64 lettres minuscules, chiffres, tirets, deux-points et points.',
  },
} as const
