import { sql } from 'drizzle-orm'
import type { Context } from '../context'
import { tables } from '../db/client'
import { problem } from '../errors'
import { isJunk, safePath } from '../files/attachment-path'
import { objectSource } from '../files/r2-objects'
import { readZipDirectory, shownName, type ZipEntry } from '../formats/archive/zip'
import { limits } from '../limits'

/**
 * Attachments in a zip archive, which is stored as it was sent and read by ranges. `folder` is a prefix of the paths of
 * its files.
 */
type Archive = { bundle: string; object: string; size: number; folder?: string }

/**
 * Stores the directory of an archive as the attachments of a bundle, for `attachmentAt`. Idempotent.
 *
 * @throws `archive-damaged`, `archive-path-refused`, `archive-encrypted`, `archive-name-repeated`, and what `readZipDirectory` throws
 */
export async function listArchive(ctx: Context, archive: Archive): Promise<{ count: number; size: number }> {
  const { folder = '' } = archive
  const source = objectSource(ctx.files, archive.object, archive.size)
  const entries = (await readZipDirectory(source)).filter(({ name }) => !isJunk(name))
  const rows = new Map<string, ZipEntry>()
  for (const entry of entries) {
    const path = folder + safePath(entry.name)
    if (rows.has(path)) throw problem('archive-name-repeated', { name: shownName(entry.name) })
    rows.set(path, checked(entry))
  }
  const updatedAt = ctx.now().toISOString()
  const all = [...rows].map(([path, { size, offset, compressedSize, crc, deflated }]) => [
    path,
    size,
    JSON.stringify({ offset, compressedSize, crc, deflated, archiveSize: archive.size }),
  ])
  for (let at = 0; at < all.length; at += limits.attachments.listedAtOnce) {
    // One bound parameter for many rows: a D1 statement has 100 at most.
    const some = JSON.stringify(all.slice(at, at + limits.attachments.listedAtOnce))
    await ctx.db.run(
      sql`insert or ignore into ${tables.attachments} (bundle, path, size, object, entry, updated_at) select ${archive.bundle}, value->>0, value->>1, ${archive.object}, value->>2, ${updatedAt} from json_each(${some})`,
    )
  }
  return { count: rows.size, size: entries.reduce((sum, { size }) => sum + size, 0) }
}

function checked(entry: ZipEntry): ZipEntry {
  const name = shownName(entry.name)
  if (entry.encrypted) throw problem('archive-encrypted', { name })
  if (entry.link) throw problem('archive-path-refused', { name })
  return entry
}
