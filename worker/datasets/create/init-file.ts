import type { Context } from '../../context'
import { objectSource } from '../../files/store'
import { parseLinesQuery, streamCsv } from '../../lines'
import { readOriginalFile } from '../files/read'
import { openLines } from '../lines-api/read/open-lines'
import type { StoredFile } from '../metadata/document'
import { loadDataset } from '../metadata/load'
import { storeUpload } from '../stored-files/upload'

/**
 * The file of a new dataset with `initFrom`: the file of the source dataset and the archive of its attachments,
 * otherwise its lines as CSV.
 *
 * @throws the codes of `loadDataset`, `openLines` and `storeUpload`
 */
export async function inheritedFile(
  ctx: Context,
  id: string,
): Promise<{ file: StoredFile; attachments?: StoredFile | undefined }> {
  const dataset = await loadDataset(ctx, id, 'readLines')
  if (dataset.nature === 'file') {
    const { file, read } = await readOriginalFile(ctx, id, false)
    const stored = await storeUpload(ctx, { fileName: file.name, bytes: await read() })
    const archive = dataset.published.attachments
    if (!archive || archive.object === dataset.published.originalFile?.object) return { file: stored }
    await loadDataset(ctx, id, 'downloadAttachment')
    const bytes = await objectSource(ctx.files, archive.object, archive.size).stream(0, archive.size)
    return { file: stored, attachments: await storeUpload(ctx, { fileName: 'attachments.zip', bytes }) }
  }
  const { source, database } = await openLines(ctx, { id, draft: false })
  const keys = source.fields.filter((field) => !field['x-calculated']).map(({ key }) => key)
  const params = new URLSearchParams({ select: keys.join(',') })
  const request = parseLinesQuery(params, source.fields, source.pointer.layout.located)
  const bytes = streamCsv(database, source, { ...request, size: Number.POSITIVE_INFINITY, sort: [] })
  return { file: await storeUpload(ctx, { fileName: `${dataset.slug}.csv`, bytes }) }
}
