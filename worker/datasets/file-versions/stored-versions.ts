/** The rows of earlier files: retained by the publication that replaces a file, discarded when their time or their number has passed. */
import { and, eq, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { uploadOf } from '../../files/object-keys'
import { limits } from '../../limits'
import type { Dataset } from '../metadata/dataset'
import type { Version } from '../metadata/document'
import { lineCount } from '../metadata/present'

const { discards, fileVersions } = tables

/**
 * Whether the file of the published version becomes an earlier version when another one is published. The same bytes sent again are no
 * other version, and an archive that the next version still reads is no earlier one.
 */
export function isRetained({ nature, published }: Dataset, next: Version): boolean {
  const { originalFile: file, finalizedAt } = published
  const { originalFile: other, attachments } = next
  if (nature !== 'file' || !file || !other || finalizedAt === undefined) return false
  const isSame = file.object === other.object || (file.sha256 !== undefined && file.sha256 === other.sha256)
  return !isSame && file.object !== attachments?.object
}

/** The statements that retain the file of the published version, and discard the versions beyond the limit of one dataset. */
export function retainFile(ctx: Context, { id: datasetId, published }: Dataset) {
  const { originalFile: file, dataUpdatedAt, dataUpdatedBy } = published
  if (!file) return []
  const now = ctx.now()
  const added = {
    id: uploadOf(file.object),
    datasetId,
    object: file.object,
    size: file.size,
    file: JSON.stringify(file),
    count: lineCount(published) ?? null,
    updatedAt: dataUpdatedAt ?? file.updatedAt,
    updatedBy: dataUpdatedBy ? JSON.stringify(dataUpdatedBy) : null,
    replacedAt: now.toISOString(),
    availableUntil: now.getTime() + limits.fileVersions.availableMs,
  }
  const last = sql`select ${fileVersions.id} from ${fileVersions} where ${fileVersions.datasetId} = ${datasetId}
    order by ${fileVersions.replacedAt} desc, ${fileVersions.id} limit ${limits.fileVersions.maxVersions}`
  return [
    ctx.db.insert(fileVersions).values(added),
    ...discardFileVersions(ctx, sql`${fileVersions.datasetId} = ${datasetId} and ${fileVersions.id} not in (${last})`),
  ]
}

/** The statements that discard earlier files. Downloads that have begun end first. */
export function discardFileVersions(ctx: Context, condition: SQL | undefined) {
  const notBefore = ctx.now().getTime() + limits.lines.dropReplacedAfterMs
  return [
    ctx.db
      .insert(discards)
      .select(sql`select 'file', ${fileVersions.object}, ${notBefore} from ${fileVersions} where ${condition}`)
      .onConflictDoNothing(),
    ctx.db.delete(fileVersions).where(condition),
  ] as const
}

export const ofDataset = (id: string): SQL => eq(fileVersions.datasetId, id)

/** Discards the earlier files whose time has passed, and the oldest ones of accounts that have too many bytes of them. */
export async function discardOldFileVersions(ctx: Context): Promise<void> {
  const { datasets } = tables
  const newer = sql`partition by ${datasets.ownerType}, ${datasets.ownerId} order by ${fileVersions.replacedAt} desc, ${fileVersions.id}`
  const summed = sql`select ${fileVersions.id} as id, sum(${fileVersions.size}) over (${newer}) as bytes
    from ${fileVersions} join ${datasets} on ${datasets.id} = ${fileVersions.datasetId}`
  const isBeyond = sql`${fileVersions.id} in (select id from (${summed}) where bytes > ${limits.fileVersions.maxBytes})`
  await ctx.db.batch(discardFileVersions(ctx, or(lte(fileVersions.availableUntil, ctx.now().getTime()), isBeyond)))
}

export const isVersion = (datasetId: string, id: string): SQL | undefined =>
  and(ofDataset(datasetId), eq(fileVersions.id, id))
