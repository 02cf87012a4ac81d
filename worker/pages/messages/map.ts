/** The map. */
export const map = {
  zoomIn: { en: 'Zoom in', fr: 'Agrandir' },
  zoomOut: { en: 'Zoom out', fr: 'Réduire' },
  mapShown: { en: '{n} place|{n} places', fr: '{n} lieu|{n} lieux' },
  noPlace: { en: 'No line has a place', fr: 'Aucune ligne n’a de lieu' },
  noPlaceHelp: {
    en: 'A map needs to know which columns hold a latitude and a longitude, or a geometry: concepts tell.',
    fr: 'La carte doit savoir quelles colonnes contiennent une latitude et une longitude, ou une géométrie : les concepts le disent.',
  },
  chooseConcepts: { en: 'Choose the concepts of the columns', fr: 'Choisir les concepts des colonnes' },
  noCategory: {
    en: 'The column "{field}" cannot give the map its categories',
    fr: 'La colonne "{field}" ne permet pas de catégoriser la carte',
  },
  mapFailed: {
    en: 'The places could not be read. Check your connection, then move the map to try again.',
    fr: 'Les lieux n’ont pas pu être lus. Vérifiez votre connexion, puis déplacez la carte pour réessayer.',
  },
  mapNeedsScript: {
    en: 'The map needs scripts, which your browser does not run. The table shows the same lines, and the downloads hold their coordinates.',
    fr: 'La carte a besoin de scripts, que votre navigateur n’exécute pas. Le tableau montre les mêmes lignes, et les téléchargements contiennent leurs coordonnées.',
  },
} as const
