/** The API tab. */
export const api = {
  apiQuery: { en: 'Query these data', fr: 'Interroger ces données' },
  apiText: {
    en: 'Each request below answers JSON; add format=csv for a file. Follow “next” in the answer to read everything.',
    fr: 'Chaque requête ci-dessous répond en JSON ; ajoutez format=csv pour un fichier. Suivez « next » dans la réponse pour tout lire.',
  },
  apiKeyNeeded: {
    en: 'These data are not open to everybody: put an API key of yours in the variable API_KEY.',
    fr: 'Ces données ne sont pas ouvertes à tous : mettez une de vos clés d’API dans la variable API_KEY.',
  },
  apiDescription: { en: 'The whole description', fr: 'La description complète' },
  apiDescriptionText: {
    en: 'Every request with all its parameters, and a form to try it from this browser.',
    fr: 'Chaque requête avec tous ses paramètres, et un formulaire pour l’essayer depuis ce navigateur.',
  },
  apiInteractive: { en: 'Open the interactive description', fr: 'Ouvrir la description interactive' },
  backToDataset: { en: 'Back to the dataset', fr: 'Retour au jeu de données' },
  referenceNeedsScript: {
    en: 'The interactive description needs scripts, which your browser does not run. The OpenAPI document above says the same.',
    fr: 'La description interactive a besoin de scripts, que votre navigateur n’exécute pas. Le document OpenAPI ci-dessus dit la même chose.',
  },
  request: { en: 'Request', fr: 'Requête' },
  answer: { en: 'What it answers', fr: 'Ce qu’elle répond' },
  'example:first': { en: 'The first lines', fr: 'Les premières lignes' },
  'example:filter': { en: 'Lines with one value of “{field}”', fr: 'Les lignes d’une valeur de « {field} »' },
  'example:search': { en: 'Lines with the word “{word}”', fr: 'Les lignes qui ont le mot « {word} »' },
  'example:group': { en: 'Lines grouped by “{field}”', fr: 'Les lignes groupées par « {field} »' },
  'op:lines': {
    en: 'Lines: filtered, searched, sorted, in pages',
    fr: 'Des lignes : filtrées, cherchées, triées, par pages',
  },
  'op:csv': { en: 'The same as CSV (also xlsx, ods, geojson)', fr: 'Les mêmes en CSV (aussi xlsx, ods, geojson)' },
  'op:values_agg': { en: 'Groups of lines, with figures', fr: 'Des groupes de lignes, avec des chiffres' },
  'op:values': { en: 'The distinct values of a field', fr: 'Les valeurs distinctes d’un champ' },
  'op:metric_agg': { en: 'One figure over a field', fr: 'Un chiffre sur un champ' },
  'op:schema': { en: 'The fields', fr: 'Les champs' },
  'op:raw': { en: 'The file as it was uploaded', fr: 'Le fichier tel qu’il a été envoyé' },
} as const
