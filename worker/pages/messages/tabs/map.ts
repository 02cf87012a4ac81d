/** The map. */
export const map = {
  zoomIn: { en: 'Zoom in', fr: 'Zoom avant' },
  zoomOut: { en: 'Zoom out', fr: 'Zoom arrière' },
  mapAttribution: { en: 'Sources of the map', fr: 'Sources de la carte' },
  mapShown: { en: '{n} location|{n} locations', fr: '{n} position|{n} positions' },
  noPlace: { en: 'No row has coordinates', fr: 'Aucune ligne n’a de coordonnées' },
  noPlaceHelp: {
    en: 'The map needs the columns with the latitude and longitude, or the geometry: set their concepts.',
    fr: 'La carte a besoin des colonnes de latitude et longitude, ou de géométrie : indiquez leurs concepts.',
  },
  chooseConcepts: { en: 'Choose the concepts of the columns', fr: 'Choisir les concepts des colonnes' },
  noCategory: {
    en: 'The column “{field}” cannot be shown by colours or sizes.',
    fr: 'La colonne « {field} » ne permet pas de catégoriser la carte.',
  },
  colorBy: { en: 'Colour', fr: 'Couleur' },
  oneColor: { en: 'One colour', fr: 'Une couleur' },
  radiusBy: { en: 'Size', fr: 'Taille' },
  oneSize: { en: 'One size', fr: 'Une taille' },
  classMethod: { en: 'Classes', fr: 'Classes' },
  'classMethod:quantile': { en: 'Same number of rows', fr: 'Même nombre de lignes' },
  'classMethod:equal': { en: 'Same width', fr: 'Même largeur' },
  'classMethod:natural': { en: 'Natural breaks', fr: 'Seuils naturels' },
  classCount: { en: 'Number of classes', fr: 'Nombre de classes' },
  otherValues: { en: 'Other values', fr: 'Autres valeurs' },
  mapSampled: {
    en: 'about 1 in {n} drawn here: zoom in to see all',
    fr: 'environ 1 sur {n} dessinée ici : zoomez pour tout voir',
  },
  fullScreen: { en: 'Full screen', fr: 'Plein écran' },
  leaveFullScreen: { en: 'Leave full screen', fr: 'Quitter le plein écran' },
  findMe: { en: 'Show my location', fr: 'Afficher ma position' },
  cannotFindMe: { en: 'Your position is not available', fr: 'Votre position n’est pas disponible' },
  openRow: { en: 'Open the row', fr: 'Ouvrir la ligne' },
  mapFailed: {
    en: 'The map data could not be loaded. Check your connection, then move the map to try again.',
    fr: 'Les données de la carte n’ont pas pu être chargées. Vérifiez votre connexion, puis déplacez la carte pour réessayer.',
  },
  mapNeedsScript: {
    en: 'The map requires JavaScript. The table shows the same rows, and the downloads include their coordinates.',
    fr: 'La carte nécessite JavaScript. Le tableau montre les mêmes lignes, et les téléchargements contiennent leurs coordonnées.',
  },
} as const
