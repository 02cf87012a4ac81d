/** Texts of what is deleted or discarded, and of what is lost with it. */
export const deletion = {
  deleteTitle: { en: 'Delete', fr: 'Supprimer' },
  deleteHelp: {
    en: 'The dataset, its rows and its files are deleted immediately and permanently.',
    fr: 'Le jeu de données, ses lignes et ses fichiers sont supprimés immédiatement et définitivement.',
  },
  deleteDataset: { en: 'Delete this dataset', fr: 'Supprimer ce jeu de données' },
  deleteConfirm: {
    en: 'This cannot be undone. Type the title of the dataset to confirm: “{title}”.',
    fr: 'Cette action est irréversible. Tapez le titre du jeu de données pour confirmer : « {title} ».',
  },
  discardDatasetConfirm: {
    en: '“{title}” and its file {file} are deleted. You can upload the file again.',
    fr: '« {title} » et son fichier {file} sont supprimés. Vous pourrez renvoyer le fichier.',
  },
  discardTitleConfirm: {
    en: '“{title}” is deleted. You can publish it again.',
    fr: '« {title} » est supprimé. Vous pourrez le publier à nouveau.',
  },
  discardDraftConfirm: {
    en: 'The new file {file} is deleted. Readers of “{title}” keep the current version.',
    fr: 'Le nouveau fichier {file} est supprimé. Les lecteurs de « {title} » gardent la version actuelle.',
  },
  lossFiles: { en: 'Files and links of the description', fr: 'Fichiers et liens de la description' },
  lossStorage: { en: 'Storage', fr: 'Stockage' },
  lossDraft: { en: 'File that waits to be published', fr: 'Fichier en attente de publication' },
  lossUsers: { en: 'What will stop working', fr: 'Ce qui ne fonctionnera plus' },
  lossesMore: { en: 'and {count} more|and {count} more', fr: 'et {count} autre|et {count} autres' },
  lossLinks: { en: 'Links', fr: 'Liens' },
  lossDatasetLinks: {
    en: 'The page of the dataset, its downloads, its API and its embeds on other sites stop working.',
    fr: 'La page du jeu de données, ses téléchargements, son API et ses intégrations sur d’autres sites ne fonctionneront plus.',
  },
  lossApplicationLinks: {
    en: 'The page of the visualization, its protected links and its embeds on other sites stop working.',
    fr: 'La page de la visualisation, ses liens protégés et ses intégrations sur d’autres sites ne fonctionneront plus.',
  },
  deleteOtherTitle: { en: 'The title does not match.', fr: 'Le titre ne correspond pas.' },
  deleteForEver: { en: 'Delete permanently', fr: 'Supprimer définitivement' },
} as const
