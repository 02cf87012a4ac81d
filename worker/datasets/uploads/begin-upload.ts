import { and, eq, gte, lt, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { originalKey, uploadsPrefix } from '../../files/object-keys'
import { safeFileName } from '../../files/safe-file-name'
import { limits } from '../../limits'
import { findReplaceable } from '../create/replace-file'
import { checkUploader, requireKind } from '../stored-files/upload'
import { fileNameOf, parseMetadata } from './metadata'
import type { UploadState } from './upload-store'

/**
 * Starts a resumable upload for the account of the actor. Like every upload it stays in the list of discards until a
 * dataset uses it.
 *
 * @param input.metadata `Upload-Metadata`: the name of the file, and in `dataset` the id of the dataset whose file it replaces
 * @throws `sign-in-required`, `owner-refused`, `file-too-large`, `header-invalid`, `file-type-unsupported`,
 *   `uploads-too-many`, `quota-datasets`, `quota-storage`, `quota-indexed`, and the codes of a replacement
 */
export async function beginUpload(
  ctx: Context,
  input: { length: number; metadata: string },
): Promise<{ id: string; state: UploadState }> {
  const max = ctx.config.MAX_FILE_BYTES
  if (input.length > max) throw problem('file-too-large', { max })
  const metadata = parseMetadata(input.metadata)
  const name = safeFileName(fileNameOf(metadata))
  requireKind(name)
  const id = metadata.get('dataset')
  const replaced = id === undefined ? undefined : await findReplaceable(ctx, id, undefined)
  const bytes = input.length - (replaced?.dataset.published.originalFile?.size ?? 0)
  const { account } = await checkUploader(ctx, { datasets: replaced ? 0 : 1, bytes })
  await checkOpen(ctx, uploadsPrefix(account))

  const upload = ctx.uploads.newUniqueId()
  const object = originalKey(account, ctx.newId())
  const createdAt = ctx.now().getTime()
  const notBefore = createdAt + limits.uploads.maxAgeMs + limits.uploads.expireAfterMs
  await ctx.db.insert(tables.discards).values({ kind: 'file', name: object, notBefore })
  const state = await ctx.uploads.get(upload).begin({ ...input, object, name, owner: account, createdAt })
  return { id: upload.toString(), state }
}

/** Limits the storage of unused files per account: its discards are its uploads and recently removed files. */
async function checkOpen(ctx: Context, prefix: string): Promise<void> {
  const { discards } = tables
  const max = limits.uploads.maxOpen
  const [open] = await ctx.db
    .select({ count: sql<number>`count(*)` })
    .from(discards)
    // The upper bound of the keys with this prefix: the prefix with the character after the slash.
    .where(and(eq(discards.kind, 'file'), gte(discards.name, prefix), lt(discards.name, prefix.replace(/\/$/, '0'))))
  if (open && open.count >= max) throw problem('uploads-too-many', { max })
}
