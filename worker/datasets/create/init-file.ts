import type { Attachment } from '../../attachments'
import type { Context } from '../../context'
import { objectSource } from '../../files/r2-objects'
import { writeZip } from '../../formats/archive/write-zip'
import { CsvReader } from '../../formats/csv/csv-reader'
import type { FileRecord } from '../../formats/record-reader'
import type { Owner } from '../../identity'
import { parseLinesQuery, streamCsv } from '../../lines'
import { attachmentField } from '../../schema/attachment-fields'
import { bundlesOf, firstAttachmentAt } from '../attachments/attachments'
import { mayReadOriginal, readOriginalFile } from '../files/data-files'
import { type OpenedLines, openLines } from '../lines-api/read/open-lines'
import type { Dataset } from '../metadata/dataset'
import type { StoredFile } from '../metadata/document'
import { loadDataset } from '../metadata/load'
import { storeUpload } from '../stored-files/upload'

/**
 * The file of a new dataset with `initFrom`: the file of the source dataset and the archive of its attachments where the actor may
 * have all of it, otherwise its lines as CSV and an archive of the attachments that they name.
 *
 * @param input.account the account of the actor, which the copies are stored for
 * @throws the codes of `loadDataset`, `openLines` and `storeUpload`
 */
export async function inheritedFile(
  ctx: Context,
  input: { id: string; account: Owner },
): Promise<{ file: StoredFile; attachments?: StoredFile | undefined }> {
  const { id, account } = input
  const dataset = await loadDataset(ctx, id, 'readLines')
  if (dataset.nature === 'file' && mayReadOriginal(ctx, dataset, dataset.published)) {
    const { file, read } = await readOriginalFile(ctx, id, false)
    const stored = await storeUpload(ctx, { account, fileName: file.name, bytes: await read() })
    const archive = dataset.published.attachments
    if (!archive || archive.object === dataset.published.originalFile?.object) return { file: stored }
    await loadDataset(ctx, id, 'downloadAttachment')
    const bytes = await objectSource(ctx.files, archive.object, archive.size).stream(0, archive.size)
    return { file: stored, attachments: await storeUpload(ctx, { account, fileName: 'attachments.zip', bytes }) }
  }
  const opened = await openLines(ctx, { id, draft: false })
  const keys = opened.source.fields.filter((field) => !field['x-calculated']).map(({ key }) => key)
  const file = await storeUpload(ctx, { account, fileName: `${dataset.slug}.csv`, bytes: csvOf(opened, keys) })
  const field = attachmentField(opened.source.fields)
  if (!field) return { file }
  await loadDataset(ctx, id, 'downloadAttachment')
  const files = filesOf(ctx, dataset, await valuesOf(opened, field.key))
  const first = await files.next()
  if (first.done) return { file }
  const bytes = writeZip(startingWith(first.value, files))
  return { file, attachments: await storeUpload(ctx, { account, fileName: 'attachments.zip', bytes }) }
}

/** The visible lines as CSV, with some fields. */
function csvOf({ source, database }: OpenedLines, keys: readonly string[]): AsyncIterable<Uint8Array> {
  const params = new URLSearchParams({ select: keys.join(',') })
  const request = parseLinesQuery(params, source.fields, source.pointer.layout.located)
  return streamCsv(database, source, { ...request, size: Number.POSITIVE_INFINITY, sort: [] })
}

/** The distinct values of a field in the visible lines. */
async function valuesOf(opened: OpenedLines, key: string): Promise<Set<string>> {
  const values = new Set<string>()
  const reader = new CsvReader()
  const decoder = new TextDecoder()
  const add = ({ cells: [value] }: FileRecord) => void (value && values.add(value))
  for await (const bytes of csvOf(opened, [key])) reader.push(decoder.decode(bytes, { stream: true }), add)
  reader.end(add)
  return values
}

/** The files at the paths in the lines of a dataset. */
async function* filesOf(ctx: Context, dataset: Dataset, paths: ReadonlySet<string>): AsyncGenerator<Attachment> {
  const bundles = await bundlesOf(ctx, dataset)
  for (const path of [...paths].sort()) {
    const file = await firstAttachmentAt(ctx, bundles, path)
    if (file) yield file
  }
}

async function* startingWith<Item>(first: Item, others: AsyncIterable<Item>): AsyncGenerator<Item> {
  yield first
  yield* others
}
