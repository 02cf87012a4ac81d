import { limits } from '../limits'

/**
 * Reads and drops the rest of a request body, within limits. A response that is sent while a client still
 * writes closes the connection, and the client reports a broken pipe instead of the error (RFC 9112, section 9.6).
 */
export async function drainBody(body: ReadableStream<Uint8Array> | null): Promise<void> {
  if (!body || body.locked) return
  const reader = body.getReader()
  const timer = setTimeout(() => reader.cancel().catch(() => {}), limits.http.restMs)
  try {
    for (let left = limits.http.maxRestBytes; left > 0; ) {
      const { done, value } = await reader.read()
      if (done) return
      left -= value.length
    }
  } catch {
    // The client has disconnected, or the body was cancelled: nothing is left to read.
  } finally {
    clearTimeout(timer)
    reader.releaseLock()
  }
}
