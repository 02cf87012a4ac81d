/**
 * `gunzip(source, limits)`: a gzip archive, inflated while it is read. Archives of several members are read to the end
 * (the runtime's DecompressionStream refuses them); checksum and length of every member are verified.
 */

import { Gunzip } from 'fflate'
import { problem } from '../../errors'
import { limits } from '../../limits'
import { crc32 } from './crc32'
import { joinBytes } from './join-bytes'

/** Checksum and length that end a gzip member (RFC 1952 §2.3.1), and the least that can stand before them. */
const TRAILER_BYTES = 8
const LEAST_MEMBER_BYTES = 18

/**
 * Yields chunks of at least `limits.files.inflateChunkBytes` bytes, the last one excepted. `maxBytes` bounds the whole
 * output. Throws `file-inflates-too-much` or `file-not-gzip` (no archive, damaged, or cut).
 */
export async function* gunzip(
  source: AsyncIterable<Uint8Array>,
  { maxBytes }: { maxBytes: number },
): AsyncGenerator<Uint8Array> {
  const members = new Members()
  for await (const bytes of source) {
    for (let at = 0; at < bytes.length; at += limits.files.inflateStepBytes) {
      members.push(bytes.subarray(at, at + limits.files.inflateStepBytes))
      refuseBomb(members, maxBytes)
      if (members.readyBytes >= limits.files.inflateChunkBytes) yield members.take()
    }
  }
  members.end()
  if (members.readyBytes > 0) yield members.take()
}

function refuseBomb({ bytesIn, bytesOut }: Members, maxBytes: number): void {
  const { maxInflateRatio, inflateRatioFromBytes } = limits.files
  const swollen = bytesOut > inflateRatioFromBytes && bytesOut > bytesIn * maxInflateRatio
  if (swollen || bytesOut > maxBytes) throw problem('file-inflates-too-much', { max: maxBytes, ratio: maxInflateRatio })
}

class Members {
  bytesIn = 0
  bytesOut = 0
  readyBytes = 0
  #ready: Uint8Array[] = []
  /** The end of what was pushed: a member's trailer is only known as such once the next header has been read. */
  #tail: Uint8Array = new Uint8Array(0)
  #checksum = 0
  #length = 0
  readonly #inflater: Gunzip

  constructor() {
    this.#inflater = new Gunzip((bytes) => {
      if (bytes.length === 0) return
      this.#ready.push(bytes)
      this.readyBytes += bytes.length
      this.bytesOut += bytes.length
      this.#checksum = crc32(bytes, this.#checksum)
      this.#length = (this.#length + bytes.length) >>> 0
    })
    this.#inflater.onmember = (offset) => this.#verify(this.bytesIn - offset)
  }

  push(bytes: Uint8Array): void {
    this.bytesIn += bytes.length
    const kept = this.#tail.subarray(Math.max(0, this.#tail.length - limits.files.maxGzipHeaderBytes))
    this.#tail = joinBytes([kept, bytes], kept.length + bytes.length)
    this.#inflate(bytes, false)
  }

  end(): void {
    if (this.bytesIn < LEAST_MEMBER_BYTES) throw problem('file-not-gzip')
    this.#inflate(new Uint8Array(0), true)
    this.#verify(0)
  }

  take(): Uint8Array {
    const [only] = this.#ready
    const bytes = this.#ready.length === 1 && only ? only : joinBytes(this.#ready, this.readyBytes)
    this.#ready = []
    this.readyBytes = 0
    return bytes
  }

  #inflate(bytes: Uint8Array, last: boolean): void {
    try {
      this.#inflater.push(bytes, last)
    } catch {
      throw problem('file-not-gzip')
    }
  }

  /** Compares what was inflated with the trailer that stands `back` bytes before the end of what was pushed. */
  #verify(back: number): void {
    const at = this.#tail.length - back - TRAILER_BYTES
    if (at < 0) throw problem('file-not-gzip')
    const trailer = new DataView(this.#tail.buffer, this.#tail.byteOffset + at, TRAILER_BYTES)
    if (trailer.getUint32(0, true) !== this.#checksum || trailer.getUint32(4, true) !== this.#length) {
      throw problem('file-not-gzip')
    }
    this.#checksum = 0
    this.#length = 0
  }
}
