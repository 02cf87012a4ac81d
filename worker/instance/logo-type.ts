/** `logoType`: the images that may be a logo. Pure. */
import { signatureOf } from '../formats/kinds/signature'

const types: Partial<Record<string, string>> = { PNG: 'image/png', JPEG: 'image/jpeg', WEBP: 'image/webp' }

/** Scripts and foreign documents, wherever they stand: XML and HTML do not agree on what a title or a comment contains. */
const active = /<(?:[\w-]+:)?(?:script|foreignObject|iframe|object|embed)\b|\son\w+\s*=\s*["']|javascript:/i

/** The media type of an image that may be a logo; undefined for other files. */
export function logoType(bytes: Uint8Array): string | undefined {
  const type = types[signatureOf(bytes) ?? '']
  if (type) return type
  const text = new TextDecoder().decode(bytes)
  return isSvg(text) && !active.test(text) ? 'image/svg+xml' : undefined
}

/** Whether the root element is an SVG with its namespace, without which browsers show no image. */
function isSvg(text: string): boolean {
  const from = text.search(/<[a-z]/i)
  const root = text.slice(from, text.indexOf('>', from))
  const prolog = text.slice(0, from).trimStart()
  const isProlog = prolog === '' || /^<[?!]/.test(prolog)
  return isProlog && /^<svg\s/.test(root) && /\sxmlns=["']http:\/\/www\.w3\.org\/2000\/svg["']/.test(root)
}
