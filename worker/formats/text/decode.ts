/** `TextReader`: decodes the bytes of a file in pieces; its state can be saved between any two pieces. */
import { codePage850, decoder850 } from './code-page-850'

/** The bytes of a character that the last piece split, at most 3. */
export type TextState = { pending: number[] }

const SINGLE_BYTE = /^(windows-|iso-8859-|koi8-|ibm|macintosh|x-mac-cyrillic)/

type Decoder = { encoding: string; decode(bytes: Uint8Array, options?: { stream: boolean }): string }

/** The decoder of an encoding of `knownEncoding`. @throws RangeError for any other */
export const decoderOf = (encoding: string): Decoder =>
  encoding === codePage850 ? decoder850 : new TextDecoder(encoding, { fatal: false, ignoreBOM: true })

/**
 * Decodes a file in an encoding of `knownEncoding`; any other throws a RangeError. Byte order marks are left
 * in the text: the readers remove them. Invalid bytes become U+FFFD and are counted.
 */
export class TextReader {
  /** Whether `state()` holds the whole state of the decoder: false for the multi-byte encodings of East Asia. */
  readonly resumable: boolean
  /** Invalid sequences since this reader was opened. */
  replacements = 0
  readonly #decoder: Decoder
  readonly #encoding: string
  #pending: Uint8Array

  constructor(encoding: string, state?: TextState) {
    this.#decoder = decoderOf(encoding)
    this.#encoding = this.#decoder.encoding
    this.#pending = Uint8Array.from(state?.pending ?? [])
    this.resumable = this.#encoding.startsWith('utf-') || SINGLE_BYTE.test(this.#encoding)
  }

  /** Decodes the next bytes of the file; `last` says that none follow. */
  decode(bytes: Uint8Array, last: boolean): string {
    if (!this.resumable) return this.#count(this.#decoder.decode(bytes, { stream: !last }), bytes)
    const input = this.#pending.length === 0 ? bytes : joined(this.#pending, bytes)
    const end = last ? input.length : input.length - cutBytes(input, this.#encoding)
    this.#pending = input.slice(end)
    const complete = input.subarray(0, end)
    return this.#count(this.#decoder.decode(complete), complete)
  }

  /** Call between two pieces, when `resumable`. */
  state(): TextState {
    return { pending: [...this.#pending] }
  }

  #count(text: string, bytes: Uint8Array): string {
    if (text.includes('\ufffd')) {
      const genuine = this.#encoding === 'utf-8' ? writtenReplacements(bytes) : 0
      this.replacements += text.split('\ufffd').length - 1 - genuine
    }
    return text
  }
}

/** The number of bytes at the end that begin an incomplete character. */
function cutBytes(bytes: Uint8Array, encoding: string): number {
  if (encoding === 'utf-8') return cutUtf8(bytes)
  if (!encoding.startsWith('utf-16')) return 0
  const odd = bytes.length % 2
  const high = bytes[bytes.length - odd - (encoding === 'utf-16le' ? 1 : 2)] ?? 0
  return high >= 0xd8 && high <= 0xdb ? odd + 2 : odd
}

function cutUtf8(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return 0
    if (byte < 0xc0) continue
    const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    return size > back ? back : 0
  }
  return 0
}

/** U+FFFD characters that are in the file itself. */
function writtenReplacements(bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(0xef); at >= 0; at = bytes.indexOf(0xef, at + 1)) {
    if (bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd) count++
  }
  return count
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(head.length + tail.length)
  bytes.set(head)
  bytes.set(tail, head.length)
  return bytes
}
