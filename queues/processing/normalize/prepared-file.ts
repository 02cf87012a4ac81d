/** Inflates uploaded files, checks their content, and writes converted ones. */
import type { Context } from '../../../worker/context'
import type { StoredFile } from '../../../worker/datasets'
import { Problem, problem, type Reason, type StoredProblem } from '../../../worker/errors'
import { derivedKey } from '../../../worker/files/object-keys'
import { objectSource, readObject, writeObject } from '../../../worker/files/r2-objects'
import { gunzip } from '../../../worker/formats/archive/gunzip'
import { readZipEntry } from '../../../worker/formats/archive/inflate'
import { type ByteSource, readZipDirectory, type ZipEntry } from '../../../worker/formats/archive/zip'
import type { CalendarFacts } from '../../../worker/formats/calendar/calendar'
import type { LayerRead } from '../../../worker/formats/geopackage/open'
import { baseName, type FileKind, kindOf } from '../../../worker/formats/kinds/kinds'
import { packageOf, signatureOf } from '../../../worker/formats/kinds/signature'
import { detectEncoding, TextReader } from '../../../worker/formats/text/detect-encoding'
import type { SheetRead } from '../../../worker/formats/workbook/workbook'
import { limits } from '../../../worker/limits'
import { MB } from '../../../worker/limits/units'

/** The position of the table in a workbook, or of the layer in a GeoPackage. */
export type TableOptions = Pick<
  NonNullable<StoredFile['normalizeOptions']>,
  'spreadsheetWorksheetIndex' | 'spreadsheetHeaderLine' | 'headerRows' | 'mergedCells' | 'spreadsheetStartCol'
>

/** A file in R2. `original` is the object that derived ones are named after. */
export type PreparedFile = {
  original: string
  object: string
  name: string
  size: number
  /** Time zone and properties of a calendar. */
  calendar?: CalendarFacts
  /** The sheet of a workbook, or the layer of a GeoPackage, that was read. */
  sheet?: SheetRead | LayerRead
  /** Options of the former file that were applied. */
  options?: TableOptions
  /** Problems that did not stop the conversion. */
  warnings?: StoredProblem[]
}

/** The kind of a file, by its name. @throws `file-lost` */
export function kindOfPrepared({ name }: Pick<PreparedFile, 'name'>): FileKind {
  const kind = kindOf(name)
  if (!kind) throw problem('file-lost')
  return kind
}

/** @throws `file-of-kind-too-large` for a workbook or a calendar that is read as a whole */
export function checkSize(file: PreparedFile): void {
  const { size } = file
  const max = kindOfPrepared(file).kind === 'xls' ? limits.workbooks.maxXlsBytes : limits.workbooks.maxBytes
  if (size > max) throw problem('file-of-kind-too-large', { max: max / 1_000_000 })
}

export function sourceOf(ctx: Context, { object, size }: PreparedFile): ByteSource {
  return objectSource(ctx.files, object, size)
}

/** Decompresses a gzip file. @throws `file-not-gzip`, `file-inflates-too-much` */
export async function inflateGzip(ctx: Context, file: PreparedFile): Promise<PreparedFile> {
  const body = await readObject(ctx.files, file.object)
  if (!body) throw problem('file-lost')
  const bytes = gunzip(body, { maxBytes: ctx.config.MAX_FILE_BYTES })
  return writeDerived(ctx, file, { kind: 'inflated', name: file.name.replace(/\.gz$/i, ''), bytes })
}

/** Extracts one entry of a zip to an object of its own. @throws `file-inflates-too-much` */
export async function inflateEntry(ctx: Context, file: PreparedFile, entry: ZipEntry): Promise<PreparedFile> {
  const max = ctx.config.MAX_FILE_BYTES
  if (entry.size > max) throw problem('file-inflates-too-much', { max, ratio: limits.archives.maxInflateRatio })
  const name = entry.name.split('/').at(-1) ?? entry.name
  return writeDerived(ctx, file, { kind: 'inflated', name, bytes: readZipEntry(sourceOf(ctx, file), entry) })
}

/** Writes the converted file. Yields to requests between two pieces. */
export async function writeNormalized(
  ctx: Context,
  file: PreparedFile,
  { extension, texts, rest }: { extension: 'csv' | 'geojson'; texts: AsyncIterable<string>; rest: () => Promise<void> },
): Promise<PreparedFile> {
  const encoder = new TextEncoder()
  const max = limits.files.maxConvertedBytes
  let size = 0
  const bytes = async function* () {
    for await (const text of texts) {
      await rest()
      if (text === '') continue
      const chunk = encoder.encode(text)
      size += chunk.length
      if (size > max) throw problem('converted-file-too-large', { max: max / MB })
      yield chunk
    }
  }
  return writeDerived(ctx, file, { kind: 'normalized', name: `${baseName(file.name)}.${extension}`, bytes: bytes() })
}

async function writeDerived(
  ctx: Context,
  { original }: PreparedFile,
  derived: { kind: 'inflated' | 'normalized'; name: string; bytes: AsyncIterable<Uint8Array> },
): Promise<PreparedFile> {
  const object = derivedKey(original, derived.kind)
  const { size } = await writeObject(ctx.files, object, derived.bytes)
  return { original, object, name: derived.name, size }
}

const webPage = 'HTML'
const zipped: ReadonlySet<string> = new Set(['xlsx', 'ods', 'zip', 'kmz'])
/** Formats by their root element of XML. */
const roots: readonly [RegExp, string][] = [
  [/<(?:\w+:)?kml[\s>]/i, 'KML'],
  [/<(?:\w+:)?gpx[\s>]/i, 'GPX'],
  [/<office:document[\s>]/i, 'FODS'],
  [/<!doctype html|<html[\s>]/i, webPage],
  [/^<\?xml\s/, 'XML'],
]
const rootOfKind: Partial<Record<FileKind['kind'], string>> = {
  fods: 'FODS',
  kml: 'KML',
  gpx: 'GPX',
  ics: 'ICS',
  gpkg: 'SQLITE',
}

const plainText: Reason = { en: 'text', fr: 'du texte' }
const unknownData: Reason = { en: 'text or unknown data', fr: 'du texte ou des données inconnues' }
const oldWorkbook: Reason = {
  en: 'XLS (Excel 97), or an encrypted workbook',
  fr: 'XLS (Excel 97), ou un classeur chiffré',
}
const notExcel: Reason = {
  en: 'text or unknown data, not an Excel workbook',
  fr: 'du texte ou des données inconnues, pas un classeur Excel',
}
const notWorkbooks: Partial<Record<FileKind['kind'], Reason>> = {
  xlsx: notExcel,
  ods: {
    en: 'text or unknown data, not an OpenDocument workbook',
    fr: 'du texte ou des données inconnues, pas un classeur OpenDocument',
  },
}

/** Rejects a file whose content does not match its extension, with the detected format. @throws `file-other-kind`, `file-is-web-page` */
export async function checkContent(ctx: Context, file: PreparedFile): Promise<void> {
  const { kind, extension } = kindOfPrepared(file)
  const first = await sourceOf(ctx, file).read(0, Math.min(file.size, limits.files.signatureBytes))
  const content = await contentOf(ctx, file, first)
  const other = (found: string | Reason) => problem('file-other-kind', { name: file.name, extension, found })
  if (kind === 'xls' && content === 'OLE2') return
  if (zipped.has(kind)) {
    if (content === 'ZIP' || content === kind.toUpperCase() || (kind === 'ods' && content === 'OpenDocument')) return
    throw other(content === 'OLE2' ? oldWorkbook : (content ?? notWorkbooks[kind] ?? unknownData))
  }
  if ((kind === 'json' || kind === 'csv') && content === undefined) {
    const format = jsonFormatOf(new TextDecoder().decode(first))
    if (format && format.toLowerCase() !== kind) throw other(format)
  }
  const root = rootOfKind[kind]
  // Some programs export tables as HTML with the extension of Excel: a workbook to convert.
  if (content === webPage && kind !== 'xls') throw problem('file-is-web-page', { name: file.name })
  if (content !== undefined && content !== root) throw other(content)
  if (kind === 'xls') throw other(notExcel)
  if (root !== undefined && content === undefined) throw other(plainText)
}

/** The format of a text of JSON; undefined for any other text. */
function jsonFormatOf(text: string): 'GeoJSON' | 'NDJSON' | 'JSON' | undefined {
  if (/^\s*\[\s*\{\s*"/.test(text)) return 'JSON'
  if (!/^\s*\{\s*"/.test(text)) return undefined
  if (/"type"\s*:\s*"FeatureCollection"/.test(text)) return 'GeoJSON'
  return /^\s*\{.*\}\r?\n\s*\{/.test(text) ? 'NDJSON' : 'JSON'
}

async function contentOf(ctx: Context, file: PreparedFile, first: Uint8Array): Promise<string | undefined> {
  const signature = signatureOf(first)
  if (signature === 'ZIP') {
    const entries = await readZipDirectory(sourceOf(ctx, file)).catch(asDamaged(file))
    return packageOf(new Set(entries.map(({ name }) => name))) ?? 'ZIP'
  }
  if (signature) return signature
  const text = new TextReader(detectEncoding(first, first.length === file.size))
    .decode(first, true)
    .replace(/^\ufeff/, '')
    .trimStart()
  if (/^BEGIN:VCALENDAR\s/i.test(text)) return 'ICS'
  if (!text.startsWith('<')) return undefined
  return roots.find(([root]) => root.test(text))?.[1]
}

/**
 * Turns the error of a damaged archive into that of a damaged workbook: people do not know that workbooks are archives.
 *
 * @throws `workbook-damaged`, and every other error as it is
 */
export function asDamaged(file: PreparedFile): (error: unknown) => never {
  const { kind } = kindOfPrepared(file)
  const isWorkbook = kind === 'xlsx' || kind === 'ods'
  return (error) => {
    throw isWorkbook && error instanceof Problem && error.code === 'archive-damaged'
      ? problem('workbook-damaged')
      : error
  }
}
