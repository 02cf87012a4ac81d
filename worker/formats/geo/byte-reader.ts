/** `ByteReader`: reads a stream in chunks of requested lengths. */
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
    let available = this.#rest.length
    while (available < length) {
      const { value, done } = await this.#chunks.next()
      if (done) break
      parts.push(value)
      available += value.length
    }
    const joined = parts.length === 1 ? this.#rest : joinBytes(parts, available)
    this.#rest = joined.subarray(length)
    const result = joined.subarray(0, length)
    return new DataView(result.buffer, result.byteOffset, result.byteLength)
  }

  async close(): Promise<void> {
    await this.#chunks.return?.()
  }
}
