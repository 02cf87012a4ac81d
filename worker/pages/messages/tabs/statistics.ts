/** The statistics of a dataset. */
export const statistics = {
  statisticsHelp: {
    en: 'Computed from {count} row when the file was processed. Percentages are shares of it.|Computed from all {count} rows when the file was processed. Percentages are shares of these rows.',
    fr: 'Calculées sur {count} ligne au traitement du fichier. Les pourcentages portent sur elle.|Calculées sur les {count} lignes au traitement du fichier. Les pourcentages portent sur ces lignes.',
  },
  statisticsNow: {
    en: 'Computed now from {count} row. Percentages are shares of it.|Computed now from all {count} rows. Percentages are shares of these rows.',
    fr: 'Calculées à l’instant sur {count} ligne. Les pourcentages portent sur elle.|Calculées à l’instant sur les {count} lignes. Les pourcentages portent sur ces lignes.',
  },
  statisticsSampled: {
    en: 'Computed now from {count} row taken at random, of {total}. All figures are of this sample.|Computed now from {count} rows taken at random, of {total}. All figures are of this sample.',
    fr: 'Calculées à l’instant sur {count} ligne tirée au hasard parmi {total}. Tous les chiffres portent sur cet échantillon.|Calculées à l’instant sur {count} lignes tirées au hasard parmi {total}. Tous les chiffres portent sur cet échantillon.',
  },
  statisticsUnfiltered: {
    en: 'The filters of the table do not apply to them.',
    fr: 'Les filtres du tableau ne s’y appliquent pas.',
  },
  outliersHelp: {
    en: 'Outliers are values more than 1.5 interquartile ranges beyond the quartiles.',
    fr: 'Les valeurs atypiques sont à plus de 1,5 écart interquartile des quartiles.',
  },
  noStatisticsOfNoRows: {
    en: 'There are no statistics of this dataset: it has no rows.',
    fr: 'Il n’y a pas de statistiques de ce jeu de données : il n’a pas de lignes.',
  },
  noStatistics: {
    en: 'There are no statistics of this dataset: they are computed when a file is processed.',
    fr: 'Il n’y a pas de statistiques de ce jeu de données : elles sont calculées au traitement d’un fichier.',
  },
  rowsAndColumns: { en: 'Size', fr: 'Taille' },
  completeness: { en: 'Filled', fr: 'Remplissage' },
  filledCells: {
    en: '{share} of {count} cell|{share} of {count} cells',
    fr: '{share} de {count} cellule|{share} des {count} cellules',
  },
  repeatedRows: { en: 'Repeated rows', fr: 'Lignes répétées' },
  notCounted: { en: 'Not counted yet.', fr: 'Pas encore comptées.' },
  countRepeated: { en: 'Count', fr: 'Compter' },
  noRepeated: { en: 'None', fr: 'Aucune' },
  repeatedCount: {
    en: '{count} row is the same as an earlier one|{count} rows are the same as an earlier one',
    fr: '{count} ligne est identique à une précédente|{count} lignes sont identiques à une précédente',
  },
  repeatedUnknown: { en: 'Cannot be counted here', fr: 'Ne peuvent pas être comptées ici' },
  distribution: { en: 'Distribution', fr: 'Répartition' },
  extremes: { en: 'Extremes', fr: 'Extrêmes' },
  outliers: { en: 'Outliers', fr: 'Valeurs atypiques' },
  emptyCells: { en: '{count} empty|{count} empty', fr: '{count} vide|{count} vides' },
  neverRepeated: { en: 'no repeated values', fr: 'aucune valeur en double' },
  aboutAllDifferent: { en: 'about all different', fr: 'à peu près toutes différentes' },
  repeatedCells: {
    en: '{about}{count} cell repeats an earlier value|{about}{count} cells repeat an earlier value',
    fr: '{about}{count} cellule répète une valeur précédente|{about}{count} cellules répètent une valeur précédente',
  },
  lengthUpTo: {
    en: 'up to {count} character|up to {count} characters',
    fr: 'jusqu’à {count} caractère|jusqu’à {count} caractères',
  },
  longestChars: {
    en: 'longest: {count} character|longest: {count} characters',
    fr: 'la plus longue : {count} caractère|la plus longue : {count} caractères',
  },
  notCompared: {
    en: '{count} long value not compared|{count} long values not compared',
    fr: '{count} valeur longue non comparée|{count} valeurs longues non comparées',
  },
  alwaysSame: { en: 'always {value}', fr: 'toujours {value}' },
  median: {
    en: 'median {median}; half of the values are from {first} to {third}',
    fr: 'médiane {median} ; la moitié des valeurs va de {first} à {third}',
  },
  meanAndSum: { en: 'Mean and sum', fr: 'Moyenne et somme' },
  deviation: { en: 'standard deviation {value}', fr: 'écart type {value}' },
  sumOf: { en: 'sum {value}', fr: 'somme {value}' },
  outlierSides: { en: '{below} very low, {above} very high', fr: '{below} très basses, {above} très hautes' },
} as const
