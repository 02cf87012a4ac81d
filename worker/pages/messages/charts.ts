/** Charts. */
export const charts = {
  noChart: {
    en: 'No field of this dataset can be grouped: its texts are too long, or its settings exclude it.',
    fr: 'Aucun champ de ce jeu de données ne peut être groupé : ses textes sont trop longs, ou ses réglages l’excluent.',
  },
  groupBy: { en: 'Group by', fr: 'Grouper par' },
  interval: { en: 'Step', fr: 'Pas' },
  eachValue: { en: 'each value', fr: 'chaque valeur' },
  metric: { en: 'Show', fr: 'Montrer' },
  metricOf: { en: 'of', fr: 'de' },
  draw: { en: 'Draw', fr: 'Dessiner' },
  'metric:count': { en: 'Number of lines', fr: 'Nombre de lignes' },
  'metric:sum': { en: 'Sum', fr: 'Somme' },
  'metric:avg': { en: 'Average', fr: 'Moyenne' },
  'metric:min': { en: 'Least', fr: 'Minimum' },
  'metric:max': { en: 'Greatest', fr: 'Maximum' },
  'unit:day': { en: 'day', fr: 'jour' },
  'unit:week': { en: 'week', fr: 'semaine' },
  'unit:month': { en: 'month', fr: 'mois' },
  'unit:quarter': { en: 'quarter', fr: 'trimestre' },
  'unit:year': { en: 'year', fr: 'année' },
  chartTitle: { en: '{what} by {field}', fr: '{what} par {field}' },
  otherLines: {
    en: '{count} line in other groups|{count} lines in other groups',
    fr: '{count} ligne dans d’autres groupes|{count} lignes dans d’autres groupes',
  },
  asTable: { en: 'As a table', fr: 'En tableau' },
} as const
