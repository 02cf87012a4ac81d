/** Files that are called text and cannot be read as such, by their first bytes. Pure. */

import { utf16WithoutBom } from './detect-encoding'

/** Control characters that no text has: all but tab, line feed, vertical tab, form feed, carriage return, end of file, escape. */
const isControl = (byte: number): boolean =>
  byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1a && byte !== 0x1b

const control = /[\0-\x08\x0e-\x19\x1c-\x1f\ufffd]/

/** Of a hundred bytes: text has none, compressed and compiled data about ten. */
const maxControlShare = 0.05
/** A few control characters in a small file are mistakes in a text. */
const minControls = 3

/** UTF-32 by its byte order mark, or binary data; undefined for text, UTF-16 included, whose zero bytes do not count. */
export function unreadableText(sample: Uint8Array): 'file-utf32' | 'file-binary' | undefined {
  const [a, b, c, d] = sample
  if ((a === 0xff && b === 0xfe && c === 0 && d === 0) || (a === 0 && b === 0 && c === 0xfe && d === 0xff)) {
    return 'file-utf32'
  }
  // Half of the bytes of other alphabets in UTF-16 are any bytes.
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) return undefined
  const utf16 = utf16WithoutBom(sample)
  if (utf16 && !control.test(new TextDecoder(utf16).decode(sample, { stream: true }))) return undefined
  const controls = sample.reduce((count, byte) => (byte !== 0 && isControl(byte) ? count + 1 : count), 0)
  return controls >= minControls && controls > sample.length * maxControlShare ? 'file-binary' : undefined
}
