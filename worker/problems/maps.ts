import type { ProblemText } from './text'

/** Errors and warnings of GeoJSON, shapefiles and other files of maps. */
export const mapProblems = {
  'file-not-geojson': {
    status: 422,
    en: 'The file is not a GeoJSON FeatureCollection: its root must be an object with an array "features", a Feature, a geometry, or an array of Features.',
    fr: 'Le fichier n\'est pas une FeatureCollection GeoJSON : sa racine doit être un objet avec un tableau "features", une Feature, une géométrie ou un tableau de Features.',
  },
  'projection-unsupported': {
    status: 422,
    en: 'The projection {code} of the file is not supported. Supported: {supported}. Convert the file to WGS 84 (EPSG:4326).',
    fr: "La projection {code} des coordonnées du fichier n'est pas supportée. Projections acceptées : {supported}. Convertissez le fichier en WGS 84 (EPSG:4326).",
  },
  'feature-too-detailed': {
    status: 422,
    en: 'A feature of the file has more than {max} positions or values. Simplify its geometry, or split it into several features.',
    fr: 'Un élément du fichier a plus de {max} positions ou valeurs. Simplifiez sa géométrie, ou répartissez-la sur plusieurs éléments.',
  },
  'mapinfo-unsupported': {
    status: 422,
    en: 'The archive contains a MapInfo table (.tab), which is not supported. Convert it to GeoJSON, for example with GDAL: ogr2ogr -t_srs EPSG:4326 data.geojson {name}',
    fr: "L'archive contient une table MapInfo (.tab), un format non pris en charge. Convertissez-la en GeoJSON, par exemple avec GDAL : ogr2ogr -t_srs EPSG:4326 data.geojson {name}",
  },
  'shapefile-invalid': {
    status: 422,
    en: 'The shapefile is corrupt, or its parts (.shp, .dbf) do not match. Export it again.',
    fr: 'Le shapefile est corrompu, ou ses parties (.shp, .dbf) ne correspondent pas. Exportez-le à nouveau.',
  },
  'shapefile-multipatch': {
    status: 422,
    en: 'The shapefile has shapes in three dimensions (MultiPatch), which a map cannot show. Export their outlines as polygons, for example with “Multipatch Footprint” of ArcGIS.',
    fr: 'Le shapefile contient des formes en trois dimensions (MultiPatch), que la carte ne peut pas montrer. Exportez leurs contours en polygones, par exemple avec « Multipatch Footprint » d’ArcGIS.',
  },
  'shapefile-counts-differ': {
    status: 422,
    en: 'The shapefile has another number of shapes (.shp) than of attribute records (.dbf): attributes may belong to other shapes. Export all its parts together again.',
    fr: "Le nombre de formes (.shp) du shapefile n'est pas celui de ses enregistrements d'attributs (.dbf) : les attributs peuvent être ceux d'autres formes. Exportez à nouveau toutes ses parties ensemble.",
  },
  'shapefile-columns-same': {
    status: 422,
    en: 'Two columns of the shapefile have the name {column}. Rename one of them, and export the shapefile again.',
    fr: 'Deux colonnes du shapefile ont le nom {column}. Renommez l’une d’elles, puis exportez à nouveau le shapefile.',
  },
  'shapefile-incomplete': {
    status: 422,
    en: 'The archive has shapes, "{name}", without the other parts of a shapefile ({missing}): its files were published as attachments. Put .shp, .shx, .dbf and .prj of the same name in the zip to publish its map.',
    fr: "L'archive contient des formes, « {name} », sans les autres parties d'un shapefile ({missing}) : ses fichiers ont été publiés en pièces jointes. Mettez .shp, .shx, .dbf et .prj de même nom dans le zip pour en publier la carte.",
  },
  'kml-ignored': {
    status: 422,
    en: 'The archive contains several KML files: only "{used}" was read. Upload each of the others by itself: {others}.',
    fr: "L'archive contient plusieurs fichiers KML : seul « {used} » a été lu. Envoyez chacun des autres séparément : {others}.",
  },
  'shapefiles-ignored': {
    status: 422,
    en: 'The archive contains several shapefiles: only "{used}" was read. Upload each of the others in an archive of its own: {others}.',
    fr: "L'archive contient plusieurs shapefiles : seul « {used} » a été lu. Envoyez chacun des autres dans sa propre archive : {others}.",
  },
} as const satisfies Record<string, ProblemText>
