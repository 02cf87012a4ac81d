/** `ByteReader`: a stream of bytes, so many at a time. */
import { joinBytes } from '../archive/join-bytes'

export class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>
  #rest: Uint8Array = new Uint8Array(0)

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** The next bytes; fewer when the stream ends before. */
  async take(length: number): Promise<DataView> {
    const parts = [this.#rest]
    let held = this.#rest.length
    while (held < length) {
      const { value, done } = await this.#chunks.next()
      if (done) break
      parts.push(value)
      held += value.length
    }
    const whole = parts.length === 1 ? this.#rest : joinBytes(parts, held)
    this.#rest = whole.subarray(length)
    const taken = whole.subarray(0, length)
    return new DataView(taken.buffer, taken.byteOffset, taken.byteLength)
  }

  async close(): Promise<void> {
    await this.#chunks.return?.()
  }
}
