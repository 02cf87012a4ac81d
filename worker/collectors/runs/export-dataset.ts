/** A dataset as a file on another server, or of its own description. */
import type { Context } from '../../context'
import { loadDataset } from '../../datasets'
import { storeMetadataFile } from '../../datasets/attachments'
import { readParquet } from '../../datasets/files'
import { openLines, readLinesPage } from '../../datasets/lines-api'
import { dropUpload, storeTemporaryFile } from '../../datasets/stored-files'
import { patchDataset } from '../../datasets/update'
import { Problem, problem } from '../../errors'
import { readObject } from '../../files/r2-objects'
import { feature } from '../../formats/geo/write-geojson'
import { dataRows, headerRow, type WrittenRow } from '../../formats/workbook/sheet'
import { streamXlsx } from '../../formats/workbook/write-xlsx'
import { limits } from '../../limits'
import { parseLinesQuery, streamCsv } from '../../lines'
import { Parameters } from '../../net/parameters'
import { openRemote, remotePath } from '../../net/transfer'
import type { ExportedFile, FileExport } from '../plugins/plugin'

/** A file of the service, and what says whether it is the same as another. */
type Prepared = { object: string; size: number; version: string; isTemporary: boolean }

/**
 * Writes a dataset as a file, except when its version is `file.unless`, the one that was written last. The
 * file is complete before the upload: its size is known, and an export that fails stores no partial file.
 *
 * @throws what `openLines`, `readParquet` and `Remote.write` throw
 */
export async function exportDataset(
  ctx: Context,
  { id, file, stop, pause }: { id: string; file: FileExport; stop: AbortSignal; pause: () => void },
): Promise<ExportedFile> {
  const prepared = file.format === 'parquet' ? await parquet(ctx, id, stop, pause) : await texts(ctx, id, file)
  const { object, size, version } = prepared
  const { to } = file
  try {
    if (version === file.unless) {
      return { size, version, hostKey: 'url' in to ? to.hostKey : undefined, changed: false }
    }
    const bytes = await readObject(ctx.files, object)
    if (!bytes) throw problem('file-lost')
    stop.throwIfAborted()
    if ('attachment' in to) {
      await attachFile(ctx, { id, ...to, bytes, size })
      return { size, version, hostKey: undefined, changed: true }
    }
    const remote = await openRemote(ctx, to)
    try {
      await remote.write(remotePath(to.url), bytes, size)
      return { size, version, hostKey: remote.hostKey, changed: true }
    } finally {
      await remote.close()
    }
  } finally {
    if (prepared.isTemporary) await dropUpload(ctx, object)
  }
}

/** Stores the file with the description of the dataset, and lists it there once. */
export async function attachFile(
  ctx: Context,
  file: { id: string; attachment: string; title?: string | undefined; bytes: ReadableStream<Uint8Array>; size: number },
): Promise<void> {
  const { id, attachment, bytes, size } = file
  const { name } = await storeMetadataFile(ctx, id, { fileName: attachment, bytes, declared: size })
  const { metadata } = await loadDataset(ctx, id, 'writeDescription')
  const attachments = metadata.attachments ?? []
  if (attachments.some((one) => one.name === name)) return
  const listed = { type: 'file' as const, name, title: file.title || name }
  await patchDataset(ctx, { id, patch: { attachments: [...attachments, listed] } })
}

async function texts(ctx: Context, id: string, { format, fields }: FileExport): Promise<Prepared> {
  const opened = await openLines(ctx, { id, draft: false })
  const keys = fieldsOf(
    opened.source.fields.map(({ key }) => key),
    fields,
  )
  const bytes =
    format === 'csv'
      ? csvOf(opened, keys)
      : format === 'xlsx'
        ? workbookOf(ctx, opened, keys)
        : jsonOf(ctx, opened, { format, keys })
  const { object, size, sha256 } = await storeTemporaryFile(ctx, bytes)
  return { object, size, version: sha256, isTemporary: true }
}

/** The fields of a dataset in their order, without calculated ones. @throws `collector-config-invalid` */
function fieldsOf(all: readonly string[], chosen: readonly string[] | undefined): string[] {
  const own = all.filter((key) => !key.startsWith('_'))
  if (!chosen || chosen.length === 0) return own
  const unknown = chosen.find((key) => !all.includes(key))
  if (unknown !== undefined) {
    throw problem('collector-config-invalid', {
      reason: { en: `the dataset has no column ${unknown}`, fr: `le jeu de données n'a pas de colonne ${unknown}` },
    })
  }
  return [...chosen]
}

type Opened = Awaited<ReturnType<typeof openLines>>

function csvOf({ source, database }: Opened, keys: readonly string[]): ReadableStream<Uint8Array> {
  const params = new Parameters([['select', keys.join(',')]])
  const request = parseLinesQuery(params, source.fields, source.pointer.layout.located)
  return streamCsv(database, source, { ...request, size: Number.POSITIVE_INFINITY, sort: [] })
}

/** A list of objects, or a FeatureCollection, page after page. */
async function* jsonOf(
  ctx: Context,
  opened: Opened,
  { format, keys }: { format: FileExport['format']; keys: readonly string[] },
): AsyncGenerator<Uint8Array> {
  const isGeo = format === 'geojson'
  const encoder = new TextEncoder()
  yield encoder.encode(isGeo ? '{"type":"FeatureCollection","features":[' : '[')
  let between = '\n'
  for await (const { lines } of pagesOf(ctx, opened, { format, keys })) {
    const texts = lines.map(({ _score, ...line }) => JSON.stringify(isGeo ? feature(line) : line))
    if (texts.length > 0) yield encoder.encode(between + texts.join(',\n'))
    if (texts.length > 0) between = ',\n'
  }
  yield encoder.encode(isGeo ? '\n]}\n' : '\n]\n')
}

/** A workbook of one sheet. @throws `collector-data-invalid` for more rows than a sheet has */
function workbookOf(ctx: Context, opened: Opened, keys: readonly string[]): AsyncGenerator<Uint8Array> {
  const { source } = opened
  const { count } = source.pointer
  const max = limits.lines.sheetRows
  if (count > max) {
    throw problem('collector-data-invalid', {
      reason: {
        en: `a workbook has ${max} rows at most, of ${count}; take csv`,
        fr: `un classeur a ${max} lignes au plus, sur ${count} ; préférez csv`,
      },
    })
  }
  async function* rows(): AsyncGenerator<WrittenRow[]> {
    let isFirst = true
    for await (const { lines, projection } of pagesOf(ctx, opened, { format: 'xlsx', keys })) {
      if (isFirst) yield [headerRow(projection, source.fields, {})]
      isFirst = false
      yield dataRows(projection, lines)
    }
  }
  return streamXlsx({ name: 'Feuille 1', rows: rows() }, () => [])
}

type Page = Awaited<ReturnType<typeof readLinesPage>>

/** All lines, page after page: at least one page. */
async function* pagesOf(
  ctx: Context,
  opened: Opened,
  { format, keys }: { format: FileExport['format']; keys: readonly string[] },
): AsyncGenerator<Pick<Page, 'projection'> & { lines: Record<string, unknown>[] }> {
  const { source } = opened
  let cursor: string | undefined
  do {
    const params = new Parameters(
      Object.entries({
        size: String(limits.collectors.exportPageLines),
        select: keys.join(','),
        count: 'false',
        ...(format === 'json' ? {} : { format }),
        ...(cursor === undefined ? {} : { after: cursor }),
      }),
    )
    const request = parseLinesQuery(params, source.fields, source.pointer.layout.located)
    const page = await readLinesPage(ctx, opened, request)
    // An element of the page may hold several lines.
    yield { lines: JSON.parse(`[${page.lines.join(',')}]`), projection: page.projection }
    cursor = page.cursor
  } while (cursor !== undefined)
}

/** The Parquet file of a dataset, which the queue writes when it is large. */
async function parquet(ctx: Context, id: string, stop: AbortSignal, pause: () => void): Promise<Prepared> {
  for (;;) {
    stop.throwIfAborted()
    try {
      const { file, etag } = await readParquet(ctx, id)
      return { object: file.object, size: file.size, version: etag ?? '', isTemporary: false }
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'parquet-pending')) throw error
    }
    pause()
    await scheduler.wait(limits.collectors.maxPollMs)
  }
}
