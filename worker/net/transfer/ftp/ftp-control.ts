import { problem, type Reason } from '../../../errors'
import { limits } from '../../../limits'
import { answered, connectionCut } from '../../failures'
import { connectTo, type Endpoint, opened, type Tls, withTimeout } from '../../socket'
import { type FtpReply, parseReply } from './ftp-reply'

type Io = { reader: ReadableStreamDefaultReader<Uint8Array>; writer: WritableStreamDefaultWriter<Uint8Array> }

/** The control connection of FTP (RFC 959): a command, then its reply. */
export class FtpControl {
  readonly #endpoint: Endpoint
  #socket: Socket
  #io: Io
  #received = ''
  /** Servers that do not know UTF-8 send the bytes of some other encoding: as Latin-1 they come back as they were. */
  encoding: 'utf-8' | 'latin1' = 'utf-8'

  private constructor(endpoint: Endpoint, socket: Socket) {
    this.#endpoint = endpoint
    this.#socket = socket
    this.#io = ioOf(socket)
  }

  /** Connects, and reads the greeting. @throws `upstream-failed` */
  static async connect(endpoint: Endpoint, tls: Tls): Promise<FtpControl> {
    const socket = await opened(connectTo(endpoint, tls), endpoint.host, limits.transfer.connectMs)
    const control = new FtpControl(endpoint, socket)
    try {
      const greeting = await control.reply()
      if (greeting.code !== 220) throw control.unexpected(greeting)
      return control
    } catch (error) {
      await control.close()
      throw error
    }
  }

  /** Goes on with TLS, after a command that the server has accepted. @throws `upstream-failed` */
  async startTls(): Promise<void> {
    // What was sent in clear text must not be read as if it came over TLS.
    this.#received = ''
    this.#io.reader.releaseLock()
    this.#io.writer.releaseLock()
    this.#socket = this.#socket.startTls()
    this.#socket.closed.catch(() => {})
    await opened(this.#socket, this.#endpoint.host, limits.transfer.connectMs)
    this.#io = ioOf(this.#socket)
  }

  /** Sends a command, and reads its reply, whatever its code. @throws `upstream-failed`, `remote-path-invalid` */
  async command(line: string): Promise<FtpReply> {
    if (/[\r\n\0]/.test(line)) throw problem('remote-path-invalid', { path: line.split(/[\s\0]/, 1)[0] ?? '' })
    const bytes = this.encoding === 'utf-8' ? new TextEncoder().encode(`${line}\r\n`) : latin1(`${line}\r\n`)
    await withTimeout(this.#io.writer.write(bytes), this.#endpoint.host, limits.transfer.idleMs)
    return this.reply()
  }

  /** Reads the next reply. @throws `upstream-failed` */
  async reply(): Promise<FtpReply> {
    for (;;) {
      const parsed = parseReply(this.#received)
      if (parsed) {
        this.#received = this.#received.slice(parsed.length)
        return parsed.reply
      }
      if (this.#received.length > limits.transfer.maxReplyBytes || /^(?!\d{0,3}($|[ -]))/.test(this.#received)) {
        throw this.failed({ en: 'it is not an FTP server', fr: "ce n'est pas un serveur FTP" })
      }
      const { value, done } = await withTimeout(this.#io.reader.read(), this.#endpoint.host, limits.transfer.idleMs)
      if (done) throw this.failed(connectionCut)
      this.#received += this.decode(value)
    }
  }

  /** Connects to a port of the server for the bytes of a file or listing, over TLS like this connection. */
  connectData(port: number): Socket {
    return connectTo({ host: this.#endpoint.host, port }, this.isSecure ? 'on' : 'off')
  }

  get isSecure(): boolean {
    return this.#socket.secureTransport === 'on'
  }

  /** Text of the server. */
  decode(bytes: Uint8Array): string {
    if (this.encoding === 'utf-8') {
      try {
        return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
      } catch {
        this.encoding = 'latin1'
      }
    }
    return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  }

  failed(reason: Reason) {
    return problem('upstream-failed', { host: this.#endpoint.host, reason })
  }

  unexpected({ code, text }: FtpReply) {
    return this.failed(answered(`${code} ${text.slice(0, limits.files.maxQuotedChars)}`))
  }

  async close(): Promise<void> {
    await this.#socket.close().catch(() => {})
  }
}

const ioOf = (socket: Socket): Io => ({ reader: socket.readable.getReader(), writer: socket.writable.getWriter() })

const latin1 = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0) & 0xff)
