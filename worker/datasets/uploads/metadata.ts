/** The `Upload-Metadata` header (tus 1.0). Pure. */
import { problem, type Reason } from '../../errors'
import { limits } from '../../limits'

const pair = /^([\x21-\x2b\x2d-\x7e]+)(?: ([A-Za-z0-9+/]*={0,2}))?$/

/**
 * Reads `Upload-Metadata`: keys and Base64 values, `filename Zm9v,draft`.
 *
 * @throws `header-invalid` when it is malformed, names a key twice, or is too long
 */
export function parseMetadata(header: string): Map<string, string> {
  const invalid = (reason: Reason) => problem('header-invalid', { header: 'Upload-Metadata', reason })
  if (header.length > limits.uploads.maxMetadataChars) {
    const max = limits.uploads.maxMetadataChars
    throw invalid({ en: `it has more than ${max} characters`, fr: `il a plus de ${max} caractères` })
  }
  const metadata = new Map<string, string>()
  if (header.trim() === '') return metadata
  for (const item of header.split(',')) {
    const [, key, base64 = ''] = pair.exec(item.trim()) ?? []
    if (key === undefined) {
      throw invalid({
        en: 'pairs of a key and a value in Base64 are expected, separated by commas',
        fr: "des couples d'une clé et d'une valeur en Base64 sont attendus, séparés par des virgules",
      })
    }
    if (metadata.has(key)) throw invalid({ en: 'a key is there twice', fr: 'une clé y est deux fois' })
    metadata.set(
      key,
      decode(base64, () =>
        invalid({ en: 'a value is not UTF-8 in Base64', fr: "une valeur n'est pas de l'UTF-8 en Base64" }),
      ),
    )
  }
  return metadata
}

/** The name of the file: `filename` as tus-js-client sends it, `name` as Uppy does. @throws `header-invalid` without one */
export function fileNameOf(metadata: ReadonlyMap<string, string>): string {
  const name = metadata.get('filename') || metadata.get('name')
  if (name) return name
  throw problem('header-invalid', {
    header: 'Upload-Metadata',
    reason: {
      en: 'the name of the file is expected as "filename"',
      fr: 'le nom du fichier est attendu sous "filename"',
    },
  })
}

function decode(base64: string, invalid: () => Error): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(base64, 'base64'))
  } catch {
    throw invalid()
  }
}
