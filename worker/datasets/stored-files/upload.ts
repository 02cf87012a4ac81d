import { and, eq, sql } from 'drizzle-orm'
import { actorFor, checkQuotas } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { originalKey, uploadOf } from '../../files/object-keys'
import { writeObject } from '../../files/r2-objects'
import { safeFileName } from '../../files/safe-file-name'
import { acceptedExtensions, adviceFor, type FileKind, kindOf } from '../../formats/kinds/kinds'
import { assertSignedIn, type Owner, type SignedIn } from '../../identity'
import { limits } from '../../limits'
import { canCreateFor } from '../../permissions'
import type { AttachedArchive, StoredFile } from '../metadata/document'

/**
 * Streams an uploaded file to storage. The file stays in the list of discards until a dataset refers to it, so that a
 * failed request leaves nothing behind.
 *
 * @param input.account the account of the actor
 * @throws `file-type-unsupported`, `file-too-large`, and the errors of the source
 */
export async function storeUpload(
  ctx: Context,
  input: { account: Owner; fileName: string; bytes: AsyncIterable<Uint8Array> },
): Promise<StoredFile> {
  const name = safeFileName(input.fileName)
  const kind = requireKind(name)
  const now = ctx.now()
  const object = originalKey(input.account, ctx.newId())
  await ctx.db
    .insert(tables.discards)
    .values({ kind: 'file', name: object, notBefore: now.getTime() + limits.files.deleteUnreferencedAfterMs })
  const max = ctx.config.MAX_FILE_BYTES
  try {
    const written = await writeObject(ctx.files, object, input.bytes, (size) => {
      if (size > max) throw problem('file-too-large', { max })
    })
    return { object, name, ...written, mimetype: kind.mimetype, updatedAt: now.toISOString() }
  } catch (error) {
    await dropUpload(ctx, object)
    throw error
  }
}

/** Stores a temporary file, which is in the list of discards from its first byte on. @throws `file-too-large` */
export async function storeTemporaryFile(
  ctx: Context,
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ object: string; size: number; sha256: string }> {
  const actor = actorFor(ctx, ['datasets', 'datasets-write'])
  assertSignedIn(actor)
  const object = originalKey(actor.account, ctx.newId())
  const notBefore = ctx.now().getTime() + limits.files.deleteUnreferencedAfterMs
  await ctx.db.insert(tables.discards).values({ kind: 'file', name: object, notBefore })
  const max = ctx.config.MAX_FILE_BYTES
  try {
    const { size, sha256 } = await writeObject(ctx.files, object, bytes, (written) => {
      if (written > max) throw problem('file-too-large', { max })
    })
    return { object, size, sha256 }
  } catch (error) {
    await dropUpload(ctx, object)
    throw error
  }
}

/** The file type of a file name. @throws `file-type-unsupported` */
export function requireKind(name: string): FileKind {
  const kind = kindOf(name)
  if (kind) return kind
  const advice = adviceFor(name)
  if (advice) throw problem(advice.code, { type: advice.type })
  throw problem('file-type-unsupported', {
    type: /\.[^.]+$/.exec(name)?.[0].slice(1) ?? name,
    accepted: acceptedExtensions.join(', '),
  })
}

/** Removes an upload that no dataset refers to. */
export async function dropUpload(ctx: Context, object: string): Promise<void> {
  await ctx.files.delete(object)
  await ctx.db.delete(tables.discards).where(discardOf(object))
}

/** The statement that removes an upload from the list of discards, for the batch that makes a dataset refer to it. */
export function keepUpload(ctx: Context, object: string) {
  return ctx.db.delete(tables.discards).where(discardOf(object))
}

/** The attachments of an uploaded archive. */
export function attachedFrom({ object, size, updatedAt }: StoredFile): AttachedArchive {
  return { bundle: uploadOf(object), object, size, updatedAt }
}

/**
 * Refuses an upload before its first byte when the outcome is already certain.
 *
 * @param adds the declared size of the upload
 * @throws `sign-in-required`, `owner-refused`, `quota-datasets`, `quota-storage`, `quota-indexed`
 */
export async function checkUploader(ctx: Context, adds: { datasets: number; bytes: number }): Promise<SignedIn> {
  const actor = actorFor(ctx, ['datasets', 'datasets-write'])
  assertSignedIn(actor)
  if (!canCreateFor(actor, actor.account)) throw problem('owner-refused')
  const { datasets, bytes } = adds
  await checkQuotas(ctx, actor.account, { datasets, storeBytes: bytes, indexedBytes: bytes })
  return actor
}

/** The condition that the upload is still unused: for `requireCondition`, in the batch that makes a dataset refer to it. */
export function isUploadUnused(object: string) {
  return sql`exists (select 1 from ${tables.discards} where ${discardOf(object)})`
}

const discardOf = (object: string) => and(eq(tables.discards.kind, 'file'), eq(tables.discards.name, object))
