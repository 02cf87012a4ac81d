/** The grid of the rows of an editable dataset. */
export const grid = {
  readTable: { en: 'Done', fr: 'Terminé' },
  moreTools: { en: 'More', fr: 'Plus' },
  gridTools: { en: 'Row tools', fr: 'Outils des lignes' },
  gridLabel: { en: 'Rows of {title}', fr: 'Lignes de {title}' },
  gridHelp: {
    en: 'Like a spreadsheet: F2 or Enter edits, Ctrl+Z undoes, Ctrl+D and Ctrl+R fill down and right, Alt+↓ sorts and filters. Escape then Tab leaves the grid.',
    fr: 'Comme un tableur : F2 ou Entrée modifie, Ctrl+Z annule, Ctrl+D et Ctrl+R recopient vers le bas et la droite, Alt+↓ trie et filtre. Échap puis Tab quitte la grille.',
  },
  fillHandle: {
    en: 'Drag to fill cells, double-click to fill down',
    fr: 'Glissez pour recopier, double-cliquez pour recopier jusqu’en bas',
  },
  'datesRead:dayFirst': {
    en: 'Dates were read as day/month/year.',
    fr: 'Les dates ont été lues jour/mois/année.',
  },
  'datesRead:monthFirst': {
    en: 'Dates were read as month/day/year.',
    fr: 'Les dates ont été lues mois/jour/année.',
  },
  headerRowPasted: {
    en: 'The first pasted row has the names of the columns: it was left out.',
    fr: 'La première ligne collée contient les noms des colonnes : elle a été ignorée.',
  },
  gridColumnsChanged: {
    en: 'Somebody changed the columns. Reload the page to see them.',
    fr: 'Les colonnes ont été modifiées. Rechargez la page pour les voir.',
  },
  gridNeedsScripts: {
    en: 'This page needs JavaScript. Rows can be edited one by one from the table.',
    fr: 'Cette page a besoin de JavaScript. Les lignes peuvent être modifiées une par une depuis le tableau.',
  },
  undo: { en: 'Undo', fr: 'Annuler' },
  redo: { en: 'Redo', fr: 'Rétablir' },
  duplicateRows: { en: 'Duplicate the selected rows', fr: 'Dupliquer les lignes sélectionnées' },
  deleteRows: { en: 'Delete the selected rows', fr: 'Supprimer les lignes sélectionnées' },
  editAsForm: { en: 'Edit the row as a form', fr: 'Modifier la ligne dans un formulaire' },
  sortAndFilter: { en: 'Sort and filter by the column', fr: 'Trier et filtrer selon la colonne' },
  deleteManyRows: {
    en: 'Delete {count} row? Undo brings it back until you leave this page.|Delete {count} rows? Undo brings them back until you leave this page.',
    fr: 'Supprimer {count} ligne ? « Annuler » la rétablit tant que vous restez sur cette page.|Supprimer {count} lignes ? « Annuler » les rétablit tant que vous restez sur cette page.',
  },
  deleteRowsWithFiles: {
    en: 'Delete {count} row with its file? Undo brings the row back, not the file.|Delete {count} rows with their files? Undo brings the rows back, not the files.',
    fr: 'Supprimer {count} ligne avec son fichier ? « Annuler » rétablit la ligne, pas le fichier.|Supprimer {count} lignes avec leurs fichiers ? « Annuler » rétablit les lignes, pas les fichiers.',
  },
  rowsDeleted: {
    en: '{count} row deleted.|{count} rows deleted.',
    fr: '{count} ligne supprimée.|{count} lignes supprimées.',
  },
  discardRow: {
    en: 'Discard the changes to this row?',
    fr: 'Abandonner les modifications de cette ligne ?',
  },
  leaveUnsaved: {
    en: '{count} row is not saved: see the marked cells. Leave this page? The row stays in this browser until you come back.|{count} rows are not saved: see the marked cells. Leave this page? The rows stay in this browser until you come back.',
    fr: '{count} ligne n’est pas enregistrée : voyez les cellules signalées. Quitter la page ? La ligne reste dans ce navigateur jusqu’à votre retour.|{count} lignes ne sont pas enregistrées : voyez les cellules signalées. Quitter la page ? Les lignes restent dans ce navigateur jusqu’à votre retour.',
  },
  rowsCopying: {
    en: 'The rows are being copied. This page loads again once all of them are there.',
    fr: 'Les lignes sont en cours de copie. La page se recharge une fois qu’elles y sont toutes.',
  },
  copyProgress: { en: 'Progress of the copy', fr: 'Avancement de la copie' },
  saveAndAdd: { en: 'Save and add another', fr: 'Enregistrer et ajouter' },
  columnMenu: { en: 'Column menu', fr: 'Menu de la colonne' },
  filterColumn: { en: 'Filter…', fr: 'Filtrer…' },
  collapseColumn: { en: 'Collapse', fr: 'Replier' },
  showColumn: { en: 'Show', fr: 'Déplier' },
  columnForm: { en: 'Title, description, type…', fr: 'Titre, description, type…' },
  allColumnSettings: { en: 'All settings of the columns', fr: 'Tous les réglages des colonnes' },
  insertBefore: { en: 'Insert a column before', fr: 'Insérer une colonne avant' },
  insertAfter: { en: 'Insert a column after', fr: 'Insérer une colonne après' },
  deleteColumn: {
    en: 'Delete the column “{column}”, with its values in {count} row? Undo does not bring it back.|Delete the column “{column}”, with its values in {count} rows? Undo does not bring it back.',
    fr: 'Supprimer la colonne « {column} », avec ses valeurs dans {count} ligne ? « Annuler » ne la rétablit pas.|Supprimer la colonne « {column} », avec ses valeurs dans {count} lignes ? « Annuler » ne la rétablit pas.',
  },
  cellMenu: { en: 'Cells and rows', fr: 'Cellules et lignes' },
  cut: { en: 'Cut', fr: 'Couper' },
  paste: { en: 'Paste', fr: 'Coller' },
  pasteWithKeys: {
    en: 'This browser pastes with Ctrl+V (⌘V on a Mac).',
    fr: 'Ce navigateur colle avec Ctrl+V (⌘V sur un Mac).',
  },
  selectedLoaded: {
    en: '{count} loaded row selected|{count} loaded rows selected',
    fr: '{count} ligne chargée sélectionnée|{count} lignes chargées sélectionnées',
  },
  rowsNotLoaded: {
    en: '{count} more row: it is loaded as you scroll|{count} more rows: they are loaded as you scroll',
    fr: '{count} autre ligne, chargée au défilement|{count} autres lignes, chargées au défilement',
  },
  deleteChoice: {
    en: '{count} row is loaded and selected. The dataset has {all} rows.|{count} rows are loaded and selected. The dataset has {all} rows.',
    fr: '{count} ligne est chargée et sélectionnée. Le jeu de données a {all} lignes.|{count} lignes sont chargées et sélectionnées. Le jeu de données a {all} lignes.',
  },
  deleteLoaded: {
    en: 'Delete the selected row|Delete the {count} selected rows',
    fr: 'Supprimer la ligne sélectionnée|Supprimer les {count} lignes sélectionnées',
  },
  deleteAll: { en: 'Delete all {count} rows', fr: 'Supprimer les {count} lignes du jeu de données' },
  deleteAllConfirm: {
    en: 'Delete all {count} rows of this dataset, with their history? They cannot be restored.',
    fr: 'Supprimer les {count} lignes de ce jeu de données, avec leur historique ? Elles ne pourront pas être rétablies.',
  },
  deleting: { en: 'Deleting…', fr: 'Suppression…' },
  allNotDeleted: {
    en: 'The rows could not be deleted. Try again in a moment.',
    fr: 'Les lignes n’ont pas pu être supprimées. Réessayez dans un instant.',
  },
  selectedRows: {
    en: '{count} selected',
    fr: '{count} sélectionnées',
  },
  selectedFigures: { en: 'Sum: {sum} · Average: {average}', fr: 'Somme : {sum} · Moyenne : {average}' },
  replaceAttachment: { en: 'Choose a file', fr: 'Choisir un fichier' },
  viewFile: { en: 'View', fr: 'Voir' },
  attachRowFirst: {
    en: 'Complete the other cells of this row first: a file needs a saved row.',
    fr: 'Complétez d’abord les autres cellules de cette ligne : un fichier est joint à une ligne enregistrée.',
  },
  attachFailed: { en: '{name} could not be attached. {reason}', fr: '{name} n’a pas pu être joint. {reason}' },
  rowNumber: { en: 'Row {row}', fr: 'Ligne {row}' },
  pasteTooWide: {
    en: 'The pasted block has {count} column more than fits: it was left out.|The pasted block has {count} columns more than fit: they were left out.',
    fr: 'Le bloc collé a {count} colonne de trop, qui a été ignorée.|Le bloc collé a {count} colonnes de trop, qui ont été ignorées.',
  },
  tabLeaves: { en: 'Press Tab to leave the grid.', fr: 'Appuyez sur Tab pour quitter la grille.' },
  conflict: {
    en: 'Row {row} was changed by someone else.',
    fr: 'La ligne {row} a été modifiée par quelqu’un d’autre.',
  },
  conflictGone: {
    en: 'Row {row}, which you changed, was deleted by someone else.',
    fr: 'La ligne {row}, que vous avez modifiée, a été supprimée par quelqu’un d’autre.',
  },
  conflictDeleted: {
    en: 'Row {row}, which you deleted, was changed by someone else.',
    fr: 'La ligne {row}, que vous avez supprimée, a été modifiée par quelqu’un d’autre.',
  },
  conflictValues: {
    en: '{column}: yours “{mine}”, theirs “{theirs}”',
    fr: '{column} : la vôtre « {mine} », la leur « {theirs} »',
  },
  'keep:mine': { en: 'Keep mine', fr: 'Garder la mienne' },
  'keep:theirs': { en: 'Keep theirs', fr: 'Garder la leur' },
  'gone:mine': { en: 'Keep the row', fr: 'Garder la ligne' },
  'gone:theirs': { en: 'Delete the row', fr: 'Supprimer la ligne' },
  'deleted:mine': { en: 'Delete the row', fr: 'Supprimer la ligne' },
  'deleted:theirs': { en: 'Keep the row', fr: 'Garder la ligne' },
  'state:saved': { en: 'All changes are saved.', fr: 'Toutes les modifications sont enregistrées.' },
  'state:saving': { en: 'Saving…', fr: 'Enregistrement…' },
  'state:waiting': {
    en: '{count} row is not saved: see the marked cells.|{count} rows are not saved: see the marked cells.',
    fr: '{count} ligne n’est pas enregistrée : voyez les cellules signalées.|{count} lignes ne sont pas enregistrées : voyez les cellules signalées.',
  },
  'state:refused': {
    en: '{count} row is not saved. {reason}|{count} rows are not saved. {reason}',
    fr: '{count} ligne n’est pas enregistrée. {reason}|{count} lignes ne sont pas enregistrées. {reason}',
  },
  'state:offline': {
    en: 'The service cannot be reached. Your changes are kept in this browser, and sent once it answers.',
    fr: 'Le service est injoignable. Vos modifications sont gardées dans ce navigateur et seront envoyées dès qu’il répondra.',
  },
  'state:signedOut': {
    en: 'You are signed out, or may no longer edit these rows. Your changes are kept in this browser: sign in in another tab, and they are saved.',
    fr: 'Vous êtes déconnecté, ou ne pouvez plus modifier ces lignes. Vos modifications sont gardées dans ce navigateur : connectez-vous dans un autre onglet, et elles seront enregistrées.',
  },
  unsavedRestored: {
    en: '{count} row that was not saved has been restored.|{count} rows that were not saved have been restored.',
    fr: '{count} ligne non enregistrée a été restaurée.|{count} lignes non enregistrées ont été restaurées.',
  },
  discardUnsaved: { en: 'Discard', fr: 'Abandonner' },
  showProblem: { en: 'Show', fr: 'Afficher' },
  'problem:required': { en: 'Required', fr: 'Obligatoire' },
  'problem:integer': { en: 'Must be a whole number', fr: 'Doit être un nombre entier' },
  'problem:number': { en: 'Must be a number', fr: 'Doit être un nombre' },
  'problem:boolean': { en: 'Must be yes or no', fr: 'Doit être oui ou non' },
  'problem:date': { en: 'Must be a date, such as 2026-01-31', fr: 'Doit être une date, par exemple 31/01/2026' },
  'problem:date-time': {
    en: 'Must be a date and time, such as 2026-01-31T12:00:00',
    fr: 'Doit être une date et une heure, par exemple 31/01/2026 12:00',
  },
  'problem:day': { en: 'This day does not exist', fr: 'Ce jour n’existe pas' },
  'problem:label': { en: 'Must be one of: {values}', fr: 'Valeurs autorisées : {values}' },
  'problem:attachment': {
    en: 'No file of this dataset has this path. Press Enter to choose a file',
    fr: 'Aucun fichier du jeu de données n’a ce chemin. Entrée choisit un fichier',
  },
  'problem:position': {
    en: 'Must be a latitude (−90 to 90), a comma and a longitude (−180 to 180), such as 48.85, 2.35',
    fr: 'Doit être une latitude (−90 à 90), une virgule et une longitude (−180 à 180), par exemple 48.85, 2.35',
  },
  'problem:maximum': { en: 'Must be at most {limit}', fr: 'Doit être inférieur ou égal à {limit}' },
  'problem:minimum': { en: 'Must be at least {limit}', fr: 'Doit être supérieur ou égal à {limit}' },
  'problem:maxLength': {
    en: 'Must have at most {count} character|Must have at most {count} characters',
    fr: 'Doit avoir au plus {count} caractère|Doit avoir au plus {count} caractères',
  },
  'problem:minLength': {
    en: 'Must have at least {count} character|Must have at least {count} characters',
    fr: 'Doit avoir au moins {count} caractère|Doit avoir au moins {count} caractères',
  },
  'problem:pattern': { en: 'Must match the format “{format}”', fr: 'Doit correspondre au format « {format} »' },
  columnValue: { en: '{name}: {value}', fr: '{name} : {value}' },
} as const
