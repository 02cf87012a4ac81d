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
  deleteLineConfirm: { en: 'The row is deleted with its values.', fr: 'La ligne est supprimée avec ses valeurs.' },
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
  'rule:required': { en: 'Required', fr: 'Obligatoire' },
  'rule:additional': { en: 'Unknown column {column}', fr: 'Colonne {column} inconnue' },
  'rule:maximum': { en: 'Must be at most {limit}', fr: 'Doit être inférieur ou égal à {limit}' },
  'rule:minimum': { en: 'Must be at least {limit}', fr: 'Doit être supérieur ou égal à {limit}' },
  'rule:maxLength': {
    en: 'Must have at most {count} character|Must have at most {count} characters',
    fr: 'Doit avoir au plus {count} caractère|Doit avoir au plus {count} caractères',
  },
  'rule:minLength': {
    en: 'Must have at least {count} character|Must have at least {count} characters',
    fr: 'Doit avoir au moins {count} caractère|Doit avoir au moins {count} caractères',
  },
  'rule:type': { en: 'Must be of type {type}', fr: 'Doit être de type {type}' },
  'rule:label': { en: 'Must be one of the allowed values', fr: 'Doit être une des valeurs autorisées' },
  'rule:format': { en: 'Must match the format “{format}”', fr: 'Doit correspondre au format « {format} »' },
  'rule:duplicate': { en: 'Duplicate: {columns} must be unique', fr: 'Doublon : {columns} doit être unique' },
  'rule:idTaken': { en: 'This row identifier is already used', fr: 'Cet identifiant de ligne est déjà utilisé' },
  'rule:primaryKey': {
    en: 'The row identifier does not match the primary key',
    fr: 'L’identifiant de la ligne ne correspond pas à la clé primaire',
  },
  'rule:illFormed': {
    en: 'Holds half of a surrogate pair, which is no character',
    fr: 'Contient la moitié d’une paire de substitution, qui n’est pas un caractère',
  },
  'rule:value': { en: '{message} (value: {value})', fr: '{message} (valeur : {value})' },
  refusal: { en: 'Error', fr: 'Erreur' },
} as const
