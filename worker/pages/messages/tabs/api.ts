/** The tab “Use this data”. */
export const api = {
  useData: { en: 'Use this data', fr: 'Utiliser ces données' },
  useDataText: {
    en: 'Each example reads the whole dataset, in its current state.',
    fr: 'Chaque exemple lit le jeu de données entier, dans son état actuel.',
  },
  apiQuery: { en: 'Query this data', fr: 'Interroger ces données' },
  apiText: {
    en: 'Each request below returns JSON; add format=csv to download a file. Follow the “next” link of each response to read all the rows.',
    fr: 'Chaque requête ci-dessous renvoie du JSON ; ajoutez format=csv pour télécharger un fichier. Suivez le lien « next » de chaque réponse pour lire toutes les lignes.',
  },
  apiKeyNeeded: {
    en: 'This data is not public: put one of your API keys in the variable API_KEY.',
    fr: 'Ces données ne sont pas publiques : mettez une de vos clés d’API dans la variable API_KEY.',
  },
  apiDescription: { en: 'API documentation', fr: 'Documentation de l’API' },
  apiDescriptionText: {
    en: 'All the requests and their parameters, with a form to try them in the browser.',
    fr: 'Toutes les requêtes et leurs paramètres, avec un formulaire pour les essayer dans le navigateur.',
  },
  apiInteractive: { en: 'Open the interactive documentation', fr: 'Ouvrir la documentation interactive' },
  backToDataset: { en: 'Back to the dataset', fr: 'Retour au jeu de données' },
  referenceSections: { en: 'Sections of this API', fr: 'Rubriques de cette API' },
  referenceNeedsScript: {
    en: 'The interactive documentation requires JavaScript. The OpenAPI document above has the same content.',
    fr: 'La documentation interactive nécessite JavaScript. Le document OpenAPI ci-dessus a le même contenu.',
  },
  request: { en: 'Request', fr: 'Requête' },
  answer: { en: 'Response', fr: 'Réponse' },
  'example:first': { en: 'The first rows', fr: 'Les premières lignes' },
  'example:filter': {
    en: 'Rows with a given value of “{field}”',
    fr: 'Les lignes avec une valeur donnée de « {field} »',
  },
  'example:search': { en: 'Rows that contain the word “{word}”', fr: 'Les lignes qui contiennent le mot « {word} »' },
  'example:group': { en: 'Rows grouped by “{field}”', fr: 'Les lignes groupées par « {field} »' },
  'op:lines': {
    en: 'Rows, with filters, search, sort and pagination',
    fr: 'Les lignes, avec filtres, recherche, tri et pagination',
  },
  'op:csv': {
    en: 'The same rows as CSV (also xlsx, ods, geojson)',
    fr: 'Les mêmes lignes en CSV (aussi xlsx, ods, geojson)',
  },
  'op:values_agg': {
    en: 'Rows grouped by value, with metrics',
    fr: 'Les lignes groupées par valeur, avec des métriques',
  },
  'op:values': { en: 'The distinct values of a column', fr: 'Les valeurs distinctes d’une colonne' },
  'op:metric_agg': { en: 'A metric of a column', fr: 'Une métrique sur une colonne' },
  'op:schema': { en: 'The columns', fr: 'Les colonnes' },
  'op:raw': { en: 'The original file', fr: 'Le fichier d’origine' },
} as const
