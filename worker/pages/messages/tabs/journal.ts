/** Texts of the journal of a dataset. */
export const journal = {
  noEvent: { en: 'No event yet.', fr: 'Aucun événement pour l’instant.' },
  'event:dataset-created': { en: 'Dataset created', fr: 'Jeu de données créé' },
  'event:data-updated': { en: 'New data', fr: 'Nouvelles données' },
  'event:draft-data-updated': { en: 'New data in a draft', fr: 'Nouvelles données en brouillon' },
  'event:structure-updated': { en: 'Columns or settings changed', fr: 'Colonnes ou réglages modifiés' },
  fileReadAgain: { en: 'File read again', fr: 'Fichier relu' },
  'event:ready': { en: 'Published: the data is available', fr: 'Publié : les données sont disponibles' },
  'event:reviewable': { en: 'Ready to be reviewed', fr: 'Prêt à être vérifié' },
  'event:finalize-end': {
    en: 'The dataset was fully processed',
    fr: 'Le jeu de données a été entièrement traité',
  },
  'event:extend-start': { en: 'Columns are being filled', fr: 'Colonnes en cours de remplissage' },
  'event:extend-end': { en: 'Columns filled', fr: 'Colonnes remplies' },
  'event:draft-validated': { en: 'New version published', fr: 'Nouvelle version publiée' },
  'event:dataset-restored': { en: 'Dataset restored', fr: 'Jeu de données restauré' },
  'event:draft-cancelled': { en: 'New file discarded', fr: 'Nouveau fichier abandonné' },
  cancelledByItself: { en: 'New file discarded automatically', fr: 'Nouveau fichier abandonné automatiquement' },
  'event:other': { en: 'Other change', fr: 'Autre modification' },
  byAuthor: { en: 'by {name}', fr: 'par {name}' },
  'event:validation-error': { en: 'Rejected by the validation rules', fr: 'Rejeté par les règles de validation' },
  'event:structure-differs': {
    en: 'Other columns than the current version',
    fr: 'Colonnes différentes de la version actuelle',
  },
  'event:warning': { en: 'Warning', fr: 'Avertissement' },
  'event:error': { en: 'Error', fr: 'Erreur' },
  fileVersions: { en: 'Earlier files', fr: 'Fichiers précédents' },
  fileVersionsHelp: {
    en: 'The last {files} files that were replaced stay here for {days} days, for those who can edit the dataset.',
    fr: 'Les {files} derniers fichiers remplacés restent ici {days} jours, pour ceux qui peuvent modifier le jeu de données.',
  },
  fileSentBy: { en: 'sent by {name}', fr: 'envoyé par {name}' },
  availableUntil: { en: 'available until {date}', fr: 'disponible jusqu’au {date}' },
  restoreFileHelp: {
    en: 'This file is read again as a new one. You review it before it replaces the current file, which then stays available here.',
    fr: 'Ce fichier est relu comme un nouveau. Vous le vérifiez avant qu’il ne remplace le fichier actuel, qui reste ensuite disponible ici.',
  },
  restoreFileAttachments: {
    en: 'The attachments stay those of the current file: send their archive again if they have changed too.',
    fr: 'Les pièces jointes restent celles du fichier actuel : renvoyez leur archive si elles ont changé aussi.',
  },
  deleteFileVersion: {
    en: 'The file is deleted now. This cannot be undone.',
    fr: 'Le fichier est supprimé maintenant. C’est irréversible.',
  },
  earlierFilesLink: {
    en: 'The current file stays available for {days} days:',
    fr: 'Le fichier actuel reste disponible {days} jours :',
  },
  filledNot: {
    en: 'A column has no value in {rows} row: the file was not published.|A column has no value in {rows} rows: the file was not published.',
    fr: 'Une colonne n’a pas de valeur dans {rows} ligne : le fichier n’a pas été publié.|Une colonne n’a pas de valeur dans {rows} lignes : le fichier n’a pas été publié.',
  },
  rowFailure: { en: '{title}, row {row}: {reason}.', fr: '{title}, ligne {row} : {reason}.' },
  columnsNotFound: {
    en: 'The file has no columns with these names: {columns}.',
    fr: 'Le fichier n’a pas de colonnes portant ces noms : {columns}.',
  },
  columnsFound: { en: 'It has other columns: {columns}.', fr: 'Il a d’autres colonnes : {columns}.' },
  columnsOfOtherType: {
    en: 'These columns have values of another type: {columns}.',
    fr: 'Ces colonnes ont des valeurs d’un autre type : {columns}.',
  },
} as const
