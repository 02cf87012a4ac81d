import type { Context } from '../../context'
import { problem } from '../../errors'
import type { Checksum } from './checksum'
import { loadUpload, unwrap } from './load'
import type { UploadState } from './upload-store'

/**
 * Appends bytes to an upload at its offset. The bytes before the returned offset are durable.
 *
 * @param input.size of the bytes, where the client sends it
 * @throws the codes of `loadUpload`, `upload-offset-conflict`, `upload-too-long`, `upload-checksum-mismatch`,
 *   `upload-cut`, `upload-overtaken`
 */
export async function appendToUpload(
  ctx: Context,
  input: {
    id: string
    offset: number
    size: number | undefined
    body: ReadableStream<Uint8Array> | null
    checksum: Checksum | undefined
  },
): Promise<UploadState> {
  const { id, size = 0, ...addition } = input
  const { upload, state } = await loadUpload(ctx, id)
  if (state.offset === input.offset && input.offset + size > state.length) {
    throw problem('upload-too-long', { length: state.length })
  }
  return unwrap(await upload.append(addition))
}
