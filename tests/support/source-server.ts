/** A server of files and APIs read by collectors over the network. */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Answer = (request: IncomingMessage, url: URL, response: ServerResponse) => void

/** Files by path, with ETags, dates and ranges; other paths are answered by functions. */
export class SourceServer {
  readonly files = new Map<string, string | Buffer>()
  readonly answers = new Map<string, Answer>()
  readonly requests: { method: string; path: string; headers: IncomingMessage['headers'] }[] = []
  readonly #modified = new Date(Date.UTC(2026, 0, 1)).toUTCString()
  readonly #server = createServer((request, response) => this.#answer(request, response))

  /** @param port a free one when absent */
  async start(port = 0): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve))
    // An address of the network, as just asked for.
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  /** How often a path was asked for. */
  count(path: string): number {
    return this.requests.filter((request) => request.path === path).length
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', 'http://source')
    this.requests.push({ method: request.method ?? '', path: url.pathname, headers: request.headers })
    const answer = this.answers.get(url.pathname)
    if (answer) {
      answer(request, url, response)
      return
    }
    const file = this.files.get(url.pathname)
    if (file === undefined) {
      response.writeHead(404).end()
      return
    }
    const bytes = Buffer.from(file)
    const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`
    const validators = url.searchParams.has('plain') ? {} : { etag, 'last-modified': this.#modified }
    if (!url.searchParams.has('plain') && request.headers['if-none-match'] === etag) {
      response.writeHead(304, validators).end()
      return
    }
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
    if (!range) {
      response.writeHead(200, { ...validators, 'content-length': bytes.length }).end(bytes)
      return
    }
    const part = bytes.subarray(Number(range[1]), Number(range[2]) + 1)
    const content = `bytes ${range[1]}-${Number(range[1]) + part.length - 1}/${bytes.length}`
    response.writeHead(206, { ...validators, 'content-range': content, 'content-length': part.length }).end(part)
  }
}

/** Answers with JSON. */
export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}
