// A client of HTTP/1.1 that sends bytes as they are: no library lets malformed ones pass.
import { connect } from 'node:net'

const answerTimeoutMs = 30_000
const maxAnswerBytes = 50_000_000
const headEnd = Buffer.from('\r\n\r\n')
const lastChunk = Buffer.from('0\r\n\r\n')

/** The bytes of a request. `framing` says how its length lies, if it does. */
export function requestBytes({ method, target, headers, body, framing }, host) {
  const names = new Set(headers.map(([name]) => name.toLowerCase()))
  const head = [`${method} ${target} HTTP/1.1`]
  if (!names.has('host')) head.push(`host: ${host}`)
  for (const [name, value] of headers) head.push(`${name}: ${value}`)
  const isSized = names.has('content-length') || names.has('transfer-encoding')
  let sent = body ?? Buffer.alloc(0)
  if (framing?.startsWith('chunked')) {
    head.push('transfer-encoding: chunked')
    const end = framing === 'chunked' ? '\r\n0\r\n\r\n' : '\r\n'
    sent =
      sent.length > 0
        ? Buffer.concat([Buffer.from(`${sent.length.toString(16)}\r\n`), sent, Buffer.from(end)])
        : lastChunk
  } else if (!isSized && framing !== 'none' && (body || /^(POST|PUT|PATCH)$/.test(method))) {
    const lie = framing === 'short' ? -1 : framing === 'long' ? 1 : 0
    head.push(`content-length: ${Math.max(0, sent.length + lie)}`)
  }
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), sent])
}

/** A keep-alive connection; it is opened again after it was closed. */
export class Connection {
  #socket
  #port

  constructor(port) {
    this.#port = port
  }

  /**
   * Sends a request and reads its answer.
   *
   * @param {{ isHead?: boolean, isLast?: boolean, isCut?: boolean }} [how] `isLast`: nothing can follow on this connection;
   *   `isCut`: its end is sent after the bytes
   * @returns `{ status, headers, body, ms }`, or `failure` (`closed`, `timed out`, `too large`) in the place of a status
   */
  async send(bytes, how = {}) {
    const isReused = this.#socket !== undefined && !this.#socket.destroyed
    const answer = await this.#exchange(bytes, how)
    // The server may close a connection that idles just when it is used again.
    return answer.failure === 'closed' && isReused ? this.#exchange(bytes, how) : answer
  }

  close() {
    this.#socket?.destroy()
    this.#socket = undefined
  }

  #exchange(bytes, { isHead = false, isLast = false, isCut = false }) {
    if (!this.#socket || this.#socket.destroyed) this.#socket = connect(this.#port, '127.0.0.1').setNoDelay(true)
    const socket = this.#socket
    const reader = new AnswerReader(isHead)
    const started = performance.now()
    return new Promise((resolve) => {
      const end = (answer) => {
        clearTimeout(timer)
        for (const event of ['data', 'close', 'error']) socket.removeAllListeners(event)
        socket.on('error', () => {})
        if (isLast || isCut || answer.failure || answer.headers.get('connection') === 'close') this.close()
        resolve({ ...answer, ms: performance.now() - started })
      }
      const timer = setTimeout(() => end({ failure: 'timed out' }), answerTimeoutMs)
      socket.on('error', () => {})
      socket.on('close', () => end(reader.atEnd() ?? { failure: 'closed' }))
      socket.on('data', (chunk) => {
        const answer = reader.push(chunk)
        if (answer) end(answer)
      })
      if (isCut) socket.end(bytes)
      else socket.write(bytes)
    })
  }
}

/** Reads one answer from the bytes of a connection. */
class AnswerReader {
  #chunks = []
  #size = 0
  #head
  #isHead

  constructor(isHead) {
    this.#isHead = isHead
  }

  /** @returns the answer once it is whole */
  push(chunk) {
    this.#chunks.push(chunk)
    this.#size += chunk.length
    if (this.#size > maxAnswerBytes) return { failure: 'too large' }
    this.#head ??= this.#readHead()
    if (!this.#head) return undefined
    const { status, headers } = this.#head
    const length = headers.get('content-length')
    if (this.#isHead || status === 204 || status === 304 || status === 101) return this.#answer(Buffer.alloc(0))
    if (headers.get('transfer-encoding') === 'chunked')
      return this.#endsWithLastChunk(chunk) ? this.#dechunked() : undefined
    if (length !== undefined && this.#size - this.#head.bytes >= Number(length)) {
      return this.#answer(this.#rest().subarray(0, Number(length)))
    }
    return undefined
  }

  /** What there is when the connection ends: an answer without a length ends with it. */
  atEnd() {
    if (!this.#head || this.#head.headers.has('content-length')) return undefined
    return this.#head.headers.get('transfer-encoding') === 'chunked' ? undefined : this.#answer(this.#rest())
  }

  #readHead() {
    const bytes = Buffer.concat(this.#chunks)
    const at = bytes.indexOf(headEnd)
    if (at < 0) return undefined
    const [first, ...lines] = bytes.toString('latin1', 0, at).split('\r\n')
    const status = Number(first.split(' ')[1])
    if (status === 100) {
      this.#chunks = [bytes.subarray(at + 4)]
      this.#size -= at + 4
      return this.#readHead()
    }
    const headers = new Map(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    )
    return { status, headers, bytes: at + 4 }
  }

  #rest() {
    return Buffer.concat(this.#chunks).subarray(this.#head.bytes)
  }

  #endsWithLastChunk(chunk) {
    const tail = chunk.length >= lastChunk.length ? chunk : Buffer.concat(this.#chunks)
    return tail.subarray(-lastChunk.length).equals(lastChunk)
  }

  #dechunked() {
    const bytes = this.#rest()
    const parts = []
    for (let at = 0; ; ) {
      const end = bytes.indexOf('\r\n', at)
      const size = end < 0 ? Number.NaN : Number.parseInt(bytes.toString('latin1', at, end), 16)
      // The end was that of a chunk which only looks like the last one.
      if (Number.isNaN(size) || end + 2 + size > bytes.length) return undefined
      if (size === 0) return this.#answer(Buffer.concat(parts))
      parts.push(bytes.subarray(end + 2, end + 2 + size))
      at = end + 4 + size
    }
  }

  #answer(body) {
    return { status: this.#head.status, headers: this.#head.headers, body }
  }
}
