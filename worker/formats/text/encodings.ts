/** Names that are shown otherwise than in the lower case of the WHATWG Encoding Standard. */
const SHOWN: Record<string, string> = { shift_jis: 'Shift_JIS', big5: 'Big5' }
/** The standard reads these labels as windows-1252, a superset; people expect the name they know. */
const LATIN_1 = new Set(['iso-8859-1', 'iso8859-1', 'latin1'])

/** The name to show of an encoding that can be decoded, whatever the spelling of its label; undefined for others. */
export function knownEncoding(label: string): string | undefined {
  const wanted = label.trim().toLowerCase()
  if (LATIN_1.has(wanted)) return 'ISO-8859-1'
  try {
    const name = new TextDecoder(wanted).encoding
    if (SHOWN[name] !== undefined) return SHOWN[name]
    return /^(utf|iso|koi|euc|gb|ibm)/.test(name) ? name.toUpperCase() : name
  } catch {
    return undefined
  }
}
