import type { Context } from '../../context'
import type { StoredFile } from '../metadata/document'
import { requireKind } from '../stored-files/upload'
import { loadUpload, resultOf } from './load'

/**
 * The file that a whole upload is, for a dataset to take: nothing is copied, the object stays where it is. The upload
 * lives on until it is released, so that a refused creation can be repeated.
 *
 * @throws what `loadUpload` throws, `upload-unfinished`, `file-empty`
 */
export async function takeUpload(ctx: Context, id: string): Promise<StoredFile> {
  const { upload } = await loadUpload(ctx, id)
  const { object, name, length, md5 } = resultOf(await upload.finish())
  const { mimetype } = requireKind(name)
  return { object, name, size: length, md5, mimetype, updatedAt: ctx.now().toISOString() }
}

/** Ends an upload that a dataset has taken. A failure is not fatal: it expires. */
export async function releaseUpload(ctx: Context, id: string): Promise<void> {
  try {
    const { upload } = await loadUpload(ctx, id)
    await upload.remove()
  } catch (error) {
    ctx.log('warn', 'an upload that became a dataset was not ended; it will expire', { error: String(error) })
  }
}
