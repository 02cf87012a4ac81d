/** Charts. */
export const charts = {
  noChart: {
    en: 'No column of this dataset can be used for a chart: the texts are too long, or grouping is turned off in the settings of the columns.',
    fr: 'Aucune colonne de ce jeu de données ne peut servir à un graphique : les textes sont trop longs, ou le groupement est désactivé dans les paramètres des colonnes.',
  },
  groupBy: { en: 'Group by', fr: 'Grouper par' },
  interval: { en: 'Interval', fr: 'Intervalle' },
  eachValue: { en: 'each value', fr: 'chaque valeur' },
  metric: { en: 'Show', fr: 'Afficher' },
  metricOf: { en: 'of', fr: 'de' },
  draw: { en: 'Update the chart', fr: 'Mettre à jour le graphique' },
  'metric:count': { en: 'Number of rows', fr: 'Nombre de lignes' },
  'metric:sum': { en: 'Sum', fr: 'Somme' },
  'metric:avg': { en: 'Average', fr: 'Moyenne' },
  'metric:min': { en: 'Minimum', fr: 'Minimum' },
  'metric:max': { en: 'Maximum', fr: 'Maximum' },
  'unit:day': { en: 'day', fr: 'jour' },
  'unit:week': { en: 'week', fr: 'semaine' },
  'unit:month': { en: 'month', fr: 'mois' },
  'unit:quarter': { en: 'quarter', fr: 'trimestre' },
  'unit:year': { en: 'year', fr: 'année' },
  chartTitle: { en: '{what} by {field}', fr: '{what} par {field}' },
  otherLines: {
    en: '{count} row in other groups|{count} rows in other groups',
    fr: '{count} ligne dans d’autres groupes|{count} lignes dans d’autres groupes',
  },
  asTable: { en: 'As a table', fr: 'En tableau' },
} as const
