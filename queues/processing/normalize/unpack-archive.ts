import type { Context } from '../../../worker/context'
import { problem } from '../../../worker/errors'
import { isJunk } from '../../../worker/files/attachment-path'
import { readZipDirectory, shownName, type ZipEntry } from '../../../worker/formats/archive/zip'
import { type Shapefile, shapefileOf } from '../../../worker/formats/geo/shapefile'
import { kindOf } from '../../../worker/formats/kinds/kinds'
import { checkContent, inflateEntry, inflateGzip, kindOfPrepared, type PreparedFile, sourceOf } from './prepared-file'

/** The file itself, or the one in its archive; undefined for an archive of attachments. */
export async function unpack(ctx: Context, file: PreparedFile): Promise<PreparedFile | Shapefile | undefined> {
  const { kind, gzip } = kindOfPrepared(file)
  if (gzip) {
    const inflated = await inflateGzip(ctx, file)
    await checkContent(ctx, inflated)
    return inflated
  }
  await checkContent(ctx, file)
  if (kind !== 'zip') return file
  const entries = (await readZipDirectory(sourceOf(ctx, file))).filter((entry) => !isJunk(entry.name))
  const shapefile = shapefileOf(entries)
  if (shapefile) return shapefile
  refuseMapInfo(entries)
  const [entry, ...others] = entries
  const inner = entry && kindOf(entry.name)
  if (!entry || others.length > 0 || !inner || inner.gzip || inner.kind === 'zip') return undefined
  const inflated = await inflateEntry(ctx, file, entry)
  await checkContent(ctx, inflated)
  return inflated
}

/** Rejects MapInfo tables, whose files would otherwise become attachments. */
function refuseMapInfo(entries: readonly ZipEntry[]): void {
  const names = new Set(entries.map(({ name }) => name.toLowerCase()))
  const table = entries.find(({ name }) => {
    const base = /^(.*\.)tab$/.exec(name.toLowerCase())?.[1]
    return base !== undefined && ['map', 'id', 'dat'].every((part) => names.has(base + part))
  })
  if (table) throw problem('mapinfo-unsupported', { name: shownName(table.name) })
}
