/** What a new file changes for those who use a dataset. */
export const replacement = {
  fileChanges: { en: 'What this file changes', fr: 'Ce que ce fichier change' },
  rowsBeforeAfter: { en: 'Rows, before → after', fr: 'Lignes, avant → après' },
  rowsLeftOut: { en: 'Rows left out', fr: 'Lignes écartées' },
  rowsAtLeast: { en: 'at least {count}', fr: 'au moins {count}' },
  columnsGone: { en: 'Columns removed', fr: 'Colonnes retirées' },
  columnsRetyped: { en: 'Columns whose type changes', fr: 'Colonnes dont le type change' },
  columnsNew: { en: 'New columns', fr: 'Nouvelles colonnes' },
  renamedColumns: { en: 'Columns that this file no longer has', fr: 'Colonnes que ce fichier n’a plus' },
  renamedColumnsHelp: {
    en: 'A column that only has another header keeps its title, description, concept and labels. Charts, links and visualizations that use it keep working, and the next files with this header are read the same way.',
    fr: 'Une colonne dont seul l’en-tête a changé garde son titre, sa description, son concept et ses libellés. Les graphiques, liens et visualisations qui l’utilisent continuent de fonctionner, et les prochains fichiers qui ont cet en-tête seront lus de la même façon.',
  },
  columnRemoved: { en: 'is removed', fr: 'est retirée' },
  columnIsNow: { en: 'is now “{name}”', fr: 'est maintenant « {name} »' },
  'match:name': { en: 'Proposed: the names are alike', fr: 'Proposé : les noms se ressemblent' },
  'match:values': {
    en: 'Proposed: {share} of the values are the same, such as {sample}',
    fr: 'Proposé : {share} des valeurs sont les mêmes, comme {sample}',
  },
  readRenamed: { en: 'Import again with these columns', fr: 'Réimporter avec ces colonnes' },
  keptRename: {
    en: 'The column “{header}” of the file is read as “{name}”, as you chose for an earlier file.',
    fr: 'La colonne « {header} » du fichier est lue comme « {name} », comme vous l’aviez choisi pour un fichier précédent.',
  },
  separateColumn: { en: 'Read as a new column', fr: 'Lire comme une nouvelle colonne' },
  showChoices: { en: 'Show what these choices change', fr: 'Voir ce que ces choix changent' },
  renamedTwice: {
    en: 'Two columns are now the same new column. Choose another one for one of them.',
    fr: 'Deux colonnes sont maintenant la même nouvelle colonne. Choisissez-en une autre pour l’une d’elles.',
  },
  usersBroken: { en: 'What uses these columns', fr: 'Ce qui utilise ces colonnes' },
  wouldFail: { en: 'It can no longer be read: {reason}', fr: 'Il ne pourra plus être lu : {reason}' },
  configurationUnread: {
    en: 'you may not read its configuration',
    fr: 'vous ne pouvez pas lire sa configuration',
  },
  moreUsers: {
    en: 'and {count} more that was not checked|and {count} more that were not checked',
    fr: 'et {count} autre, non vérifié|et {count} autres, non vérifiés',
  },
  sameColumns: { en: 'The columns are the same.', fr: 'Les colonnes sont les mêmes.' },
  chooseInvalid: {
    en: 'Some values do not fit the type chosen for their column. Choose below what becomes of them, or another type.',
    fr: 'Des valeurs ne correspondent pas au type choisi pour leur colonne. Choisissez ci-dessous ce qu’elles deviennent, ou un autre type.',
  },
  quotedValue: { en: '“{value}”', fr: '« {value} »' },
  invalidValuesOf: { en: 'Values of another type', fr: 'Valeurs d’un autre type' },
  invalidValues: {
    en: '{count} cell is not of this type: {values}|{count} cells are not of this type: {values}',
    fr: '{count} cellule n’est pas de ce type : {values}|{count} cellules ne sont pas de ce type : {values}',
  },
  invalidValuesAtLeast: {
    en: 'At least {count} cell is not of this type: {values}|At least {count} cells are not of this type: {values}',
    fr: 'Au moins {count} cellule n’est pas de ce type : {values}|Au moins {count} cellules ne sont pas de ce type : {values}',
  },
  typeUnsuited: {
    en: 'The values are not of this type: {values}. Choose another type.',
    fr: 'Les valeurs ne sont pas de ce type : {values}. Choisissez un autre type.',
  },
  zerosLost: {
    en: '{count} value loses its leading zeros: “{value}” becomes {number}. Codes are best kept as text.|{count} values lose their leading zeros: “{value}” becomes {number}. Codes are best kept as text.',
    fr: '{count} valeur perd ses zéros de tête : « {value} » devient {number}. Mieux vaut garder les codes en texte.|{count} valeurs perdent leurs zéros de tête : « {value} » devient {number}. Mieux vaut garder les codes en texte.',
  },
  zerosLostAtLeast: {
    en: 'At least {count} value loses its leading zeros: “{value}” becomes {number}. Codes are best kept as text.|At least {count} values lose their leading zeros: “{value}” becomes {number}. Codes are best kept as text.',
    fr: 'Au moins {count} valeur perd ses zéros de tête : « {value} » devient {number}. Mieux vaut garder les codes en texte.|Au moins {count} valeurs perdent leurs zéros de tête : « {value} » devient {number}. Mieux vaut garder les codes en texte.',
  },
  removeZeros: { en: 'Remove the zeros', fr: 'Retirer les zéros' },
  'invalid:empty': {
    en: 'Empty it, also in the next files|Empty them, also in the next files',
    fr: 'La vider, aussi dans les prochains fichiers|Les vider, aussi dans les prochains fichiers',
  },
  'invalid:leave': {
    en: 'Leave out its whole row|Leave out their whole rows',
    fr: 'Écarter toute sa ligne|Écarter toutes leurs lignes',
  },
  'invalid:keep': {
    en: 'They are kept in their rows but cannot be searched.',
    fr: 'Elles restent dans leurs lignes, sans pouvoir être recherchées.',
  },
  publishWithout: { en: 'without {columns}', fr: 'sans {columns}' },
  publishRetyped: { en: 'with another type of {columns}', fr: 'avec un autre type pour {columns}' },
  publishAnyway: {
    en: 'Publish {effects}: charts and links that use it may stop working|Publish {effects}: charts and links that use them may stop working',
    fr: 'Publier {effects} : les graphiques et liens qui l’utilisent peuvent cesser de fonctionner|Publier {effects} : les graphiques et liens qui les utilisent peuvent cesser de fonctionner',
  },
  publishAnywayMissing: {
    en: 'Columns are removed or change their type. Check the box beside the button to go on.',
    fr: 'Des colonnes sont retirées ou changent de type. Cochez la case à côté du bouton pour continuer.',
  },
  versionDiscarded: {
    en: 'The new version was discarded. The published one stays.',
    fr: 'La nouvelle version a été abandonnée. La version publiée est conservée.',
  },
  formulasBroken: {
    en: 'The file was read, but computed columns use columns that it does not have.',
    fr: 'Le fichier a été lu, mais des colonnes calculées utilisent des colonnes qu’il n’a pas.',
  },
  formulaLacks: { en: '{title} uses {columns}.', fr: '{title} utilise {columns}.' },
  changeComputed: { en: 'Change this column', fr: 'Modifier cette colonne' },
  withoutComputed: {
    en: 'Go on without the computed column {columns}: it leaves the dataset when this file is published.|Go on without the computed columns {columns}: they leave the dataset when this file is published.',
    fr: 'Continuer sans la colonne calculée {columns} : elle quitte le jeu de données à la publication de ce fichier.|Continuer sans les colonnes calculées {columns} : elles quittent le jeu de données à la publication de ce fichier.',
  },
  readWithoutComputed: { en: 'Go on without it|Go on without them', fr: 'Continuer sans elle|Continuer sans elles' },
  computedLeftOut: {
    en: 'The computed column {columns} leaves the dataset when this file is published.|The computed columns {columns} leave the dataset when this file is published.',
    fr: 'La colonne calculée {columns} quitte le jeu de données à la publication de ce fichier.|Les colonnes calculées {columns} quittent le jeu de données à la publication de ce fichier.',
  },
  keepComputed: { en: 'Keep it|Keep them', fr: 'La conserver|Les conserver' },
  formulasFail: {
    en: 'Correct these values, or change the formula.',
    fr: 'Corrigez ces valeurs, ou modifiez la formule.',
  },
  datasetDiscarded: {
    en: 'The file was discarded. Nothing was published.',
    fr: 'Le fichier a été abandonné. Rien n’a été publié.',
  },
} as const
