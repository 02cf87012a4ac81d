/** `signatureOf`: the format of a file, by its first bytes. */

/** Names that appear in messages, the same in every language. */
type Signature =
  | 'ZIP'
  | 'GZIP'
  | 'PDF'
  | 'OLE2'
  | 'RTF'
  | '7Z'
  | 'RAR'
  | 'PARQUET'
  | 'SQLITE'
  | 'PNG'
  | 'JPEG'
  | 'GIF'
  | 'WEBP'
  | 'TIFF'

const signatures: readonly [Signature, number, readonly number[]][] = [
  ['ZIP', 0, [0x50, 0x4b, 0x03, 0x04]],
  ['ZIP', 0, [0x50, 0x4b, 0x05, 0x06]],
  ['GZIP', 0, [0x1f, 0x8b, 0x08]],
  ['PDF', 0, [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['OLE2', 0, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]],
  ['RTF', 0, [0x7b, 0x5c, 0x72, 0x74, 0x66]],
  ['7Z', 0, [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  ['RAR', 0, [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07]],
  ['PARQUET', 0, [0x50, 0x41, 0x52, 0x31]],
  ['SQLITE', 0, [...'SQLite format 3'].map((sign) => sign.charCodeAt(0))],
  ['PNG', 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]],
  ['JPEG', 0, [0xff, 0xd8, 0xff]],
  ['GIF', 0, [0x47, 0x49, 0x46, 0x38]],
  ['WEBP', 8, [0x57, 0x45, 0x42, 0x50]],
  ['TIFF', 0, [0x49, 0x49, 0x2a, 0x00]],
  ['TIFF', 0, [0x4d, 0x4d, 0x00, 0x2a]],
]

/** Undefined for texts and unknown formats. */
export function signatureOf(first: Uint8Array): Signature | undefined {
  return signatures.find(([, from, bytes]) => bytes.every((byte, at) => first[from + at] === byte))?.[0]
}

/** The document format of a zip, by the names of its entries; undefined for a plain archive. */
export function packageOf(names: ReadonlySet<string>): 'XLSX' | 'DOCX' | 'PPTX' | 'OpenDocument' | undefined {
  if (names.has('xl/workbook.xml')) return 'XLSX'
  if (names.has('word/document.xml')) return 'DOCX'
  if (names.has('ppt/presentation.xml')) return 'PPTX'
  return names.has('content.xml') && names.has('META-INF/manifest.xml') ? 'OpenDocument' : undefined
}
