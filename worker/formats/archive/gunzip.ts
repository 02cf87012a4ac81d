/**
 * `gunzip(source, limits)`: a gzip archive, inflated as a stream. All members of an archive are read (the runtime's
 * DecompressionStream rejects archives of several members), zeros after the last one are padding; checksum and length of every member are verified.
 */

import { crc32 } from 'node:zlib'
import { Gunzip } from 'fflate'
import { problem } from '../../errors'
import { limits } from '../../limits'
import { joinBytes } from './join-bytes'

/** Size of the trailer of a gzip member (checksum and length; RFC 1952, section 2.3.1), and of the smallest member. */
const TRAILER_BYTES = 8
const MIN_MEMBER_BYTES = 18

/**
 * Yields chunks of at least `limits.files.inflateChunkBytes` bytes, except the last one. `maxBytes` bounds the whole
 * output. Throws `file-inflates-too-much` or `file-not-gzip` (not an archive, damaged, or truncated).
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
  /** The last pushed bytes: a trailer can only be located once the header of the next member has been read. */
  #tail: Uint8Array = new Uint8Array(0)
  #checksum = 0
  #length = 0
  /** Zeros that were pushed last: they are inflated once other bytes follow. */
  #zeros = 0
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
    let end = bytes.length
    while (end > 0 && bytes[end - 1] === 0) end--
    if (end > 0) {
      for (; this.#zeros > 0; this.#zeros -= Math.min(this.#zeros, limits.files.inflateStepBytes)) {
        this.#take(new Uint8Array(Math.min(this.#zeros, limits.files.inflateStepBytes)))
      }
      this.#take(bytes.subarray(0, end))
    }
    this.#zeros += bytes.length - end
  }

  #take(bytes: Uint8Array): void {
    this.bytesIn += bytes.length
    const tail = this.#tail.subarray(Math.max(0, this.#tail.length - limits.files.maxGzipHeaderBytes))
    this.#tail = joinBytes([tail, bytes], tail.length + bytes.length)
    this.#inflate(bytes, false)
  }

  end(): void {
    // Zeros at the end are those of the last member, then padding (of tapes and disk images).
    for (let own = 0; own < Math.min(this.#zeros, MIN_MEMBER_BYTES) && !this.#endsMember(0); own++) {
      this.#take(new Uint8Array(1))
    }
    if (this.bytesIn < MIN_MEMBER_BYTES) throw problem('file-not-gzip')
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

  /** Whether the trailer of the inflated bytes ends `back` bytes before the end of the input. */
  #endsMember(back: number): boolean {
    const at = this.#tail.length - back - TRAILER_BYTES
    if (at < 0 || this.bytesIn < MIN_MEMBER_BYTES) return false
    const trailer = new DataView(this.#tail.buffer, this.#tail.byteOffset + at, TRAILER_BYTES)
    return trailer.getUint32(0, true) === this.#checksum && trailer.getUint32(4, true) === this.#length
  }

  #verify(back: number): void {
    if (!this.#endsMember(back)) throw problem('file-not-gzip')
    this.#checksum = 0
    this.#length = 0
  }
}
