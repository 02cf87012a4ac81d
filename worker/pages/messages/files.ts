/** The files that lines have. */
export const files = {
  searchFiles: { en: 'Search in the files and their lines', fr: 'Chercher dans les fichiers et leurs lignes' },
  fileCount: { en: '{count} file|{count} files', fr: '{count} fichier|{count} fichiers' },
  noFileHere: {
    en: 'No line of this dataset has a file whose content was read.',
    fr: 'Aucune ligne de ce jeu de données n’a de fichier dont le contenu a été lu.',
  },
  noFile: { en: 'No file is like this', fr: 'Aucun fichier de ce genre' },
  moreFiles: { en: 'Next files', fr: 'Fichiers suivants' },
  openFile: { en: 'Open {name} in a new tab', fr: 'Ouvrir {name} dans un nouvel onglet' },
  downloadFile: { en: 'Download {name}', fr: 'Télécharger {name}' },
  lineOfFile: { en: 'See its line', fr: 'Voir sa ligne' },
} as const
