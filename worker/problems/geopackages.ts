import type { ProblemText } from './text'

/** Errors of GeoPackages, in the journal of a dataset. */
export const geopackageProblems = {
  'geopackage-invalid': {
    status: 422,
    en: 'The GeoPackage is truncated or corrupt. Export it again, for example with GDAL: ogr2ogr copy.gpkg data.gpkg',
    fr: 'Le GeoPackage est tronqué ou corrompu. Exportez-le à nouveau, par exemple avec GDAL : ogr2ogr copie.gpkg data.gpkg',
  },
  'geopackage-other-database': {
    status: 422,
    en: 'The file is an SQLite database but not a GeoPackage: it has no table gpkg_contents. Export its tables as CSV.',
    fr: "Le fichier est une base SQLite mais pas un GeoPackage : il n'a pas de table gpkg_contents. Exportez ses tables en CSV.",
  },
  'geopackage-without-rows': {
    status: 422,
    en: 'The GeoPackage has no layer or table with rows ({found}). Export the layer to publish, with its features.',
    fr: "Le GeoPackage n'a pas de couche ni de table avec des lignes ({found}). Exportez la couche à publier, avec ses entités.",
  },
  'geopackage-layer-missing': {
    status: 422,
    en: 'The GeoPackage has no layer number {layer}: it has {layers} layers. Choose another layer (“spreadsheetWorksheetIndex” of “file_normalizeOptions” in the API).',
    fr: "Le GeoPackage n'a pas de couche numéro {layer} : il en a {layers}. Choisissez une autre couche (« spreadsheetWorksheetIndex » de « file_normalizeOptions » dans l'API).",
  },
  'geopackage-table-unsupported': {
    status: 422,
    en: 'The table "{table}" of the GeoPackage cannot be read: it is a view, a virtual table, or has no row identifiers (WITHOUT ROWID). Export it, for example with GDAL: ogr2ogr copy.gpkg data.gpkg "{table}"',
    fr: 'La table "{table}" du GeoPackage ne peut pas être lue : c\'est une vue, une table virtuelle, ou ses lignes n\'ont pas d\'identifiant (WITHOUT ROWID). Exportez-la, par exemple avec GDAL : ogr2ogr copie.gpkg data.gpkg "{table}"',
  },
  'geopackage-geometry-unsupported': {
    status: 422,
    en: 'The table "{table}" of the GeoPackage has geometries of the type {type} (row {row}). Convert them, for example with GDAL: ogr2ogr -nlt CONVERT_TO_LINEAR copy.gpkg data.gpkg "{table}"',
    fr: 'La table "{table}" du GeoPackage contient des géométries de type {type} (ligne {row}). Convertissez-les, par exemple avec GDAL : ogr2ogr -nlt CONVERT_TO_LINEAR copie.gpkg data.gpkg "{table}"',
  },
  'geopackage-geometry-invalid': {
    status: 422,
    en: 'The geometry of row {row} of the table "{table}" is truncated or corrupt. Repair or delete it.',
    fr: 'La géométrie de la ligne {row} de la table "{table}" est tronquée ou corrompue. Réparez-la ou supprimez-la.',
  },
  'geopackage-row-too-large': {
    status: 422,
    en: 'Row {row} of a table of the GeoPackage has more than {max} bytes. Simplify its geometry.',
    fr: "La ligne {row} d'une table du GeoPackage a plus de {max} octets. Simplifiez sa géométrie.",
  },
  'geopackage-scattered': {
    status: 422,
    en: 'The rows of the GeoPackage are too scattered in the file to be read in reasonable time. Compact it ("Compact database" in QGIS, or VACUUM) and upload it again.',
    fr: 'Les lignes du GeoPackage sont trop dispersées dans le fichier pour être lues en un temps raisonnable. Compactez-le (« Compacter la base de données » dans QGIS, ou VACUUM) et envoyez-le à nouveau.',
  },
  'geopackage-in-use': {
    status: 422,
    en: 'The GeoPackage is in the mode of a program that has it open (write-ahead log): its latest changes may be missing. Close the program and upload the file again if they are.',
    fr: "Le GeoPackage est dans le mode d'un logiciel qui l'a ouvert (journal WAL) : ses dernières modifications peuvent manquer. Si c'est le cas, fermez le logiciel et envoyez à nouveau le fichier.",
  },
} as const satisfies Record<string, ProblemText>
