/** Writing lines. */
export const lines = {
  noLineYet: { en: 'No rows yet', fr: 'Aucune ligne pour l’instant' },
  noLineYetHelp: {
    en: 'Add the first row, import a file, or write rows through the API.',
    fr: 'Ajoutez la première ligne, importez un fichier, ou écrivez des lignes par l’API.',
  },
  addLine: { en: 'Add a row', fr: 'Ajouter une ligne' },
  newLine: { en: 'New row', fr: 'Nouvelle ligne' },
  editLine: { en: 'Edit row', fr: 'Modifier la ligne' },
  deleteLine: { en: 'Delete row', fr: 'Supprimer la ligne' },
  importLines: { en: 'Import rows', fr: 'Importer des lignes' },
  importHelp: {
    en: 'Rows whose identifier already exists are updated, the others are added. Invalid rows are listed with the reason; the valid rows are imported.',
    fr: 'Les lignes dont l’identifiant existe déjà sont mises à jour, les autres sont ajoutées. Les lignes invalides sont listées avec la raison ; les lignes valides sont importées.',
  },
  importFile: { en: 'Choose a file of rows', fr: 'Choisissez un fichier de lignes' },
  importKinds: {
    en: 'CSV, NDJSON or JSON with the columns {fields}',
    fr: 'CSV, NDJSON ou JSON avec les colonnes {fields}',
  },
  imported: {
    en: '{count} row imported, {refused} rejected.|{count} rows imported, {refused} rejected.',
    fr: '{count} ligne importée, {refused} en erreur.|{count} lignes importées, {refused} en erreur.',
  },
  refusal: { en: 'Error', fr: 'Erreur' },
} as const
