/** `detectEncoding(sample)`: the encoding of a file, which `TextReader` then decodes. */
import { analyse } from 'chardet'
import { limits } from '../../limits'
import { codePage850, decoder850 } from './code-page-850'
import { knownEncoding } from './encodings'

export { TextReader, type TextState } from './decode'

/**
 * Detects the encoding of a file from its first bytes; `complete` means that the sample is the whole file, otherwise its
 * last character may be incomplete. Order: BOM, zero bytes at every other position (UTF-16 without BOM), valid UTF-8, nearly valid UTF-8
 * (a damaged file, not another encoding), letters of French in windows-1252, in the encoding of Excel for Mac or in that of MS-DOS, statistics. Text of Western Europe is windows-1252, called
 * ISO-8859-1 when it only uses that subset: both are decoded alike.
 */
export function detectEncoding(sample: Uint8Array, complete: boolean): string {
  if (startsWith(sample, [0xef, 0xbb, 0xbf])) return 'UTF-8'
  if (startsWith(sample, [0xff, 0xfe])) return 'UTF-16LE'
  if (startsWith(sample, [0xfe, 0xff])) return 'UTF-16BE'
  const utf16 = utf16WithoutBom(sample)
  if (utf16 !== undefined) return utf16
  const text = new TextDecoder('utf-8').decode(sample, { stream: !complete })
  if (isMostlyUtf8(text, sample)) return 'UTF-8'
  const first = sample.findIndex((byte) => byte >= 0x80)
  const start = Math.max(0, first - limits.files.encodingLeadBytes)
  return byStatistics(sample.subarray(start, start + limits.files.encodingWindowBytes), sample)
}

function startsWith(bytes: Uint8Array, prefix: number[]): boolean {
  return prefix.every((byte, at) => bytes[at] === byte)
}

/**
 * Detects UTF-16 without a byte order mark. A tenth of the code units are ASCII in any CSV or JSON: their other byte is zero, on one
 * side only.
 */
export function utf16WithoutBom(sample: Uint8Array): 'UTF-16LE' | 'UTF-16BE' | undefined {
  const length = Math.min(sample.length, limits.files.encodingWindowBytes)
  const zeros = [0, 0]
  for (let at = 0; at < length; at++) if (sample[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  // A few NUL characters in a small file do not make it UTF-16.
  const minimum = Math.max(length / 20, 3)
  if (odd > minimum && odd > 20 * even) return 'UTF-16LE'
  if (even > minimum && even > 20 * odd) return 'UTF-16BE'
  return undefined
}

/** Text in another encoding is rarely valid UTF-8: a few invalid bytes among many valid characters are damaged UTF-8. */
function isMostlyUtf8(text: string, sample: Uint8Array): boolean {
  const runs = text.match(/\ufffd+/g)?.length ?? 0
  if (runs === 0) return true
  const invalid = runs - surrogatePairs(sample)
  if (invalid <= 0) return true
  const valid = text.match(/[\u0080-\ufffc]/g)?.length ?? 0
  return valid > 8 * invalid
}

/** The characters beyond U+FFFF that are written as two surrogates of three bytes each (CESU-8), as Java and Oracle do. */
function surrogatePairs(sample: Uint8Array): number {
  let count = 0
  for (let at = sample.indexOf(0xed); at >= 0; at = sample.indexOf(0xed, at + 1)) {
    const [high = 0, low = 0] = [sample[at + 1], sample[at + 4]]
    if (high >= 0xa0 && high <= 0xaf && sample[at + 3] === 0xed && low >= 0xb0 && low <= 0xbf) count++
  }
  return count
}

const WESTERN = new Set(['ISO-8859-1', 'windows-1252'])
/** Encodings that chardet reports for a handful of French letters: they are accepted from `MIN_LETTERS` on. */
const NEAR_WESTERN = new Set([
  'ISO-8859-2',
  'ISO-8859-9',
  'windows-1250',
  'windows-1254',
  'windows-1257',
  'windows-1258',
])
const MIN_LETTERS = 10
/** Text in French. Statistics take a few accented letters for words in Hebrew or Russian. */
const FRENCH = /^[\p{ASCII}àâäçèéêëîïôöùûüÿæœÀÂÄÇÈÉÊËÎÏÔÖÙÛÜÆŒ\u00a0«»°²³§µ€©®½¼‘’“”…–—•™]*$/u
/** Whether a text looks like French: accented letters within words, which are few, no capital ones behind small letters, `à` at the end only. */
function isFrench(text: string): boolean {
  if (!FRENCH.test(text) || !/[a-z][àçéèê]/.test(text) || /[a-z][ÀÂÄÇÈÉÊËÎÏÔÖÙÛÜ]|à[a-z]/.test(text)) return false
  const plain = text.match(/[a-z]/gi)?.length ?? 0
  const accented = text.match(/[à-ÿ]/g)?.length ?? 0
  return accented < plain / 2
}

/** Out of 100. Below, chardet only found no byte that is invalid in the encoding. */
const MIN_CONFIDENCE = 20

function byStatistics(window: Uint8Array, sample: Uint8Array): string {
  const western = sample.some((byte) => byte >= 0x80 && byte <= 0x9f) ? 'windows-1252' : 'ISO-8859-1'
  const asWestern = new TextDecoder('windows-1252').decode(window)
  if (western === 'ISO-8859-1' && isLatin9(asWestern, window)) return 'ISO-8859-15'
  if (FRENCH.test(asWestern)) return western
  if (isFrench(new TextDecoder('macintosh').decode(window))) return 'macintosh'
  if (isFrench(decoder850.decode(window))) return codePage850
  const letters = window.reduce((count, byte) => (byte >= 0x80 ? count + 1 : count), 0)
  for (const { name, confidence } of analyse(window)) {
    if (WESTERN.has(name) || confidence < MIN_CONFIDENCE) return western
    const encoding = knownEncoding(name)
    if (encoding === undefined || encoding.startsWith('UTF')) continue
    if (NEAR_WESTERN.has(name)) {
      if (new TextDecoder(encoding).decode(window) === asWestern) return western
      if (letters < MIN_LETTERS) continue
    }
    if (decodes(window, encoding)) return encoding
  }
  return western
}

/** Whether text of Western Europe has `œ` within words, or the sign of the euro after a number, where ISO-8859-1 has `½` and `¤`. */
const isLatin9 = (asWestern: string, window: Uint8Array): boolean =>
  /[a-z]½[a-z]|\d[\s\u00a0]?¤/i.test(asWestern) && FRENCH.test(new TextDecoder('iso-8859-15').decode(window))

/** Whether bytes have a character each. Control characters are in no file: the encoding is another one. */
function decodes(bytes: Uint8Array, encoding: string): boolean {
  return !/[\ufffd\u0080-\u009f]/.test(new TextDecoder(encoding).decode(bytes, { stream: true }))
}
