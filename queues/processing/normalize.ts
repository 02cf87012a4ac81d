/** Converts files that are not text: workbooks and calendars to CSV, maps to GeoJSON. */
import type { Context } from '../../worker/context'
import { Problem, problem, type StoredProblem } from '../../worker/errors'
import { readZipEntry } from '../../worker/formats/archive/inflate'
import { readZipDirectory } from '../../worker/formats/archive/zip'
import { calendarToCsv, openCalendar } from '../../worker/formats/calendar/calendar'
import { unfoldBytes } from '../../worker/formats/calendar/unfold-bytes'
import { asCollection } from '../../worker/formats/geo/collection'
import { type Shapefile, shapefileFeatures } from '../../worker/formats/geo/shapefile'
import { xmlFeatures } from '../../worker/formats/geo/xml-features'
import { layerTexts } from '../../worker/formats/geopackage/layer-texts'
import { openGeopackage } from '../../worker/formats/geopackage/open'
import { detectEncoding, TextReader } from '../../worker/formats/text/detect-encoding'
import { openFlatOds } from '../../worker/formats/workbook/ods'
import { openZipped } from '../../worker/formats/workbook/open'
import { type SheetRead, sheetRead, type Workbook, workbookToCsv } from '../../worker/formats/workbook/workbook'
import { openXls } from '../../worker/formats/workbook/xls'
import { limits } from '../../worker/limits'
import { asDamaged, kindOfPrepared, type PreparedFile, sourceOf, writeNormalized } from './prepared-file'

/** The position of the table in a workbook, or of the layer in a GeoPackage, as set by the publisher. */
type NormalizeOptions = {
  spreadsheetWorksheetIndex?: number | undefined
  spreadsheetHeaderLine?: number | undefined
  spreadsheetStartCol?: number | undefined
}

type Rest = () => Promise<void>

/** The text version of a file: the file itself when it is text. @throws the errors of its reader */
export async function normalize(
  ctx: Context,
  file: PreparedFile,
  options: NormalizeOptions,
  rest: Rest,
): Promise<PreparedFile> {
  const { kind } = kindOfPrepared(file)
  switch (kind) {
    case 'xlsx':
    case 'xls':
    case 'ods':
    case 'fods':
      return tableOfWorkbook(ctx, file, options, rest).catch(asDamaged(file))
    case 'kml':
    case 'gpx':
      return featuresOf(ctx, file, xmlFeatures(kind, textsOf(ctx, file)), rest)
    case 'kmz':
      return featuresOfKmz(ctx, file, rest)
    case 'gpkg':
      return layerOfGeopackage(ctx, file, options, rest)
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
  features: Parameters<typeof asCollection>[0],
  rest: Rest,
): Promise<PreparedFile> {
  return writeNormalized(ctx, file, { extension: 'geojson', texts: asCollection(features), rest })
}

/** A layer of a GeoPackage as GeoJSON, a table without geometries as CSV. @throws the errors of `openGeopackage` and `layerTexts` */
async function layerOfGeopackage(
  ctx: Context,
  file: PreparedFile,
  { spreadsheetWorksheetIndex }: NormalizeOptions,
  rest: Rest,
): Promise<PreparedFile> {
  const { layer, read, isLogged } = await openGeopackage(sourceOf(ctx, file), spreadsheetWorksheetIndex)
  const table = await writeNormalized(ctx, file, { ...layerTexts(layer), rest })
  const warnings: StoredProblem[] = isLogged ? [{ code: 'geopackage-in-use', params: {} }] : []
  return { ...table, sheet: read, warnings }
}

async function* textsOf(ctx: Context, file: PreparedFile): AsyncGenerator<string> {
  yield* decodedTexts(await sourceOf(ctx, file).stream(0, file.size))
}

/** The document of a KMZ is its first KML, by convention `doc.kml`. */
async function featuresOfKmz(ctx: Context, file: PreparedFile, rest: Rest): Promise<PreparedFile> {
  const source = sourceOf(ctx, file)
  const documents = (await readZipDirectory(source)).filter(({ name }) => /\.kml$/i.test(name))
  const document = documents.find(({ name }) => name === 'doc.kml') ?? documents[0]
  if (!document) throw problem('file-other-kind', { name: file.name, extension: 'kmz', found: 'ZIP' })
  const features = xmlFeatures('kml', decodedTexts(readZipEntry(source, document)))
  const others = documents.filter((other) => other !== document).map(({ name }) => name)
  return withIgnored(await featuresOf(ctx, file, features, rest), 'kml-ignored', { used: document.name, others })
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

function checkSize(file: PreparedFile): void {
  const { size } = file
  const max = kindOfPrepared(file).kind === 'xls' ? limits.workbooks.maxXlsBytes : limits.workbooks.maxBytes
  if (size > max) throw problem('file-of-kind-too-large', { max: max / 1_000_000 })
}

/**
 * The table of a workbook as CSV: of the chosen sheet, or of the first one that has rows below its header.
 *
 * @throws `workbook-too-large`, `archive-damaged`, `sheet-missing`, `sheet-empty`, `workbook-invalid`
 */
async function tableOfWorkbook(
  ctx: Context,
  file: PreparedFile,
  options: NormalizeOptions,
  rest: Rest,
): Promise<PreparedFile> {
  checkSize(file)
  const chosen = options.spreadsheetWorksheetIndex
  if (chosen !== undefined) return (await tableOfSheet(ctx, file, { options, number: chosen, rest })).table
  for (let number = 1; number <= limits.workbooks.maxTriedSheets; number++) {
    const { table, rows, isLast } = await tableOfSheet(ctx, file, { options, number, rest, isTried: true })
    if (rows > 0) return table
    if (isLast) break
  }
  return (await tableOfSheet(ctx, file, { options, number: 1, rest })).table
}

type SheetInput = { options: NormalizeOptions; number: number; rest: Rest; isTried?: boolean }
type SheetOutput = { table: PreparedFile; rows: number; isLast: boolean }

/** The table of one sheet. A sheet that is tried has no rows where it is empty. */
async function tableOfSheet(ctx: Context, file: PreparedFile, input: SheetInput): Promise<SheetOutput> {
  const { options, number, rest, isTried = false } = input
  const workbook = await openWorkbook(ctx, file, number)
  const tablePosition = { headerLine: options.spreadsheetHeaderLine, startColumn: options.spreadsheetStartCol }
  let sheet: SheetRead | undefined
  let rows = 0
  const warnings: StoredProblem[] = []
  const texts = workbookToCsv(workbook, tablePosition, (header, beyond) => {
    sheet = sheetRead(workbook, number, header)
    rows = header.count
    if (beyond) warnings.push({ code: 'cells-beyond-header', params: beyond })
    const count = workbook.uncomputed?.() ?? 0
    if (count > 0) warnings.push({ code: 'formulas-uncomputed', params: { count } })
  })
  const isLast = () => number >= workbook.sheets().length
  try {
    const table = await writeNormalized(ctx, file, { extension: 'csv', texts, rest })
    return { table: { ...table, ...(sheet ? { sheet } : {}), warnings }, rows, isLast: isLast() }
  } catch (error) {
    if (isTried && error instanceof Problem && error.code === 'sheet-empty')
      return { table: file, rows: 0, isLast: isLast() }
    throw error
  }
}

async function openWorkbook(ctx: Context, file: PreparedFile, sheet: number): Promise<Workbook> {
  const source = sourceOf(ctx, file)
  const { kind } = kindOfPrepared(file)
  if (kind === 'fods') {
    const texts = async function* () {
      const decoder = new TextDecoder()
      for await (const bytes of await source.stream(0, source.size)) yield decoder.decode(bytes, { stream: true })
    }
    return openFlatOds(texts, sheet)
  }
  if (kind === 'xls') return openXls(await source.read(0, source.size), sheet)
  return openZipped(source, kind === 'ods' ? 'ods' : 'xlsx', sheet)
}
