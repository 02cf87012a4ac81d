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
  importRows: { en: 'Import', fr: 'Importer' },
  importHelp: {
    en: 'The rows of a file are checked, then written. Rows with errors are listed with the reason.',
    fr: 'Les lignes d’un fichier sont vérifiées, puis écrites. Celles qui ont des erreurs sont listées avec la raison.',
  },
  importMode: { en: 'The rows of the file', fr: 'Les lignes du fichier' },
  importAdds: { en: 'Are added', fr: 'Sont ajoutées' },
  importAddsByKey: {
    en: 'A row with the same {columns} is updated.',
    fr: 'Une ligne qui a les mêmes valeurs ({columns}) est mise à jour.',
  },
  importAddsWithoutKey: {
    en: 'All rows of the file are added.',
    fr: 'Toutes les lignes du fichier sont ajoutées.',
  },
  importAddsOrUpdates: {
    en: 'Those that the dataset already has are updated.',
    fr: 'Celles que le jeu de données a déjà sont mises à jour.',
  },
  importMatchRows: {
    en: 'Rows that the dataset already has are found',
    fr: 'Les lignes déjà présentes sont retrouvées',
  },
  importMatchBy: { en: 'by', fr: 'par' },
  importMatchAnd: { en: 'and by', fr: 'et par' },
  importMatchIds: { en: 'the “_id” of the service', fr: 'l’« _id » du service' },
  importMatchAlone: { en: '–', fr: '–' },
  importMatchHelp: {
    en: 'A row that is found gets the values of the file; columns that the file does not have keep theirs. Other rows are added. “Check without importing” counts them first.',
    fr: 'Une ligne trouvée prend les valeurs du fichier ; les colonnes absentes du fichier gardent les leurs. Les autres lignes sont ajoutées. « Vérifier sans importer » les compte d’abord.',
  },
  downloadWithIds: { en: 'Download the rows with “_id”', fr: 'Télécharger les lignes avec « _id »' },
  importReplaces: { en: 'Replace all rows', fr: 'Remplacent toutes les lignes' },
  importReplacesHelp: {
    en: 'The current rows are deleted, unless a row of the file is invalid.',
    fr: 'Les lignes actuelles sont supprimées, sauf si une ligne du fichier est invalide.',
  },
  importOnErrors: { en: 'If rows have errors', fr: 'Si des lignes contiennent des erreurs' },
  importNone: { en: 'Nothing is imported', fr: 'Rien n’est importé' },
  importNoneHelp: {
    en: 'The errors are listed: correct the file and import it again.',
    fr: 'Les erreurs sont listées : corrigez le fichier et importez-le à nouveau.',
  },
  importOthers: { en: 'The other rows are imported', fr: 'Les autres lignes sont importées' },
  importOtherRows: {
    en: 'Import the only row without errors|Import the {count} rows without errors',
    fr: 'Importer la seule ligne sans erreur|Importer les {count} lignes sans erreur',
  },
  checkFile: { en: 'Check without importing', fr: 'Vérifier sans importer' },
  importAddsRows: {
    en: '{count} row would be added.|{count} rows would be added.',
    fr: '{count} ligne serait ajoutée.|{count} lignes seraient ajoutées.',
  },
  importChangesRows: {
    en: '{count} row would be updated.|{count} rows would be updated.',
    fr: '{count} ligne serait mise à jour.|{count} lignes seraient mises à jour.',
  },
  importDeletesRows: {
    en: '{count} row would be deleted.|{count} rows would be deleted.',
    fr: '{count} ligne serait supprimée.|{count} lignes seraient supprimées.',
  },
  importReplacesBy: {
    en: 'All rows would be replaced by {count} row.|All rows would be replaced by {count} rows.',
    fr: 'Toutes les lignes seraient remplacées par {count} ligne.|Toutes les lignes seraient remplacées par {count} lignes.',
  },
  checkedErrors: {
    en: '{count} row has an error.|{count} rows have errors.',
    fr: '{count} ligne contient une erreur.|{count} lignes contiennent des erreurs.',
  },
  checkedNone: { en: 'Nothing would be imported.', fr: 'Rien ne serait importé.' },
  importedNone: { en: 'Nothing was imported.', fr: 'Rien n’a été importé.' },
  importIgnoresUnknown: {
    en: 'Leave out columns that are not in the dataset',
    fr: 'Ignorer les colonnes absentes du jeu de données',
  },
  importMatch: { en: 'Columns of the file', fr: 'Colonnes du fichier' },
  importLeaveOut: { en: 'leave out', fr: 'ignorer' },
  importKnown: { en: 'Columns of the dataset: {columns}.', fr: 'Colonnes du jeu de données : {columns}.' },
  importAddColumns: {
    en: 'Add this column to the dataset|Add these columns to the dataset',
    fr: 'Ajouter cette colonne au jeu de données|Ajouter ces colonnes au jeu de données',
  },
  checkedNoError: {
    en: 'The values of the other columns have no error.',
    fr: 'Les valeurs des autres colonnes n’ont pas d’erreur.',
  },
  importUnknown: {
    en: 'Unknown column: {columns}.|Unknown columns: {columns}.',
    fr: 'Colonne inconnue : {columns}.|Colonnes inconnues : {columns}.',
  },
  importUnknownHelp: {
    en: 'Choose its column below, then import the file again.|Choose their columns below, then import the file again.',
    fr: 'Choisissez sa colonne ci-dessous, puis importez à nouveau le fichier.|Choisissez leurs colonnes ci-dessous, puis importez à nouveau le fichier.',
  },
  importKinds: {
    en: 'CSV, Excel or OpenDocument spreadsheet, JSON, NDJSON',
    fr: 'CSV, classeur Excel ou OpenDocument, JSON, NDJSON',
  },
  importColumns: { en: 'Columns: {columns}', fr: 'Colonnes : {columns}' },
  importedNew: { en: '{count} row added.|{count} rows added.', fr: '{count} ligne ajoutée.|{count} lignes ajoutées.' },
  importedChanged: {
    en: '{count} row updated.|{count} rows updated.',
    fr: '{count} ligne mise à jour.|{count} lignes mises à jour.',
  },
  importOtherwise: { en: 'Without it:|Without them:', fr: 'Sans elle :|Sans elles :' },
  importedSame: {
    en: '{count} row was the same already.|{count} rows were the same already.',
    fr: '{count} ligne était déjà identique.|{count} lignes étaient déjà identiques.',
  },
  importedDeleted: {
    en: '{count} row deleted.|{count} rows deleted.',
    fr: '{count} ligne supprimée.|{count} lignes supprimées.',
  },
  importedRefused: {
    en: '{count} row has an error and was not imported.|{count} rows have errors and were not imported.',
    fr: '{count} ligne contient une erreur et n’a pas été importée.|{count} lignes contiennent des erreurs et n’ont pas été importées.',
  },
  importUndone: {
    en: 'Nothing was replaced: the current rows are unchanged.',
    fr: 'Rien n’a été remplacé : les lignes actuelles sont inchangées.',
  },
  importFailed: { en: 'The file could not be imported.', fr: 'Le fichier n’a pas pu être importé.' },
  importRefused: { en: 'The file cannot be imported.', fr: 'Le fichier ne peut pas être importé.' },
  importMoreErrors: { en: '{count} more.', fr: '{count} de plus.' },
  downloadErrors: { en: 'Download the list of errors', fr: 'Télécharger la liste des erreurs' },
  refusedRows: { en: 'Rows with errors', fr: 'Lignes avec des erreurs' },
  refusedColumn: { en: '{column}: {text}', fr: '{column} : {text}' },
  rowInFile: { en: 'Row of the file', fr: 'Ligne du fichier' },
  seeRows: { en: 'See the rows', fr: 'Voir les lignes' },
  backToDatasets: { en: 'Back to the datasets', fr: 'Retour aux jeux de données' },
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
  'rule:labelAlike': {
    en: '{text}: did you mean “{value}”?',
    fr: '{text} : vouliez-vous dire « {value} » ?',
  },
  'rule:labelList': { en: '{text}: {values}', fr: '{text} : {values}' },
  'rule:label': { en: 'Must be one of the allowed values', fr: 'Doit être une des valeurs autorisées' },
  'rule:format': { en: 'Must match the format “{format}”', fr: 'Doit correspondre au format « {format} »' },
  'rule:severalLines': {
    en: 'Several rows have the same value in {columns}: none of them was chosen',
    fr: 'Plusieurs lignes ont la même valeur dans {columns} : aucune n’a été choisie',
  },
  'rule:duplicate': { en: 'Duplicate: {columns} must be unique', fr: 'Doublon : {columns} doit être unique' },
  'rule:idTaken': { en: 'This row identifier is already used', fr: 'Cet identifiant de ligne est déjà utilisé' },
  'rule:primaryKey': {
    en: 'The row identifier does not match the key columns: leave it empty',
    fr: 'L’identifiant de la ligne ne correspond pas aux colonnes clés : laissez-le vide',
  },
  'rule:illFormed': {
    en: 'Contains a damaged character: delete it and type it again',
    fr: 'Contient un caractère abîmé : effacez-le et retapez-le',
  },
  'rule:value': { en: '{message} (value: {value})', fr: '{message} (valeur : {value})' },
  refusal: { en: 'Error', fr: 'Erreur' },
  conflictBy: { en: 'Row {row} was changed by {name}.', fr: 'La ligne {row} a été modifiée par {name}.' },
  conflictGoneBy: {
    en: 'Row {row}, which you changed, was deleted by {name}.',
    fr: 'La ligne {row}, que vous avez modifiée, a été supprimée par {name}.',
  },
  conflictDeletedBy: {
    en: 'Row {row}, which you deleted, was changed by {name}.',
    fr: 'La ligne {row}, que vous avez supprimée, a été modifiée par {name}.',
  },
} as const
