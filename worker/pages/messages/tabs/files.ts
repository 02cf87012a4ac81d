/** The files that lines have. */
export const files = {
  searchFiles: { en: 'Search the files and their rows', fr: 'Rechercher dans les fichiers et leurs lignes' },
  fileCount: { en: '{count} file|{count} files', fr: '{count} fichier|{count} fichiers' },
  noFileHere: {
    en: 'No row of this dataset has a file with searchable content.',
    fr: 'Aucune ligne de ce jeu de données n’a de fichier dont le contenu peut être recherché.',
  },
  noFile: { en: 'No matching files', fr: 'Aucun fichier trouvé' },
  moreFiles: { en: 'Next files', fr: 'Fichiers suivants' },
  openFile: { en: 'Open {name} in a new tab', fr: 'Ouvrir {name} dans un nouvel onglet' },
  downloadFile: { en: 'Download {name}', fr: 'Télécharger {name}' },
  lineOfFile: { en: 'View its row', fr: 'Voir sa ligne' },
} as const
