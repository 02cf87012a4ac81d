import { limits } from '../limits'

/**
 * Reads what is left of a request's body, within limits, and drops it. An answer that is sent while a client still
 * writes ends the connection, and the client tells of a broken pipe instead of the refusal (RFC 9112, section 9.6).
 */
export async function receiveRest(body: ReadableStream<Uint8Array> | null): Promise<void> {
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
    // The client is gone, or the body was cancelled: nothing is left to receive.
  } finally {
    clearTimeout(timer)
    reader.releaseLock()
  }
}
