/** Converts files that are not text: workbooks and calendars to CSV, maps to GeoJSON. */
import type { Context } from '../../../worker/context'
import { problem, type StoredProblem } from '../../../worker/errors'
import { readZipEntry } from '../../../worker/formats/archive/inflate'
import { readZipDirectory } from '../../../worker/formats/archive/zip'
import { calendarToCsv, openCalendar } from '../../../worker/formats/calendar/calendar'
import { unfoldBytes } from '../../../worker/formats/calendar/unfold-bytes'
import { type Shapefile, shapefileFeatures } from '../../../worker/formats/geo/shapefile'
import { featureCollectionText } from '../../../worker/formats/geo/write-geojson'
import { xmlFeatures } from '../../../worker/formats/geo/xml-features'
import { layerTexts } from '../../../worker/formats/geopackage/layer-texts'
import { openGeopackage } from '../../../worker/formats/geopackage/open'
import { detectEncoding, TextReader } from '../../../worker/formats/text/detect-encoding'
import { limits } from '../../../worker/limits'
import { type TableInput, tableOfWorkbook } from './normalize-workbook'
import { formerSheet } from './position-of-former-table'
import { asDamaged, checkSize, kindOfPrepared, type PreparedFile, sourceOf, writeNormalized } from './prepared-file'

type Rest = () => Promise<void>

/** The text version of a file: the file itself when it is text. @throws the errors of its reader */
export async function normalize(ctx: Context, file: PreparedFile, input: TableInput): Promise<PreparedFile> {
  const { kind } = kindOfPrepared(file)
  const { rest } = input
  switch (kind) {
    case 'xlsx':
    case 'xls':
    case 'ods':
    case 'fods':
      return tableOfWorkbook(ctx, file, input).catch(asDamaged(file))
    case 'kml':
    case 'gpx':
      return featuresOf(ctx, file, xmlFeatures(kind, textsOf(ctx, file)), rest)
    case 'kmz':
      return featuresOfKmz(ctx, file, rest)
    case 'gpkg':
      return layerOfGeopackage(ctx, file, input)
    case 'ics':
      return tableOfCalendar(ctx, file, rest)
    default:
      return file
  }
}

/** The shapefile in an archive as GeoJSON. */
export async function normalizeShapefile(
  ctx: Context,
  file: PreparedFile,
  shapefile: Shapefile,
  rest: Rest,
): Promise<PreparedFile> {
  const normalized = await featuresOf(ctx, file, shapefileFeatures(sourceOf(ctx, file), shapefile), rest)
  return withIgnored(normalized, 'shapefiles-ignored', { used: shapefile.shp.name, others: shapefile.others })
}

/** Warns of the files of an archive that were not read, if there are any. */
function withIgnored(
  read: PreparedFile,
  code: 'shapefiles-ignored' | 'kml-ignored',
  { used, others }: { used: string; others: readonly string[] },
): PreparedFile {
  if (others.length === 0) return read
  const listed = others.join(', ').slice(0, limits.processing.maxListedChars)
  return { ...read, warnings: [{ code, params: { used, others: listed } }] }
}

function featuresOf(
  ctx: Context,
  file: PreparedFile,
  features: Parameters<typeof featureCollectionText>[0],
  rest: Rest,
): Promise<PreparedFile> {
  return writeNormalized(ctx, file, { extension: 'geojson', texts: featureCollectionText(features), rest })
}

/** A layer of a GeoPackage as GeoJSON, a table without geometries as CSV. @throws the errors of `openGeopackage` and `layerTexts` */
async function layerOfGeopackage(
  ctx: Context,
  file: PreparedFile,
  { options, former, rest }: TableInput,
): Promise<PreparedFile> {
  const source = sourceOf(ctx, file)
  const chosen = options.spreadsheetWorksheetIndex
  const detected = await openGeopackage(source, chosen)
  const same = chosen === undefined ? formerSheet(former, detected.read.names) : undefined
  const { layer, read, isLogged } = same ? await openGeopackage(source, same) : detected
  const table = await writeNormalized(ctx, file, { ...layerTexts(layer), rest })
  const warnings: StoredProblem[] = isLogged ? [{ code: 'geopackage-in-use', params: {} }] : []
  return { ...table, sheet: read, warnings, ...(same ? { options: { spreadsheetWorksheetIndex: same } } : {}) }
}

async function* textsOf(ctx: Context, file: PreparedFile): AsyncGenerator<string> {
  yield* decodedTexts(await sourceOf(ctx, file).stream(0, file.size))
}

/** The document of a KMZ is its first KML, by convention `doc.kml`. Where it only links to others, as that of GDAL, these are read. */
async function featuresOfKmz(ctx: Context, file: PreparedFile, rest: Rest): Promise<PreparedFile> {
  const source = sourceOf(ctx, file)
  const documents = (await readZipDirectory(source)).filter(({ name }) => /\.kml$/i.test(name))
  const document = documents.find(({ name }) => name === 'doc.kml') ?? documents[0]
  if (!document) throw problem('file-other-kind', { name: file.name, extension: 'kmz', found: 'ZIP' })
  const others = documents.filter((other) => other !== document)
  let isIndex = false
  const features = async function* () {
    let count = 0
    for await (const batch of xmlFeatures('kml', decodedTexts(readZipEntry(source, document)))) {
      count += batch.length
      yield batch
    }
    isIndex = count === 0
    for (const other of isIndex ? others : []) yield* xmlFeatures('kml', decodedTexts(readZipEntry(source, other)))
  }
  const read = await featuresOf(ctx, file, features(), rest)
  const ignored = isIndex ? [] : others.map(({ name }) => name)
  return withIgnored(read, 'kml-ignored', { used: document.name, others: ignored })
}

async function* decodedTexts(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let reader: TextReader | undefined
  for await (const chunk of bytes) {
    reader ??= new TextReader(detectEncoding(chunk.subarray(0, limits.files.sampleBytes), false))
    yield reader.decode(chunk, false)
  }
  if (reader) yield reader.decode(new Uint8Array(0), true)
}

/** The table of a calendar as CSV, and its properties. @throws `calendar-too-large` */
async function tableOfCalendar(ctx: Context, file: PreparedFile, rest: Rest): Promise<PreparedFile> {
  checkSize(file)
  const texts = async function* () {
    yield* decodedTexts(unfoldBytes(await sourceOf(ctx, file).stream(0, file.size)))
  }
  const calendar = await openCalendar(texts())
  const warnings: StoredProblem[] = []
  const rows = calendarToCsv(calendar, texts(), warnings)
  const table = await writeNormalized(ctx, file, { extension: 'csv', texts: rows, rest })
  return { ...table, calendar: calendar.facts, warnings }
}
