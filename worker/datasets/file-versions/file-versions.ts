import { desc } from 'drizzle-orm'
import { audit } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { limits } from '../../limits'
import type { DataFile } from '../files/data-files'
import type { StoredFile } from '../metadata/document'
import { loadDataset } from '../metadata/load'
import { sendDiscards } from '../trash/discard-data'
import { discardFileVersions, isVersion, ofDataset } from './stored-versions'

const { fileVersions } = tables

export type FileVersionDocument = ReturnType<typeof presentVersion>

/** The earlier files of a dataset, the last one first, for those who may replace its file. @throws what `loadDataset` throws */
export async function listFileVersions(ctx: Context, id: string) {
  await loadDataset(ctx, id, 'writeData')
  const rows = await ctx.db
    .select()
    .from(fileVersions)
    .where(ofDataset(id))
    .orderBy(desc(fileVersions.replacedAt), fileVersions.id)
    .limit(limits.fileVersions.maxVersions)
  const results = rows.map(presentVersion)
  return { count: results.length, results }
}

function presentVersion(row: typeof fileVersions.$inferSelect) {
  const { name, mimetype } = fileOf(row)
  const { id, size, count, updatedAt, updatedBy, replacedAt, availableUntil } = row
  return {
    id,
    name,
    mimetype,
    size,
    ...(count === null ? {} : { count }),
    updatedAt,
    // The author that `retainFile` stores.
    ...(updatedBy === null ? {} : { updatedBy: JSON.parse(updatedBy) as { id: string; name: string } }),
    replacedAt,
    availableUntil: new Date(availableUntil).toISOString(),
  }
}

/** The stored file of a version: what `retainFile` stores. */
const fileOf = ({ file }: Pick<typeof fileVersions.$inferSelect, 'file'>) => JSON.parse(file) as StoredFile

/** An earlier file, byte for byte. @throws `file-version-not-found`, what `loadDataset` throws */
export async function readFileVersion(ctx: Context, id: string, version: string): Promise<DataFile> {
  await loadDataset(ctx, id, 'writeData')
  const [row] = await ctx.db.select().from(fileVersions).where(isVersion(id, version))
  if (!row) throw problem('file-version-not-found')
  const file = fileOf(row)
  return {
    file,
    read: async (range) => {
      const object = await ctx.files.get(file.object, range ? { range } : {})
      if (!object) throw problem('file-version-not-found')
      return object.body
    },
  }
}

/** Deletes an earlier file before its time. @throws `file-version-not-found`, what `loadDataset` throws */
export async function removeFileVersion(ctx: Context, id: string, version: string): Promise<void> {
  await readFileVersion(ctx, id, version)
  await ctx.db.batch([
    ...discardFileVersions(ctx, isVersion(id, version)),
    audit(ctx, 'removeFileVersion', `datasets/${id}`),
  ])
  await sendDiscards(ctx, id)
}
