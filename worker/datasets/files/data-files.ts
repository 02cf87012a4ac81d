import { actorFor, isAllowed } from '../../accounts'
import type { Context } from '../../context'
import { problem } from '../../errors'
import { baseName } from '../../formats/kinds/kinds'
import { type DatasetOperation, scopesFor } from '../../identity'
import { parseLinesQuery, streamCsv } from '../../lines'
import { isSuperAdmin } from '../../permissions'
import { ownFields } from '../extensions'
import { openLines } from '../lines-api/read/open-lines'
import type { Dataset } from '../metadata/dataset'
import type { AnalyzedFile, StoredFile, Version } from '../metadata/document'
import { loadDataset } from '../metadata/load'
import { isDraft, readableVersion } from '../metadata/present'
import { describeAsCsv, hasLeftOut, isSentAsCsv } from '../metadata/present-file'

/** A file of a dataset for a response: `read` returns its bytes from an offset, for a length. */
export type DataFile = {
  file: StoredFile
  /** The validator of these bytes. */
  etag?: string
  read: (range?: { offset: number; length: number }) => Promise<ReadableStream<Uint8Array>>
}

/** A CSV that is generated while it is sent. */
export type CsvFile = { name: string; updatedAt: string; read: () => ReadableStream<Uint8Array> }

/** Whether the caller may have the bytes of the uploaded file, or of the text that it was converted to. */
export function mayReadOriginal(ctx: Context, dataset: Dataset, { originalFile }: Version): boolean {
  return !originalFile || !hasLeftOut(originalFile) || isAllowed(ctx, 'writeData', dataset)
}

/** The uploaded file, byte for byte. @throws `data-file-missing`, `original-file-restricted` */
export async function readOriginalFile(ctx: Context, id: string, draft: boolean): Promise<DataFile> {
  const dataset = await loadDataset(ctx, id, 'downloadOriginalData')
  const version = readableVersion(dataset, draft)
  const { originalFile: file, file: analyzed } = version
  if (!file) throw problem('data-file-missing')
  if (!mayReadOriginal(ctx, dataset, version)) throw problem('original-file-restricted')
  return stored(ctx, { ...file, ...detectedEncoding(analyzed) })
}

/**
 * The text that lines were read from: the converted text of a workbook, a map or an archive, otherwise the file itself.
 */
export async function readNormalizedFile(
  ctx: Context,
  id: string,
  { draft, operation }: { draft: boolean; operation: 'downloadOriginalData' | 'downloadFullData' },
): Promise<DataFile> {
  const dataset = await loadDataset(ctx, id, operation)
  const version = readableVersion(dataset, draft)
  const file = version.file ?? version.originalFile
  if (!file) throw problem('data-file-missing')
  if (!mayReadOriginal(ctx, dataset, version)) throw problem('original-file-restricted')
  return stored(ctx, file)
}

/**
 * A CSV that is generated while it is sent: that of a JSON file, that of a file whose caller may not have all of it, or the lines with
 * the columns of extensions. Undefined for other files, whose text is stored.
 *
 * @param options.name the result is also undefined when this is not the name of such a CSV
 */
export async function openGeneratedCsv(
  ctx: Context,
  id: string,
  options: {
    draft: boolean
    operation: 'downloadOriginalData' | 'downloadFullData' | 'downloadDataFile'
    name?: string
  },
): Promise<CsvFile | undefined> {
  const { draft, operation } = options
  const dataset = await loadDataset(ctx, id, operation)
  const version = readableVersion(dataset, draft)
  const { file } = version
  if (!file) return undefined
  const full = operation === 'downloadOriginalData' ? undefined : fullFileOf(dataset, version)
  const isPart = !mayReadOriginal(ctx, dataset, version)
  const converted = isPart ? partOf(file) : isSentAsCsv(file) ? describeAsCsv(file) : undefined
  const wanted = options.name ?? (full ?? converted)?.name
  const found = [full, converted].find((one) => one !== undefined && one.name === wanted)
  if (!found) return undefined
  const isFull = found === full
  const fields = isFull ? version.schema : ownFields(version.schema)
  const keys = fields.map(({ key }) => key)
  const read = await openAsCsv(ctx, { id, draft, operation }, { keys, minimalQuotes: isFull })
  return { name: found.name, updatedAt: found.updatedAt, read }
}

/** The published part of a file, as CSV. Its size is not that of the file. */
function partOf({ name, updatedAt }: StoredFile) {
  return { name: `${baseName(name)}.csv`, mimetype: 'text/csv', updatedAt }
}

/** The file of the lines with the columns of extensions, when there are any. */
function fullFileOf({ metadata }: Dataset, { file, lines, finalizedAt }: Version) {
  if (!file || !lines || !metadata.extensions?.some(({ active }) => active)) return undefined
  const updatedAt = finalizedAt ?? file.updatedAt
  return { name: `${baseName(file.name)}-full.csv`, mimetype: 'text/csv', updatedAt }
}

/** All lines as CSV, with some fields. */
async function openAsCsv(
  ctx: Context,
  { id, draft, operation }: { id: string; draft: boolean; operation: DatasetOperation },
  { keys, minimalQuotes = false }: { keys: readonly string[]; minimalQuotes?: boolean },
): Promise<() => ReadableStream<Uint8Array>> {
  const { source, database } = await openLines(ctx, { id, draft }, operation)
  const served = new Set(source.fields.map(({ key }) => key))
  const params = new URLSearchParams({ select: keys.filter((key) => served.has(key)).join(',') })
  const request = parseLinesQuery(params, source.fields, source.pointer.layout.located)
  const all = { ...request, minimalQuotes, size: Number.POSITIVE_INFINITY, sort: [] }
  return () => streamCsv(database, source, all)
}

/** The lines of an editable dataset, for super-administrators; undefined for others, and for datasets with a file. */
export async function openEditableAsCsv(ctx: Context, id: string): Promise<CsvFile | undefined> {
  const operation = 'downloadOriginalData'
  const { nature, slug, metadata, published, updatedAt } = await loadDataset(ctx, id, operation)
  if (nature !== 'rest' || !isSuperAdmin(actorFor(ctx, scopesFor('read')))) return undefined
  const first = ['_id', '_updatedAt', ...(metadata.rest?.lineOwnership ? ['_owner'] : [])]
  const keys = [...new Set([...first, ...published.schema.map(({ key }) => key)])]
  const read = await openAsCsv(ctx, { id, draft: false, operation }, { keys })
  return { name: `${slug}.csv`, updatedAt: published.dataUpdatedAt ?? updatedAt, read }
}

/** One of the data files by its name. @throws `file-not-found` */
export async function readDataFile(
  ctx: Context,
  id: string,
  input: { name: string; draft: boolean },
): Promise<DataFile> {
  const dataset = await loadDataset(ctx, id, 'downloadDataFile')
  const version = readableVersion(dataset, input.draft)
  const file = dataFilesOf(version).find(({ name }) => name === input.name)
  if (!file) throw problem('file-not-found')
  if (!mayReadOriginal(ctx, dataset, version)) throw problem('original-file-restricted')
  return stored(ctx, file)
}

function stored(ctx: Context, file: StoredFile): DataFile {
  return {
    file,
    read: async (range) => {
      const object = await ctx.files.get(file.object, range ? { range } : {})
      if (!object) throw problem('file-not-found')
      return object.body
    },
  }
}

/** The uploaded file, and its converted text when it was not a text of lines. */
function dataFilesOf({ originalFile, file }: Version): StoredFile[] {
  if (!originalFile) return []
  const original = { ...originalFile, ...(file?.object === originalFile.object ? detectedEncoding(file) : {}) }
  const described = file && describeAsCsv(file)
  return described && described.name !== originalFile.name ? [original, described] : [original]
}

/** The encoding that the analysis detected, if it has run. */
function detectedEncoding(analyzed: AnalyzedFile | undefined): { encoding?: string } {
  return analyzed?.encoding ? { encoding: analyzed.encoding } : {}
}

/** The files available for download. A file that is generated has no size. */
export async function listDataFiles(ctx: Context, id: string, draft: boolean): Promise<Record<string, unknown>[]> {
  const dataset = await loadDataset(ctx, id, 'listDataFiles')
  const version = readableVersion(dataset, draft)
  const isWhole = mayReadOriginal(ctx, dataset, version)
  const part = !isWhole && version.file && version.lines ? partOf(version.file) : undefined
  const files = isWhole
    ? dataFilesOf(version).map((file, at) => ({ ...file, form: at === 0 ? original : normalizedAs(file.name) }))
    : part
      ? [{ ...part, size: undefined, form: normalizedAs(part.name) }]
      : []
  const full = fullFileOf(dataset, version)
  const ofDraft = isDraft(dataset, draft)
  const query = ofDraft ? '?draft=true' : ''
  return [...files, ...(full ? [{ ...full, size: undefined, form: extended }] : [])].map(
    ({ name, mimetype, size, updatedAt, form: { key, en, fr } }) => {
      const title =
        ctx.language === 'fr' ? `${fr}${ofDraft ? ' - brouillon' : ''}` : `${en}${ofDraft ? ' - draft' : ''}`
      const url = `${ctx.baseUrl}/api/v1/datasets/${id}/data-files/${encodeURIComponent(name)}${query}`
      return { key, name, title, mimetype, ...(size === undefined ? {} : { size }), updatedAt, url }
    },
  )
}

const original = { key: 'original', en: 'Original file', fr: "Fichier d'origine" }
const extended = { key: 'full', en: 'Extended CSV', fr: 'Fichier enrichi CSV' }

function normalizedAs(name: string): typeof original {
  const format = name.endsWith('.geojson') ? 'GeoJSON' : 'CSV'
  return { key: 'normalized', en: `${format} export`, fr: `Export ${format}` }
}
