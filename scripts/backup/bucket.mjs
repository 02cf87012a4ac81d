// The files of a bucket as numbered files, with their keys and metadata in `files.ndjson`: keys hold names of users.
import { appendFileSync, createWriteStream, mkdirSync, openAsBlob, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Larger files are uploaded in parts of this size; R2 takes 10,000 of them. */
const partBytes = 8 * 1024 * 1024

export async function backUpBucket(bucket, folder) {
  mkdirSync(join(folder, 'files'))
  const index = join(folder, 'files.ndjson')
  writeFileSync(index, '')
  let number = 0
  for (let cursor; ; ) {
    const page = await bucket.list({ cursor })
    for (const { key } of page.objects) {
      const object = await bucket.get(key)
      // Deleted since it was listed.
      if (!object) continue
      const { httpMetadata, customMetadata } = object
      await pipeline(Readable.fromWeb(object.body), createWriteStream(join(folder, 'files', String(number))))
      appendFileSync(index, `${JSON.stringify({ file: String(number++), key, httpMetadata, customMetadata })}\n`)
    }
    if (!page.truncated) return number
    cursor = page.cursor
  }
}

export async function restoreBucket(bucket, folder) {
  const files = readFileSync(join(folder, 'files.ndjson'), 'utf8').split('\n').filter(Boolean)
  for (const line of files) {
    const { file, key, ...metadata } = JSON.parse(line)
    const blob = await openAsBlob(join(folder, 'files', file))
    if (blob.size <= partBytes) await bucket.put(key, await blob.arrayBuffer(), metadata)
    else await putInParts(bucket, key, { blob, metadata })
  }
  return files.length
}

async function putInParts(bucket, key, { blob, metadata }) {
  const upload = await bucket.createMultipartUpload(key, metadata)
  const parts = []
  for (let at = 0; at < blob.size; at += partBytes) {
    parts.push(await upload.uploadPart(parts.length + 1, await blob.slice(at, at + partBytes).arrayBuffer()))
  }
  await upload.complete(parts)
}
