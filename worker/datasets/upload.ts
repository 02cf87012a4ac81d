import { and, eq } from 'drizzle-orm'
import { canCreateFor } from '../accounts'
import type { Context } from '../context'
import { tables } from '../db/client'
import { problem } from '../errors'
import { originalKey } from '../files/keys'
import { acceptedExtensions, kindOf } from '../files/kinds'
import { safeFileName } from '../files/name'
import { writeObject } from '../files/store'
import { limits } from '../limits'
import type { StoredFile } from './document'
import { actorFor } from './load'

/**
 * Streams an uploaded file to storage. Until a dataset refers to it, it stands among the discards: whatever happens to
 * the request, nothing is left behind.
 *
 * @throws `file-type-unsupported`, `file-empty`, `file-too-large`, and what the source throws
 */
export async function storeUpload(
  ctx: Context,
  input: { fileName: string; bytes: AsyncIterable<Uint8Array>; encoding?: string | undefined },
): Promise<StoredFile> {
  const actor = actorFor(ctx, ['datasets', 'datasets-write'])
  if (actor.type !== 'user' && actor.type !== 'apiKey') throw problem('sign-in-required')
  const name = safeFileName(input.fileName)
  const kind = kindOf(name)
  if (!kind) {
    throw problem('file-type-unsupported', {
      type: /\.[^.]+$/.exec(name)?.[0].slice(1) ?? name,
      accepted: acceptedExtensions.join(', '),
    })
  }
  const now = ctx.now()
  const object = originalKey(actor.account, ctx.newId())
  await ctx.db
    .insert(tables.discards)
    .values({ kind: 'file', name: object, notBefore: now.getTime() + limits.uploads.abandonedAfterMs })
  const max = ctx.config.MAX_FILE_BYTES
  try {
    const written = await writeObject(ctx.files, object, input.bytes, (size) => {
      if (size > max) throw problem('file-too-large', { max })
    })
    if (written.size === 0) throw problem('file-empty', { name })
    return { object, name, ...written, mimetype: kind.mimetype, updatedAt: now.toISOString() }
  } catch (error) {
    await dropUpload(ctx, object)
    throw error
  }
}

/** Removes an upload that no dataset will refer to. */
export async function dropUpload(ctx: Context, object: string): Promise<void> {
  await ctx.files.delete(object)
  await ctx.db.delete(tables.discards).where(discardOf(object))
}

/** The statement that keeps an upload: to put in the batch that makes a dataset refer to it. */
export function keepUpload(ctx: Context, object: string) {
  return ctx.db.delete(tables.discards).where(discardOf(object))
}

/** Refuses an upload before its first byte, when the outcome is already known. @throws `sign-in-required`, `owner-refused` */
export function checkUploader(ctx: Context): void {
  const actor = actorFor(ctx, ['datasets', 'datasets-write'])
  if (actor.type !== 'user' && actor.type !== 'apiKey') throw problem('sign-in-required')
  if (!canCreateFor(actor, actor.account)) throw problem('owner-refused')
}

const discardOf = (object: string) => and(eq(tables.discards.kind, 'file'), eq(tables.discards.name, object))
