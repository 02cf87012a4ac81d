import { problem } from '../../errors'
import { growSum, type UploadState, type UploadStore } from './upload-store'

/**
 * Assembles the object of an upload. Repeating it is harmless.
 *
 * @throws `upload-unfinished`, `file-empty`
 */
export async function assemble(
  store: UploadStore,
  bucket: R2Bucket,
  state: UploadState,
): Promise<UploadState & { md5: string }> {
  const { object, offset, length, name, md5, multipart } = state
  if (md5 !== undefined) return { ...state, md5 }
  if (offset < length) throw problem('upload-unfinished', { offset, length })
  if (length === 0) throw problem('file-empty', { name })
  const { part, filled } = store.openPart(state)
  const last = part.slice(0, filled)
  // A previous request wrote the object and its response was lost: the multipart upload no longer exists.
  const written = await bucket.head(object)
  if (written?.size !== length) {
    if (multipart) {
      const upload = bucket.resumeMultipartUpload(object, multipart)
      await upload.complete([...store.parts(), await upload.uploadPart(state.parts + 1, last)])
    } else {
      await bucket.put(object, last)
    }
  }
  const complete = { ...state, md5: growSum(state.sum, last).end() }
  store.complete(complete)
  return complete
}
