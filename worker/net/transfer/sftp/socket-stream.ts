import { Duplex } from 'node:stream'

/** A socket as the Node stream that ssh2 works on. It is read only as far as ssh2 asks. */
export class SocketStream extends Duplex {
  readonly #socket: Socket
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>

  constructor(socket: Socket) {
    super()
    this.#socket = socket
    this.#reader = socket.readable.getReader()
    this.#writer = socket.writable.getWriter()
  }

  override _read(): void {
    this.#reader.read().then(
      ({ value, done }) => this.push(done ? null : Buffer.from(value.buffer, value.byteOffset, value.byteLength)),
      (error: Error) => this.destroy(error),
    )
  }

  override _write(chunk: Uint8Array, _encoding: string, done: (error?: Error | null) => void): void {
    this.#writer.write(chunk).then(() => done(), done)
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#writer.close().then(() => done(), done)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket.close().then(
      () => done(error),
      () => done(error),
    )
  }
}
