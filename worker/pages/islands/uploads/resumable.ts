/** Uploads a file so that a broken connection or a page reload loses nothing (docs/uploads.md). */

import { type DetailedError, Upload } from 'tus-js-client'
import { uploadParts } from '../../../limits/service/islands'

/**
 * Uploads a file, resuming an earlier attempt of this browser.
 *
 * @param options.endpoint address of `/api/v1/uploads`
 * @returns the id for the parameter `upload` of the creation of a dataset
 * @throws an error with the message of the service, in the requested language, whose cause is the code
 */
export function sendResumable(
  file: File,
  options: { endpoint: string; language: string; onProgress: (share: number) => void; signal?: AbortSignal },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: options.endpoint,
      headers: { 'accept-language': options.language },
      metadata: { filename: file.name, filetype: file.type },
      chunkSize: uploadParts.bytes,
      retryDelays: uploadParts.retriesMs,
      // After a reload between the last byte and the creation of the dataset, the upload is already complete.
      removeFingerprintOnSuccess: false,
      onProgress: (sent, total) => options.onProgress(total === 0 ? 1 : sent / total),
      onSuccess: () => resolve(upload.url?.split('/').pop() ?? ''),
      onError: (error) => reject(refusalOf(error)),
    })
    options.signal?.addEventListener('abort', () => void upload.abort().then(() => reject(options.signal?.reason)))
    void upload.findPreviousUploads().then(([previous]) => {
      if (options.signal?.aborted) return
      if (previous) upload.resumeFromPreviousUpload(previous)
      upload.start()
    }, reject)
  })
}

/** The error of the service, or of the client without a response. */
function refusalOf(error: Error | DetailedError): Error {
  const body = 'originalResponse' in error ? error.originalResponse?.getBody() : undefined
  try {
    // RFC 9457: a problem has a detail.
    const { detail, code } = JSON.parse(body ?? '') as { detail?: string; code?: string }
    return new Error(detail ?? error.message, { cause: code })
  } catch {
    return error
  }
}
