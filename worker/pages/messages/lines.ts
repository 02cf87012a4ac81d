/** Writing lines. */
export const lines = {
  noLineYet: { en: 'No line yet', fr: 'Aucune ligne pour l’instant' },
  noLineYetHelp: {
    en: 'Add the first one, or import many from a file. Programs write them through the API.',
    fr: 'Ajoutez la première, ou importez-en beaucoup depuis un fichier. Les programmes en écrivent par l’API.',
  },
  addLine: { en: 'Add a line', fr: 'Ajouter une ligne' },
  newLine: { en: 'New line', fr: 'Nouvelle ligne' },
  editLine: { en: 'Edit the line', fr: 'Modifier la ligne' },
  deleteLine: { en: 'Delete the line', fr: 'Supprimer la ligne' },
  importLines: { en: 'Import lines', fr: 'Importer des lignes' },
  importHelp: {
    en: 'Lines with a known identifier are changed, the others are added. What a rule refuses is told line by line; the rest is written.',
    fr: 'Les lignes dont l’identifiant est connu sont modifiées, les autres ajoutées. Ce qu’une règle refuse est dit ligne par ligne ; le reste est écrit.',
  },
  importFile: { en: 'Choose a file of lines', fr: 'Choisissez un fichier de lignes' },
  importKinds: {
    en: 'CSV, NDJSON or JSON with the fields {fields}',
    fr: 'CSV, NDJSON ou JSON avec les champs {fields}',
  },
  imported: {
    en: '{count} line written, {refused} refused.|{count} lines written, {refused} refused.',
    fr: '{count} ligne écrite, {refused} refusées.|{count} lignes écrites, {refused} refusées.',
  },
  refusal: { en: 'Why it was refused', fr: 'Pourquoi elle a été refusée' },
} as const
