/** Files of datasets at an address, and their automatic updates. */
export const remoteFile = {
  publishAddress: { en: 'Or publish a file from a URL', fr: 'Ou publier un fichier depuis une URL' },
  fileAddress: { en: 'URL of the file', fr: 'URL du fichier' },
  fileAddressHelp: {
    en: 'HTTP, FTP or SFTP. On the next page you can keep the dataset up to date from this URL.',
    fr: 'HTTP, FTP ou SFTP. À la page suivante, vous pourrez garder le jeu de données à jour depuis cette URL.',
  },
  readAddress: { en: 'Import from the URL', fr: 'Importer depuis l’URL' },
  correctAddress: { en: 'Correct the URL', fr: 'Corriger l’URL' },
  saveAndRead: { en: 'Save and start again', fr: 'Enregistrer et recommencer' },
  automaticUpdate: { en: 'Automatic update', fr: 'Mise à jour automatique' },
  updateAutomatically: { en: 'Update automatically', fr: 'Mettre à jour automatiquement' },
  updateAutomaticallyHelp: {
    en: '{url} is checked once a day; a changed file replaces the current one.',
    fr: '{url} est vérifiée une fois par jour ; un fichier modifié remplace le fichier actuel.',
  },
  updateAutomaticallyDaily: {
    en: 'The URL is checked once a day; a changed file replaces the current one.',
    fr: 'L’URL est vérifiée une fois par jour ; un fichier modifié remplace le fichier actuel.',
  },
  remoteFileHelp: {
    en: 'The file of the dataset comes from this URL. Without a URL it stays as it is.',
    fr: 'Le fichier du jeu de données vient de cette URL. Sans URL, il reste tel quel.',
  },
  noRemoteFileHelp: {
    en: 'The file at this URL replaces that of the dataset.',
    fr: 'Le fichier à cette URL remplace celui du jeu de données.',
  },
  lastUpdated: { en: 'Last update: {when}.', fr: 'Dernière mise à jour : {when}.' },
  nextUpdated: { en: 'Next check: {when}.', fr: 'Prochaine vérification : {when}.' },
  updateNow: { en: 'Update now', fr: 'Mettre à jour maintenant' },
  seeCollectors: { en: 'Schedule and runs', fr: 'Planification et exécutions' },
} as const
