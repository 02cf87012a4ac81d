import type { Context } from '../../context'
import { loadUpload } from './load'

/** Ends an upload and deletes its data. @throws the codes of `loadUpload` */
export async function removeUpload(ctx: Context, id: string): Promise<void> {
  const { upload } = await loadUpload(ctx, id)
  await upload.remove()
}
