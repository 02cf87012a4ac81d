import { problem } from '../../errors'
import { limits } from '../../limits'
import { type Checksum, openSum } from './checksum'
import { growSum, type UploadState, type UploadStore } from './upload-store'

const { partBytes } = limits.uploads

type Addition = {
  store: UploadStore
  bucket: R2Bucket
  state: UploadState
  reader: ReadableStreamDefaultReader<Uint8Array>
  checksum: Checksum | undefined
  /** Whether a newer request is waiting to continue the upload. */
  isOvertaken: () => boolean
  expiresAt: number
}

/**
 * Appends the bytes of a request, with one part in memory. A full part is sent to R2 and recorded immediately; the
 * remaining bytes are stored here at the end of the request or when the connection is lost. With a checksum nothing is
 * stored before the checksum is verified.
 *
 * @throws `upload-too-long`, `upload-checksum-mismatch`, `upload-cut`, `upload-overtaken`
 */
export async function receive(addition: Addition): Promise<UploadState> {
  const { store, bucket, reader, checksum, isOvertaken, expiresAt } = addition
  const sum = checksum && openSum(checksum)
  const opened = store.openPart(addition.state)
  const { part } = opened
  let { filled } = opened
  let state = { ...addition.state, expiresAt }
  let saved = filled
  let etags: string[] = []

  const offset = () => state.parts * partBytes + filled
  const commit = () => {
    state = { ...state, offset: offset() }
    store.commit(state, { etags, part, from: saved, to: filled })
    etags = []
    saved = filled
  }
  const flush = async () => {
    const upload = state.multipart
      ? bucket.resumeMultipartUpload(state.object, state.multipart)
      : await bucket.createMultipartUpload(state.object)
    const { etag } = await upload.uploadPart(state.parts + 1, part)
    if (isOvertaken()) throw problem('upload-overtaken')
    etags.push(etag)
    const grown = growSum(state.sum, part).getState()
    state = { ...state, multipart: upload.uploadId, parts: state.parts + 1, sum: grown }
    filled = 0
    saved = 0
    if (!sum) commit()
  }

  for (;;) {
    const chunk = await next(reader)
    if (isOvertaken()) throw problem('upload-overtaken')
    if (chunk === 'end' || (chunk === 'cut' && !sum)) {
      if (sum && !sum.matches()) throw problem('upload-checksum-mismatch')
      commit()
      if (chunk === 'end') return state
    }
    if (chunk === 'cut') throw problem('upload-cut')
    if (offset() + chunk.length > state.length) throw problem('upload-too-long', { length: state.length })
    sum?.update(chunk)
    for (let from = 0; from < chunk.length; ) {
      // A full part is sent only when another byte follows: the last part waits for the end, so that an upload that
      // exceeds its length is never complete.
      if (filled === partBytes) await flush()
      const size = Math.min(chunk.length - from, partBytes - filled)
      part.set(chunk.subarray(from, from + size), filled)
      filled += size
      from += size
    }
  }
}

async function next(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array | 'end' | 'cut'> {
  try {
    const { done, value } = await reader.read()
    return done ? 'end' : value
  } catch {
    return 'cut'
  }
}
