import type { Context } from '../../context'
import type { StoredFile } from '../metadata/document'
import { requireKind } from '../stored-files/upload'
import { loadUpload, unwrap } from './load'

/**
 * The file of a complete upload, for a dataset. Nothing is copied: the object keeps its key. The upload exists until it
 * is released, so that a refused creation can be repeated.
 *
 * @throws the codes of `loadUpload`, `upload-unfinished`, `file-empty`
 */
export async function takeUpload(ctx: Context, id: string): Promise<StoredFile> {
  const { upload } = await loadUpload(ctx, id)
  const { object, name, length, md5 } = unwrap(await upload.finish())
  const { mimetype } = requireKind(name)
  return { object, name, size: length, md5, mimetype, updatedAt: ctx.now().toISOString() }
}

/** Ends an upload that is used by a dataset. A failure is not fatal, because the upload expires. */
export async function releaseUpload(ctx: Context, id: string): Promise<void> {
  try {
    const { upload } = await loadUpload(ctx, id)
    await upload.remove()
  } catch (error) {
    ctx.log('warn', 'an upload that became a dataset was not ended; it will expire', { error: String(error) })
  }
}
