/** `kindOf(fileName)`: the kind of a file, by its extension. Its content is checked when it is read. */

/** Kinds that are text, then kinds that are converted to text first. */
const fileKinds = [
  ...(['csv', 'json', 'ndjson', 'geojson'] as const),
  ...(['xlsx', 'xls', 'ods', 'fods', 'zip', 'kml', 'kmz', 'gpx', 'gpkg', 'ics'] as const),
] as const
type FileFormat = (typeof fileKinds)[number]

/** `extension` is lower case, without its first dot, `csv.gz` for a compressed one; `mimetype` is that of the file sent. */
export type FileKind = { kind: FileFormat; gzip: boolean; extension: string; mimetype: string }

const KINDS = {
  csv: { kind: 'csv', mimetype: 'text/csv' },
  tsv: { kind: 'csv', mimetype: 'text/tab-separated-values' },
  txt: { kind: 'csv', mimetype: 'text/plain' },
  log: { kind: 'csv', mimetype: 'text/plain' },
  text: { kind: 'csv', mimetype: 'text/plain' },
  dif: { kind: 'csv', mimetype: 'text/plain' },
  json: { kind: 'json', mimetype: 'application/json' },
  ndjson: { kind: 'ndjson', mimetype: 'application/x-ndjson' },
  jsonl: { kind: 'ndjson', mimetype: 'application/x-ndjson' },
  geojson: { kind: 'geojson', mimetype: 'application/geo+json' },
  // Features on lines, and text sequences (RFC 8142).
  geojsonl: { kind: 'geojson', mimetype: 'application/geo+json-seq' },
  geojsons: { kind: 'geojson', mimetype: 'application/geo+json-seq' },
  geojsonseq: { kind: 'geojson', mimetype: 'application/geo+json-seq' },
  xlsx: { kind: 'xlsx', mimetype: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  xls: { kind: 'xls', mimetype: 'application/vnd.ms-excel' },
  ods: { kind: 'ods', mimetype: 'application/vnd.oasis.opendocument.spreadsheet' },
  fods: { kind: 'fods', mimetype: 'application/vnd.oasis.opendocument.spreadsheet-flat-xml' },
  kml: { kind: 'kml', mimetype: 'application/vnd.google-earth.kml+xml' },
  kmz: { kind: 'kmz', mimetype: 'application/vnd.google-earth.kmz' },
  gpx: { kind: 'gpx', mimetype: 'application/gpx+xml' },
  gpkg: { kind: 'gpkg', mimetype: 'application/geopackage+sqlite3' },
  ics: { kind: 'ics', mimetype: 'text/calendar' },
  ifb: { kind: 'ics', mimetype: 'text/calendar' },
  zip: { kind: 'zip', mimetype: 'application/zip' },
} as const satisfies Record<string, { kind: FileFormat; mimetype: string }>

const COMPRESSED = ['csv', 'tsv', 'txt', 'json', 'ndjson', 'geojson', 'kml', 'gpx'] as const
const GZIP_MIMETYPE = 'application/gzip'
const kinds: ReadonlyMap<string, FileKind> = new Map([
  ...Object.entries(KINDS).map(([extension, definition]) => entry({ ...definition, gzip: false, extension })),
  ...COMPRESSED.map((inner) =>
    entry({ kind: KINDS[inner].kind, gzip: true, extension: `${inner}.gz`, mimetype: GZIP_MIMETYPE }),
  ),
])

/** Extensions that `kindOf` accepts, for messages. */
export const acceptedExtensions: readonly string[] = [...kinds.keys()]

/** MIME type of every accepted extension. */
export const mimetypes: ReadonlyMap<string, string> = new Map(
  [...kinds].map(([name, { mimetype }]) => [name, mimetype]),
)

/** The extension of a media type, with or without parameters; undefined when it is not that of an accepted file. */
export function extensionOfType(mediaType: string): string | undefined {
  const type = mediaType.split(';', 1)[0]?.trim().toLowerCase()
  return [...kinds].find(([, { mimetype, gzip }]) => mimetype === type && !gzip)?.[0]
}

/** The kind of a file by its name, case-insensitive; undefined when it is not one of `acceptedExtensions`. */
export function kindOf(fileName: string): FileKind | undefined {
  const extension = extensionOf(lastPart(fileName))
  return extension === undefined ? undefined : kinds.get(extension.toLowerCase())
}

/** Unsupported extensions that publishers often send, by the code of the problem that advises them. */
const advices = {
  'file-type-workbook': ['xlsb', 'xlsm', 'xlt', 'numbers', 'sxc'],
  'file-type-map': ['tab', 'mif', 'gml', 'fgb', 'dxf', 'topojson'],
  'file-type-shapefile-part': ['shp', 'shx', 'dbf', 'prj'],
  'file-type-archive': ['7z', 'rar', 'tar', 'tgz', 'tar.gz', 'bz2', 'xz', 'zst'],
} as const

/** The problem with advice for a file of another kind; undefined when there is none for its extension. */
export function adviceFor(fileName: string): { code: keyof typeof advices; type: string } | undefined {
  const type = extensionOf(lastPart(fileName))?.toLowerCase() ?? ''
  const codes = Object.keys(advices) as (keyof typeof advices)[] // its own keys
  const code = codes.find((candidate) => (advices[candidate] as readonly string[]).includes(type)) // a narrower list of texts
  return code && { code, type }
}

/** The name without directories and extensions: `a/Sales 2024.v2.csv.gz` is `Sales 2024.v2`. */
export function baseName(fileName: string): string {
  const name = lastPart(fileName)
  const extension = extensionOf(name)
  return extension === undefined ? name : name.slice(0, -extension.length - 1)
}

function lastPart(fileName: string): string {
  return fileName.slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1)
}

/** What follows the last dot, or the one before it for `.gz`; a dot that starts the name starts no extension. */
function extensionOf(name: string): string | undefined {
  return /.\.([^.]+\.gz|[^.]+)$/i.exec(name)?.[1]
}

function entry(kind: FileKind): [string, FileKind] {
  return [kind.extension, kind]
}
