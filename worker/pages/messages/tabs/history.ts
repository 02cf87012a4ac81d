/** Texts of the history of rows. */
export const history = {
  keepAuthors: { en: 'Keep the author of each change', fr: 'Conserver l’auteur de chaque modification' },
  keepAuthorsHelp: {
    en: 'Two columns with the last author are added: whoever reads the data sees the names. Without them, only those who may edit the dataset see them, in the history.',
    fr: 'Deux colonnes sont ajoutées pour le dernier auteur : toute personne qui lit les données voit les noms. Sans elles, seules les personnes qui peuvent modifier le jeu de données les voient, dans l’historique.',
  },
  keepHistory: { en: 'Keep the history of rows', fr: 'Conserver l’historique des lignes' },
  keepHistoryHelp: {
    en: 'Earlier versions of each row can be read and restored.',
    fr: 'Les versions précédentes de chaque ligne peuvent être relues et restaurées.',
  },
  historyForEditors: {
    en: 'Only people who can edit see the history',
    fr: 'Historique visible seulement par les personnes qui peuvent modifier',
  },
  historyForEditorsHelp: {
    en: 'Otherwise everyone who reads the rows also reads their former values and the deleted rows.',
    fr: 'Sinon, toute personne qui lit les lignes lit aussi leurs anciennes valeurs et les lignes supprimées.',
  },
  historyIsOpen: {
    en: 'Everyone who reads the rows also reads their history: former values and deleted rows.',
    fr: 'Toute personne qui lit les lignes lit aussi leur historique : anciennes valeurs et lignes supprimées.',
  },
  historySettings: { en: 'History settings', fr: 'Réglages de l’historique' },
  historyKept: { en: 'Kept', fr: 'Conservé' },
  historyNotKept: { en: 'Not kept', fr: 'Non conservé' },
  historyBegins: {
    en: 'The history begins when it is switched on.',
    fr: 'L’historique commence lors de son activation.',
  },
  historyEnds: {
    en: 'Once it is switched off, the changes of rows can no longer be read or undone.',
    fr: 'Une fois l’historique désactivé, les modifications des lignes ne peuvent plus être lues ni annulées.',
  },
  historyOff: {
    en: 'This dataset does not keep the history of its rows.',
    fr: 'Ce jeu de données ne conserve pas l’historique de ses lignes.',
  },
  historyOfFile: {
    en: 'Only editable datasets keep a history of their rows.',
    fr: 'Seuls les jeux de données éditables conservent un historique de leurs lignes.',
  },
  historyStarts: {
    en: 'The history begins once the dataset has been processed.',
    fr: 'L’historique commence dès que le jeu de données est traité.',
  },
  rowHistory: { en: 'History of the row', fr: 'Historique de la ligne' },
  historyUnread: { en: 'The history could not be read.', fr: 'L’historique n’a pas pu être lu.' },
  rowsHistory: { en: 'History of the rows', fr: 'Historique des lignes' },
  noChange: { en: 'No changes yet.', fr: 'Aucune modification pour l’instant.' },
  'change:created': { en: '{count} row added|{count} rows added', fr: '{count} ligne ajoutée|{count} lignes ajoutées' },
  'change:modified': {
    en: '{count} row changed|{count} rows changed',
    fr: '{count} ligne modifiée|{count} lignes modifiées',
  },
  'change:deleted': {
    en: '{count} row deleted|{count} rows deleted',
    fr: '{count} ligne supprimée|{count} lignes supprimées',
  },
  allDifferences: { en: 'Show the rows', fr: 'Voir les lignes' },
  lastDifferences: {
    en: 'The last {count} row is shown.|The last {count} rows are shown.',
    fr: 'La dernière ligne est affichée.|Les {count} dernières lignes sont affichées.',
  },
  olderChanges: { en: 'Older changes', fr: 'Modifications plus anciennes' },
  undoChange: { en: 'Undo this change', fr: 'Annuler cette modification' },
  undoChangeHelp: {
    en: 'Its rows get the values that they had before: added rows are deleted, deleted rows come back. Rows that were changed since stay as they are.',
    fr: 'Ses lignes reprennent leurs valeurs d’avant : les lignes ajoutées sont supprimées, les lignes supprimées reviennent. Les lignes modifiées depuis restent telles quelles.',
  },
  rowsRestored: {
    en: '{count} row was restored.|{count} rows were restored.',
    fr: '{count} ligne restaurée.|{count} lignes restaurées.',
  },
  rowsKept: {
    en: '{count} row was changed since, and stays as it is.|{count} rows were changed since, and stay as they are.',
    fr: '{count} ligne a été modifiée depuis, et reste telle quelle.|{count} lignes ont été modifiées depuis, et restent telles quelles.',
  },
  otherRefusedRows: {
    en: 'and {count} more row|and {count} more rows',
    fr: 'et {count} autre ligne|et {count} autres lignes',
  },
  rowsNotRestored: {
    en: '{count} row was refused: its earlier values break a rule of the columns.|{count} rows were refused: their earlier values break a rule of the columns.',
    fr: '{count} ligne a été refusée : ses valeurs d’avant ne respectent pas une règle des colonnes.|{count} lignes ont été refusées : leurs valeurs d’avant ne respectent pas une règle des colonnes.',
  },
  deletedRows: { en: 'Deleted rows', fr: 'Lignes supprimées' },
  noDeletedRows: { en: 'The history has no deleted rows.', fr: 'L’historique n’a pas de ligne supprimée.' },
  deletedRowCount: {
    en: '{count} deleted row can be restored.|{count} deleted rows can be restored.',
    fr: '{count} ligne supprimée peut être restaurée.|{count} lignes supprimées peuvent être restaurées.',
  },
  olderDeletions: { en: 'Older deletions', fr: 'Suppressions plus anciennes' },
  restoringRows: { en: 'Restoring… {count} of {total}', fr: 'Restauration… {count} sur {total}' },
  rowsPresent: {
    en: '{count} row exists again, and stays as it is.|{count} rows exist again, and stay as they are.',
    fr: '{count} ligne existe de nouveau, et reste telle quelle.|{count} lignes existent de nouveau, et restent telles quelles.',
  },
  rowsUnrestored: {
    en: '{count} row could not be restored.|{count} rows could not be restored.',
    fr: '{count} ligne n’a pas pu être restaurée.|{count} lignes n’ont pas pu être restaurées.',
  },
  restoreCut: {
    en: 'The restoration stopped before its end. Restore the rows that are left again.',
    fr: 'La restauration s’est arrêtée avant la fin. Restaurez de nouveau les lignes restantes.',
  },
  serviceAuthor: { en: 'Automatic processing', fr: 'Traitement automatique' },
  revisionDeleted: { en: 'Deleted', fr: 'Supprimée' },
  restore: { en: 'Restore', fr: 'Restaurer' },
  restoreAll: { en: 'Restore all', fr: 'Tout restaurer' },
  restoreAllHelp: {
    en: 'All deleted rows of the history come back with the values that they had. Rows that exist again stay as they are.',
    fr: 'Toutes les lignes supprimées de l’historique reviennent avec leurs valeurs d’avant. Les lignes qui existent de nouveau restent telles quelles.',
  },
} as const
