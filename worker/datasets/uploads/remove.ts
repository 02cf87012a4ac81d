import type { Context } from '../../context'
import { loadUpload } from './load'

/** Ends an upload, with what it has kept. @throws what `loadUpload` throws */
export async function removeUpload(ctx: Context, id: string): Promise<void> {
  const { upload } = await loadUpload(ctx, id)
  await upload.remove()
}
