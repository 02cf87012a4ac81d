/** Records of Excel 97 workbooks ([MS-XLS]): `recordsFrom` walks through them, `BiffReader` reads their contents. */
import { problem } from '../../errors'

/** Types of records that are read. */
export const recordTypes = {
  formula: 0x06,
  endOfPart: 0x0a,
  dateSystem: 0x22,
  encryption: 0x2f,
  continuation: 0x3c,
  sheet: 0x85,
  integers: 0xbd,
  formattedLabel: 0xd6,
  style: 0xe0,
  mergedAreas: 0xe5,
  strings: 0xfc,
  sharedLabel: 0xfd,
  link: 0x1b8,
  number: 0x203,
  label: 0x204,
  flag: 0x205,
  text: 0x207,
  integer: 0x27e,
  format: 0x41e,
  startOfPart: 0x809,
} as const

/** `ends` of the record and of those that continue it. */
export type BiffRecord = { type: number; start: number; ends: [number, ...number[]] }

/** The records of one part of a stream, the globals or a sheet, without those of the charts in it. */
export function* recordsFrom(stream: Uint8Array, offset: number): Generator<BiffRecord> {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength)
  let depth = 0
  let at = offset
  while (at + 4 <= stream.length) {
    const type = view.getUint16(at, true)
    const start = at + 4
    at = start + view.getUint16(at + 2, true)
    const ends: [number, ...number[]] = [Math.min(at, stream.length)]
    while (at + 4 <= stream.length && view.getUint16(at, true) === recordTypes.continuation) {
      at += 4 + view.getUint16(at + 2, true)
      ends.push(Math.min(at, stream.length))
    }
    if (type === recordTypes.startOfPart) depth++
    if (type === recordTypes.endOfPart && --depth <= 0) return
    if (depth <= 1) yield { type, start, ends }
  }
  throw problem('workbook-invalid')
}

/** Reads values of a record one after another, across its continuations. @throws `workbook-invalid` at its end */
export class BiffReader {
  readonly #stream: Uint8Array
  readonly #view: DataView
  readonly #ends: readonly number[]
  #part = 0
  #at: number

  constructor(stream: Uint8Array, { start, ends }: BiffRecord) {
    this.#stream = stream
    this.#view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength)
    this.#ends = ends
    this.#at = start
  }

  get isAtEnd(): boolean {
    return this.#at >= (this.#ends.at(-1) ?? 0)
  }

  byte(): number {
    this.#continue()
    return this.#view.getUint8(this.#at++)
  }

  short(): number {
    return this.byte() + 256 * this.byte()
  }

  long(): number {
    return this.short() + 65_536 * this.short()
  }

  bytes(length: number): DataView {
    if (this.#at + length > this.#end) {
      return new DataView(Uint8Array.from({ length }, () => this.byte()).buffer)
    }
    this.#at += length
    return new DataView(this.#stream.buffer, this.#stream.byteOffset + this.#at - length, length)
  }

  double(): number {
    return this.bytes(8).getFloat64(0, true)
  }

  skip(bytes: number): void {
    for (let left = bytes; left > 0; ) {
      this.#continue()
      const length = Math.min(left, this.#end - this.#at)
      this.#at += length
      left -= length
    }
  }

  /** Characters of one byte or of two. In each continuation a byte says which. */
  characters(count: number, isWide: boolean): string {
    let [text, wide] = ['', isWide]
    for (let left = count; left > 0; ) {
      if (this.#continue()) wide = (this.byte() & 1) === 1
      const length = Math.min(left, Math.floor((this.#end - this.#at) / (wide ? 2 : 1)))
      if (length < 1) throw problem('workbook-invalid')
      const bytes = this.#stream.subarray(this.#at, this.#at + length * (wide ? 2 : 1))
      text += wide ? utf16.decode(bytes) : latin1(bytes)
      this.#at += bytes.length
      left -= length
    }
    return text
  }

  /** A string whose length is of one byte or of two, with or without formatting. */
  string(count = this.short()): string {
    const options = this.byte()
    const runs = options & 8 ? this.short() : 0
    const extension = options & 4 ? this.long() : 0
    const text = this.characters(count, (options & 1) === 1)
    this.skip(4 * runs + extension)
    return text
  }

  get #end(): number {
    return this.#ends[this.#part] ?? 0
  }

  /** Goes on to the next continuation at the end of a part. @returns whether it has */
  #continue(): boolean {
    if (this.#at < this.#end) return false
    if (++this.#part >= this.#ends.length) throw problem('workbook-invalid')
    // The header of the continuation.
    this.#at += 4
    return true
  }
}

const utf16 = new TextDecoder('utf-16le', { fatal: false, ignoreBOM: true })

/** The first 256 characters of Unicode; `TextDecoder` reads `latin1` as windows-1252. */
function latin1(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return text
}
