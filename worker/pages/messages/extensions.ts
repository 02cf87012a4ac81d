/** Columns that are computed, or come from another dataset or a service. */
export const extensions = {
  extensionEdit: { en: 'Change a computed column', fr: 'Modifier une colonne calculée' },
  extendTitle: { en: 'Add a column', fr: 'Ajouter une colonne' },
  computedColumnsHelp: {
    en: 'A column computed from the others, or filled from another dataset or a remote service.',
    fr: 'Une colonne calculée à partir des autres, ou remplie depuis un autre jeu de données ou un service distant.',
  },
  extendHelp: {
    en: 'Its values follow the data: they are computed again when rows change.',
    fr: 'Ses valeurs suivent les données : elles sont recalculées quand les lignes changent.',
  },
  'origin:formula': { en: 'Formula', fr: 'Formule' },
  'origin:dataset': { en: 'Other dataset', fr: 'Autre jeu de données' },
  'origin:service': { en: 'Service', fr: 'Service' },
  columnTitle: { en: 'Column title', fr: 'Titre de la colonne' },
  formula: { en: 'Formula', fr: 'Formule' },
  formulaHelp: {
    en: 'For example {example}. Decimals are written with a point: 1.2.',
    fr: 'Par exemple {example}. Les décimales s’écrivent avec un point : 1.2.',
  },
  formulaColumns: {
    en: 'Columns: choose one to insert its key in the formula',
    fr: 'Colonnes : choisissez-en une pour insérer sa clé dans la formule',
  },
  formulaTitle: {
    en: 'Write {key} for “{title}”: a formula names a column by its key.',
    fr: 'Écrivez {key} pour « {title} » : une formule désigne une colonne par sa clé.',
  },
  formulaDecimalComma: {
    en: 'Decimals are written with a point: {right} instead of {written}.',
    fr: 'Les décimales s’écrivent avec un point : {right} au lieu de {written}.',
  },
  resultType: { en: 'Type', fr: 'Type' },
  typeOfResults: { en: 'the type of its results', fr: 'celui des résultats' },
  columnsAdded: {
    en: 'Column added: {titles}.|{count} columns added: {titles}.',
    fr: 'Colonne ajoutée : {titles}.|{count} colonnes ajoutées : {titles}.',
  },
  sourceDataset: { en: 'Dataset', fr: 'Jeu de données' },
  sourceService: { en: 'Service', fr: 'Service' },
  chooseOne: { en: 'Choose…', fr: 'Choisir…' },
  ownColumn: { en: 'Column of this dataset', fr: 'Colonne de ce jeu de données' },
  matchingColumn: { en: 'Same value as', fr: 'Même valeur que' },
  inputColumn: { en: 'Column for “{input}”', fr: 'Colonne pour « {input} »' },
  byConcept: { en: '{column} (by its concept)', fr: '{column} (selon son concept)' },
  ownConcepts: { en: 'Concepts of the account', fr: 'Concepts du compte' },
  columnsToAdd: { en: 'Columns to add', fr: 'Colonnes à ajouter' },
  columnsToAddHelp: { en: 'All if none is chosen.', fr: 'Toutes si aucune n’est choisie.' },
  prefixHelp: {
    en: 'Optional. Their keys begin with it in the API and in formulas; their titles stay.',
    fr: 'Facultatif. Leurs clés commencent par ce préfixe dans l’API et les formules ; leurs titres restent.',
  },
  followSource: { en: 'Follow its changes', fr: 'Suivre ses modifications' },
  followSourceHelp: {
    en: 'Rows are updated {duration} after that dataset has changed.',
    fr: 'Les lignes sont mises à jour {duration} après une modification de ce jeu de données.',
  },
  formulaIncomplete: { en: 'The formula is not complete yet.', fr: 'La formule n’est pas encore complète.' },
  formulaColumnUnknown: { en: 'There is no column “{name}”.', fr: 'La colonne « {name} » n’existe pas.' },
  formulaColumnNear: {
    en: 'There is no column “{name}”. Did you mean {key}?',
    fr: 'La colonne « {name} » n’existe pas. Vouliez-vous dire {key} ?',
  },
  formulaFunctionUnknown: {
    en: 'There is no function “{name}”. The list of functions is below the formula.',
    fr: 'La fonction « {name} » n’existe pas. La liste des fonctions est sous la formule.',
  },
  formulaFunctionForm: {
    en: 'There is no function “{name}”. Write: {form}',
    fr: 'La fonction « {name} » n’existe pas. Écrivez : {form}',
  },
  formulaRewritten: { en: 'Here this formula is written:', fr: 'Ici, cette formule s’écrit :' },
  formulaEmptyCells: {
    en: 'Empty cells count as 0. To leave their rows without a value:',
    fr: 'Les cellules vides comptent pour 0. Pour laisser leurs lignes sans valeur :',
  },
  useFormula: { en: 'Use it', fr: 'L’utiliser' },
  formulaAmpersand: {
    en: 'Texts are joined with || instead of &, for example {example}, or with {call}.',
    fr: 'Les textes se joignent avec || au lieu de &, par exemple {example}, ou avec {call}.',
  },
  formulaSemicolon: {
    en: 'The values given to a function are separated by commas instead of semicolons, for example IF(a > 1, b, c).',
    fr: 'Les valeurs données à une fonction sont séparées par des virgules au lieu de points-virgules, par exemple IF(a > 1, b, c).',
  },
  formulaEqualsSign: {
    en: 'A formula does not begin with =. Remove this sign.',
    fr: 'Une formule ne commence pas par =. Retirez ce signe.',
  },
  formulaUnequal: {
    en: '“Different from” is written {sign} instead of <>.',
    fr: '« Différent de » s’écrit {sign} au lieu de <>.',
  },
  formulaFunctions: { en: 'Functions, with examples', fr: 'Fonctions, avec des exemples' },
  formulaFunctionsHelp: {
    en: 'A text is between quotation marks, the values given to a function are separated by commas. Capital or small letters: both work.',
    fr: 'Un texte est entre guillemets droits, les valeurs données à une fonction sont séparées par des virgules. Majuscules ou minuscules, peu importe.',
  },
  'functionsOf:conditions': { en: 'Conditions', fr: 'Conditions' },
  'functionsOf:texts': { en: 'Texts', fr: 'Textes' },
  'functionsOf:numbers': { en: 'Numbers', fr: 'Nombres' },
  'functionsOf:dates': { en: 'Dates', fr: 'Dates' },
  formulaFails: {
    en: 'The formula has no result: {reason}.',
    fr: 'La formule n’a pas de résultat : {reason}.',
  },
  formulaFailsAt: {
    en: 'The formula has no result in row {row}: {reason}.',
    fr: 'La formule n’a pas de résultat à la ligne {row} : {reason}.',
  },
  formulaUnreadable: {
    en: 'The formula cannot be read: {reason}',
    fr: 'La formule ne peut pas être lue : {reason}',
  },
  prefix: { en: 'Prefix of the added columns', fr: 'Préfixe des colonnes ajoutées' },
  previewRows: { en: 'First {count} row|First {count} rows', fr: '{count} première ligne|{count} premières lignes' },
  noRowFilled: { en: 'No row could be filled. {reason}', fr: 'Aucune ligne n’a pu être remplie. {reason}' },
  noMatchingRow: { en: 'No matching row was found.', fr: 'Aucune ligne correspondante n’a été trouvée.' },
  matchCount: {
    en: 'Rows with a match: {matched} of {rows}',
    fr: 'Lignes avec une correspondance : {matched} sur {rows}',
  },
  addTheColumn: { en: 'Add to the dataset', fr: 'Ajouter au jeu de données' },
  addedColumns: { en: 'Added columns', fr: 'Colonnes ajoutées' },
  removeExtension: { en: 'Remove', fr: 'Retirer' },
  noServiceToUse: {
    en: 'No external API is registered for this account yet. Register one that has an OpenAPI description, then choose which of its operations enrich datasets.',
    fr: 'Aucune API externe n’est encore enregistrée pour ce compte. Enregistrez-en une qui a une description OpenAPI, puis choisissez celles de ses opérations qui enrichissent les jeux de données.',
  },
  noServiceToAsk: {
    en: 'No external API is registered for this account. An administrator of the account can register one.',
    fr: 'Aucune API externe n’est enregistrée pour ce compte. Un administrateur du compte peut en enregistrer une.',
  },
  noOperationToUse: {
    en: 'None of the operations of these APIs enriches datasets yet. Choose them on the page of the API:',
    fr: 'Aucune opération de ces API n’enrichit encore les jeux de données. Choisissez-les sur la page de l’API :',
  },
  computedColumns: { en: 'Computed columns', fr: 'Colonnes calculées' },
} as const
