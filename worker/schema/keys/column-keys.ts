/** `columnKeys`, `numberedHeaders`, `fieldKey`, `originalName`: names derived from headers. */
import slugify from 'slugify'
import { problem } from '../../errors'
import { limits } from '../../limits'
import { cutText } from '../cut-text'
import { foldAccents } from '../fold-accents'

export type ColumnKey = { index: number; key: string; originalName: string }

/** Byte order mark, zero-width and directional marks, soft hyphen, line and paragraph separators, NUL. */
const invisible = /[\0\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u2064\ufeff]/g

export const keyAlgorithms = ['slug', 'legacy', 'compat-ods'] as const
export type KeyAlgorithm = (typeof keyAlgorithms)[number]

const keyOf: Record<KeyAlgorithm, (header: string) => string> = {
  slug: (header) => slugify(header, { lower: true, strict: true, replacement: '_' }),
  legacy: (header) =>
    header
      .replace(/[.\s$;,:!]/g, '_')
      .replaceAll('"', '')
      .replace(/^_+/, ''),
  'compat-ods': (header) =>
    foldAccents(header.replaceAll('°', 'deg'))
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_+/, ''),
}

/** The key of a column: `Description - FR` → `description_fr` by `slug`; may be empty. */
export function fieldKey(header: string, algorithm: KeyAlgorithm = 'slug'): string {
  return cutText(keyOf[algorithm](header), limits.files.maxHeaderChars).replace(/_+$/, '')
}

/**
 * The display name of a header: no invisible characters, outer quotes removed and doubled ones un-doubled, trimmed, cut.
 */
export function originalName(header: string): string {
  let name = header.replace(invisible, '').trim()
  const quote = name.charAt(0)
  if (name.length >= 2 && (quote === '"' || quote === "'") && name.endsWith(quote)) {
    name = name
      .slice(1, -1)
      .replaceAll(quote + quote, quote)
      .trim()
  }
  return name.length <= limits.files.maxHeaderChars ? name : cutText(name, limits.files.maxHeaderChars).trim()
}

/**
 * The columns of a file from its header row; `index` is the position in the row. A header in letters that have no Latin form, `日本`,
 * gives `column_1`, with its position. Headers without letters and digits give no key: they are listed in `ignored`, unchanged. Throws `file-column-repeated` when two headers give one key, identical or not:
 * the second column would overwrite the first.
 */
export function columnKeys(
  headers: readonly string[],
  algorithm: KeyAlgorithm = 'slug',
): { columns: ColumnKey[]; ignored: string[] } {
  const columns = new Map<string, ColumnKey>()
  const ignored: string[] = []
  for (const [index, header] of headers.entries()) {
    const name = originalName(header)
    const key = fieldKey(name, algorithm) || (/[\p{L}\p{N}]/u.test(name) ? `column_${index + 1}` : '')
    const duplicate = columns.get(key)
    if (key === '') ignored.push(header)
    else if (duplicate)
      throw problem('file-column-repeated', { key, headers: `"${duplicate.originalName}", "${name}"` })
    else columns.set(key, { index, key, originalName: name })
  }
  return { columns: [...columns.values()], ignored }
}

/** Characters of a number after a header: ` (1000)`. */
const numberChars = 8

/** The same headers, with a number after each that gives the key of an earlier one: `price`, `price (2)`. */
export function numberedHeaders(headers: readonly string[]): string[] {
  const taken = new Set(headers.map((header) => fieldKey(originalName(header))))
  const seen = new Map<string, number>()
  return headers.map((header) => {
    const name = originalName(header)
    const key = fieldKey(name)
    const before = seen.get(key)
    if (key === '' || before === undefined) {
      seen.set(key, 1)
      return header
    }
    const short = cutText(name, limits.files.maxHeaderChars - numberChars)
    for (let number = before + 1; ; number++) {
      const numbered = `${short} (${number})`
      const numberedKey = fieldKey(numbered)
      if (taken.has(numberedKey)) continue
      taken.add(numberedKey)
      seen.set(key, number)
      return numbered
    }
  })
}
