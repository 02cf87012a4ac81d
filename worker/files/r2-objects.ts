/** Writing to R2 in constant memory. */
import { createHash } from 'node:crypto'
import { problem } from '../errors'
import type { ByteSource } from '../formats/archive/zip'
import { limits } from '../limits'

export type StoredObject = { size: number; md5: string; sha256: string }

/**
 * Streams bytes to an object: one put if they fit in a part, else a multipart upload of equal parts. An error of the
 * source aborts the upload and is thrown on; nothing of the object remains.
 *
 * @param check called with the bytes received so far, to abort files that are too large
 */
export async function writeObject(
  bucket: R2Bucket,
  key: string,
  source: AsyncIterable<Uint8Array>,
  check: (size: number) => void = () => {},
): Promise<StoredObject> {
  const part = new Uint8Array(limits.uploads.partBytes)
  const [md5, sha256] = [createHash('md5'), createHash('sha256')]
  const parts: R2UploadedPart[] = []
  let upload: R2MultipartUpload | undefined
  let filled = 0
  let size = 0
  const flush = async () => {
    upload ??= await bucket.createMultipartUpload(key)
    parts.push(await upload.uploadPart(parts.length + 1, part.subarray(0, filled)))
    filled = 0
  }
  try {
    for await (const chunk of source) {
      size += chunk.length
      check(size)
      md5.update(chunk)
      sha256.update(chunk)
      for (let from = 0; from < chunk.length; ) {
        const count = Math.min(chunk.length - from, part.length - filled)
        part.set(chunk.subarray(from, from + count), filled)
        filled += count
        from += count
        if (filled === part.length) await flush()
      }
    }
    if (upload) {
      if (filled > 0) await flush()
      await upload.complete(parts)
    } else {
      await bucket.put(key, part.subarray(0, filled))
    }
  } catch (error) {
    await upload?.abort()
    throw error
  }
  return { size, md5: md5.digest('hex'), sha256: sha256.digest('hex') }
}

/** A range of bytes of an object, or all. Undefined when the object does not exist. */
export async function readObject(
  bucket: R2Bucket,
  key: string,
  offset = 0,
  length?: number,
): Promise<ReadableStream<Uint8Array> | undefined> {
  const object = await bucket.get(key, length === undefined ? {} : { range: { offset, length } })
  return object?.body
}

/** An object with random access; reads beyond its end are empty. @throws `file-lost` */
export function objectSource(bucket: R2Bucket, key: string, size: number): ByteSource {
  const read = async (offset: number, length: number) => {
    // R2 refuses ranges that are empty, or begin beyond the object.
    if (length <= 0 || offset >= size) return new Uint8Array(0)
    const body = await readObject(bucket, key, offset, length)
    if (!body) throw problem('file-lost')
    return new Uint8Array(await new Response(body).arrayBuffer())
  }
  async function* windows(offset: number, length: number): AsyncGenerator<Uint8Array> {
    const { windowBytes } = limits.files
    for (let at = 0; at < length; at += windowBytes) {
      const body = await readObject(bucket, key, offset + at, Math.min(windowBytes, length - at))
      if (!body) throw problem('file-lost')
      yield* body
    }
  }
  return { size, read, stream: async (offset, length) => windows(offset, length) }
}
