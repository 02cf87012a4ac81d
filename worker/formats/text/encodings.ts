import type { Reason } from '../../errors'
import { excerptOf } from '../../schema/cut-text'
import { codePage850, labels850 } from './code-page-850'

/** Display names that differ from the lower-case names of the WHATWG Encoding Standard. */
const DISPLAY_NAMES: Record<string, string> = { shift_jis: 'Shift_JIS', big5: 'Big5' }
/** The standard maps these labels to windows-1252, a superset; the display name remains ISO-8859-1. */
const LATIN_1 = new Set(['iso-8859-1', 'iso8859-1', 'latin1'])

/** The display name of an encoding from any of its labels; undefined when it cannot be decoded. */
export function knownEncoding(label: string): string | undefined {
  const normalized = label.trim().toLowerCase()
  if (LATIN_1.has(normalized)) return 'ISO-8859-1'
  if (labels850.has(normalized)) return codePage850
  try {
    const name = new TextDecoder(normalized).encoding
    if (DISPLAY_NAMES[name] !== undefined) return DISPLAY_NAMES[name]
    return /^(utf|iso|koi|euc|gb|ibm)/.test(name) ? name.toUpperCase() : name
  } catch {
    return undefined
  }
}

/** The reason why a label is refused. */
export const unknownEncoding = (label: string): Reason => ({
  en: `"${excerptOf(label)}" is no known encoding`,
  fr: `"${excerptOf(label)}" n'est pas un encodage connu`,
})
