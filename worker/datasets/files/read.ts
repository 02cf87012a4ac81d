import type { Context } from '../../context'
import { problem } from '../../errors'
import { parseLinesQuery, streamCsv } from '../../lines'
import { openLines } from '../lines-api/read/open-lines'
import type { AnalyzedFile, StoredFile, Version } from '../metadata/document'
import { loadDataset } from '../metadata/load'
import { isDraft, readableVersion } from '../metadata/present'
import { describeAsCsv, isSentAsCsv } from '../metadata/present-file'

/** A file of a dataset for a response: `read` returns its bytes from an offset, for a length. */
export type DataFile = {
  file: StoredFile
  /** The validator of these bytes. */
  etag?: string
  read: (range?: { offset: number; length: number }) => Promise<ReadableStream<Uint8Array>>
}

/** The uploaded file, byte for byte. @throws `data-file-missing` */
export async function readOriginalFile(ctx: Context, id: string, draft: boolean): Promise<DataFile> {
  const dataset = await loadDataset(ctx, id, 'downloadOriginalData')
  const { originalFile: file, file: analyzed } = readableVersion(dataset, draft)
  if (!file) throw problem('data-file-missing')
  return stored(ctx, { ...file, ...withEncoding(analyzed) })
}

/**
 * The text that lines were read from: the converted text of a workbook, a map or an archive, otherwise the file itself.
 */
export async function readNormalizedFile(
  ctx: Context,
  id: string,
  { draft, operation }: { draft: boolean; operation: 'downloadOriginalData' | 'downloadFullData' },
): Promise<DataFile> {
  const version = readableVersion(await loadDataset(ctx, id, operation), draft)
  const file = version.file ?? version.originalFile
  if (!file) throw problem('data-file-missing')
  return stored(ctx, file)
}

/**
 * The CSV of a JSON file, generated while it is sent. Undefined for other files, whose text is stored.
 *
 * @param options.name the result is also undefined when this is not the name of the CSV
 */
export async function openJsonAsCsv(
  ctx: Context,
  id: string,
  options: {
    draft: boolean
    operation: 'downloadOriginalData' | 'downloadFullData' | 'downloadDataFile'
    name?: string
  },
): Promise<{ name: string; updatedAt: string; read: () => ReadableStream<Uint8Array> } | undefined> {
  const { draft, operation } = options
  const { file } = readableVersion(await loadDataset(ctx, id, operation), draft)
  if (!file || !isSentAsCsv(file)) return undefined
  const { name } = describeAsCsv(file)
  if (name !== (options.name ?? name)) return undefined
  const { source, database } = await openLines(ctx, { id, draft }, operation)
  const keys = source.fields.filter((field) => !field['x-calculated']).map(({ key }) => key)
  const params = new URLSearchParams({ select: keys.join(',') })
  const request = parseLinesQuery(params, source.fields, source.pointer.layout.located)
  const all = { ...request, size: Number.POSITIVE_INFINITY, sort: [] }
  return {
    name,
    updatedAt: file.updatedAt,
    read: () => streamCsv(database, source, all),
  }
}

/** One of the data files by its name. @throws `file-not-found` */
export async function readDataFile(
  ctx: Context,
  id: string,
  input: { name: string; draft: boolean },
): Promise<DataFile> {
  const dataset = await loadDataset(ctx, id, 'downloadDataFile')
  const file = dataFilesOf(readableVersion(dataset, input.draft)).find(({ name }) => name === input.name)
  if (!file) throw problem('file-not-found')
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
  const original = { ...originalFile, ...(file?.object === originalFile.object ? withEncoding(file) : {}) }
  const described = file && describeAsCsv(file)
  return described && described.name !== originalFile.name ? [original, described] : [original]
}

/** The encoding that the analysis detected, if it has run. */
export function withEncoding(analyzed: AnalyzedFile | undefined): { encoding?: string } {
  return analyzed?.encoding ? { encoding: analyzed.encoding } : {}
}

/** The files available for download. */
export async function listDataFiles(ctx: Context, id: string, draft: boolean): Promise<Record<string, unknown>[]> {
  const dataset = await loadDataset(ctx, id, 'listDataFiles')
  const files = dataFilesOf(readableVersion(dataset, draft))
  const ofDraft = isDraft(dataset, draft)
  const query = ofDraft ? '?draft=true' : ''
  return files.map(({ name, mimetype, size, updatedAt }, at) => {
    const { key, en, fr } = at === 0 ? original : normalizedAs(name)
    const title = ctx.language === 'fr' ? `${fr}${ofDraft ? ' - brouillon' : ''}` : `${en}${ofDraft ? ' - draft' : ''}`
    const url = `${ctx.baseUrl}/api/v1/datasets/${id}/data-files/${encodeURIComponent(name)}${query}`
    return { key, name, title, mimetype, size, updatedAt, url }
  })
}

const original = { key: 'original', en: 'Original file', fr: "Fichier d'origine" }

function normalizedAs(name: string): typeof original {
  const format = name.endsWith('.geojson') ? 'GeoJSON' : 'CSV'
  return { key: 'normalized', en: `${format} export`, fr: `Export ${format}` }
}
