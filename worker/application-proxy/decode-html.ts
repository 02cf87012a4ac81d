/** The text of an HTML document in the encoding that its headers or its first bytes declare (HTML Standard, section 13.2.3). Pure. */
import { limits } from '../limits'

const charset = /charset\s*=\s*["']?\s*([\w.:-]+)/i

/** Decodes a document; UTF-8 where nothing is declared, or an unknown encoding. */
export function decodeHtml(bytes: Uint8Array, contentType: string | null): string {
  const beginning = new TextDecoder('latin1').decode(bytes.subarray(0, limits.applications.encodingBytes))
  const element = /<meta[^>]*charset[^>]*>/i.exec(beginning)?.[0] ?? ''
  const label = charset.exec(contentType ?? '')?.[1] ?? charset.exec(element)?.[1]
  return decoderOf(label).decode(bytes)
}

function decoderOf(label: string | undefined): TextDecoder {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder()
  }
}
