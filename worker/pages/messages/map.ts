/** The map. */
export const map = {
  zoomIn: { en: 'Zoom in', fr: 'Agrandir' },
  zoomOut: { en: 'Zoom out', fr: 'Réduire' },
  mapShown: { en: '{n} places', fr: '{n} lieux' },
  mapFailed: {
    en: 'The places could not be read. Check your connection, then move the map to try again.',
    fr: 'Les lieux n’ont pas pu être lus. Vérifiez votre connexion, puis déplacez la carte pour réessayer.',
  },
  mapNeedsScript: {
    en: 'The map needs scripts, which your browser does not run. The table shows the same lines, and the downloads hold their coordinates.',
    fr: 'La carte a besoin de scripts, que votre navigateur n’exécute pas. Le tableau montre les mêmes lignes, et les téléchargements contiennent leurs coordonnées.',
  },
} as const
