/** Texts of the review about the reading of a file: encoding, delimiter, sheet, header, left-out columns and rows. */
export const reading = {
  encoding: { en: 'Encoding', fr: 'Encodage' },
  detected: { en: 'Automatic', fr: 'Automatique' },
  readingOptions: { en: 'Import options', fr: 'Options d’import' },
  totalRow: {
    en: 'A row at the end is the total of the rows above it ({columns}). A sum or an average would count these values twice.',
    fr: 'Une ligne à la fin est le total des lignes qui précèdent ({columns}). Une somme ou une moyenne compterait ces valeurs deux fois.',
  },
  footerRows: {
    en: 'The last row looks like a total or a note, not like data: {texts}.|The last {count} rows look like totals or notes, not like data: {texts}.',
    fr: 'La dernière ligne semble être un total ou une note, pas une donnée : {texts}.|Les {count} dernières lignes semblent être des totaux ou des notes, pas des données : {texts}.',
  },
  mergedCells: {
    en: 'A cell is merged over several rows (row {row}): only the first of them has its value.|{count} cells are merged over several rows, the first in row {row}: only the first row of each has its value.',
    fr: 'Une cellule est fusionnée sur plusieurs lignes (ligne {row}) : seule la première a sa valeur.|{count} cellules sont fusionnées sur plusieurs lignes, la première à la ligne {row} : seule la première ligne de chacune a sa valeur.',
  },
  fillMerged: { en: 'Repeat the values in all their rows', fr: 'Répéter les valeurs dans toutes leurs lignes' },
  mergedFilled: {
    en: 'The values of merged cells are repeated in all their rows.',
    fr: 'Les valeurs des cellules fusionnées sont répétées dans toutes leurs lignes.',
  },
  readMerged: { en: 'Leave the other rows empty', fr: 'Laisser les autres lignes vides' },
  columnsLeftOut: {
    en: 'Left out of the dataset: {columns}.',
    fr: 'Ignorées dans le jeu de données : {columns}.',
  },
  originalIsWhole: {
    en: 'The original file has this data: only people who can edit the dataset can download it.',
    fr: 'Le fichier d’origine contient ces données : seules les personnes qui peuvent modifier le jeu de données peuvent le télécharger.',
  },
  readLeftOut: { en: 'Publish all columns', fr: 'Publier toutes les colonnes' },
  leaveOutColumns: { en: 'Leave out columns', fr: 'Ignorer des colonnes' },
  leaveOutColumnsHelp: {
    en: 'The chosen columns are not published, nor are they in the next files. Readers can then no longer download the original file, which has them.',
    fr: 'Les colonnes choisies ne sont pas publiées, ni celles des prochains fichiers. Les lecteurs ne peuvent alors plus télécharger le fichier d’origine, qui les contient.',
  },
  leaveOut: { en: 'Leave out the chosen columns', fr: 'Ignorer les colonnes choisies' },
  footerLeftOut: {
    en: 'The last row of the file is left out.|The last {count} rows of the file are left out.',
    fr: 'La dernière ligne du fichier est ignorée.|Les {count} dernières lignes du fichier sont ignorées.',
  },
  leaveOutFooter: {
    en: 'Leave out this row|Leave out these {count} rows',
    fr: 'Ignorer cette ligne|Ignorer ces {count} lignes',
  },
  readFooter: { en: 'Read this row|Read these rows', fr: 'Lire cette ligne|Lire ces lignes' },
  emptyColumns: { en: 'Left out, because empty', fr: 'Ignorées, car vides' },
  'delimiter:comma': { en: 'comma (,)', fr: 'virgule (,)' },
  'delimiter:semicolon': { en: 'semicolon (;)', fr: 'point-virgule (;)' },
  'delimiter:tab': { en: 'tab', fr: 'tabulation' },
  'delimiter:bar': { en: 'vertical bar', fr: 'barre verticale' },
  quoteSign: { en: 'Text qualifier', fr: 'Identificateur de texte' },
  noQuote: { en: 'none', fr: 'aucun' },
  detectedAs: { en: 'automatic ({found})', fr: 'automatique ({found})' },
  readOtherwise: { en: 'Columns or accents look wrong?', fr: 'Les colonnes ou les accents semblent incorrects ?' },
  readOtherSheet: { en: 'Another sheet or header row?', fr: 'Une autre feuille ou ligne d’en-têtes ?' },
  readOtherLayer: { en: 'Another layer?', fr: 'Une autre couche ?' },
  sheet: { en: 'Sheet', fr: 'Feuille' },
  layer: { en: 'Layer', fr: 'Couche' },
  sheetOf: { en: '{number} of {sheets}', fr: '{number} sur {sheets}' },
  coverSheet: {
    en: 'Only the sheet “{name}” was read. It seems to be a cover page: read another sheet?',
    fr: 'Seule la feuille « {name} » a été lue. Elle semble être une page de présentation : lire une autre feuille ?',
  },
  headerRow: { en: 'Header row', fr: 'Ligne d’en-têtes' },
  repeatedHeadersHelp: {
    en: 'The columns with the same name can get a number: “price”, “price (2)”. Their titles can be changed afterwards.',
    fr: 'Les colonnes de même nom peuvent recevoir un numéro : « prix », « prix (2) ». Leurs titres peuvent être changés ensuite.',
  },
  numberHeaders: { en: 'Number these columns', fr: 'Numéroter ces colonnes' },
  extraCellsHelp: {
    en: 'If the separator and the text qualifier below are right, the cells beyond the last header can be left out of the dataset.',
    fr: 'Si le séparateur et l’identificateur de texte ci-dessous sont corrects, les cellules au-delà du dernier en-tête peuvent être ignorées.',
  },
  dropExtraCells: { en: 'Leave these cells out', fr: 'Ignorer ces cellules' },
  delimiterProposed: {
    en: 'The whole file was read as one column, because its rows do not all have the same number of cells. Its columns seem to be separated by: {name}.',
    fr: 'Tout le fichier a été lu comme une seule colonne, parce que ses lignes n’ont pas toutes le même nombre de cellules. Ses colonnes semblent séparées par : {name}.',
  },
  useDelimiter: { en: 'Import again with: {name}', fr: 'Réimporter avec : {name}' },
  headerProposed: {
    en: 'Row {first}, “{title}”, looks like a title. Row {row} has {columns} names with values below them, and looks like the header.',
    fr: 'La ligne {first}, « {title} », semble être un titre. La ligne {row} contient {columns} noms, avec des valeurs au-dessous : elle semble contenir les en-têtes.',
  },
  useHeaderRow: { en: 'Use row {row} as the header', fr: 'Prendre la ligne {row} comme en-têtes' },
  headerRowsProposed: {
    en: 'Rows {row} and {last} look like a header in two rows, with groups above the names of {columns} columns.',
    fr: 'Les lignes {row} et {last} semblent former un en-tête sur deux lignes, avec des groupes au-dessus des noms de {columns} colonnes.',
  },
  useHeaderRows: {
    en: 'Use rows {row} and {last} as the header',
    fr: 'Prendre les lignes {row} et {last} comme en-têtes',
  },
  headerRowsChosen: {
    en: 'Rows {row} to {last} were used as the header.',
    fr: 'Les lignes {row} à {last} ont servi d’en-têtes.',
  },
  headerRowCount: { en: 'Number of header rows', fr: 'Nombre de lignes d’en-têtes' },
  headerChosen: { en: 'Row {row} was used as the header.', fr: 'La ligne {row} a servi d’en-tête.' },
  useFirstRow: { en: 'Use row 1 instead', fr: 'Utiliser plutôt la ligne 1' },
  detectHeader: { en: 'Detect the header', fr: 'Détecter l’en-tête' },
  readOtherwiseHelp: {
    en: 'Set the format of the file: it is then imported again.',
    fr: 'Précisez le format du fichier : il est alors réimporté.',
  },
  readAgain: { en: 'Import again', fr: 'Réimporter' },
  delimiter: { en: 'Column separator', fr: 'Séparateur de colonnes' },
} as const
