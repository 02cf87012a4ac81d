/** `readImageSize`: the format and size of an image, from its first bytes, without decoding it. Pure. */
import { signatureOf } from '../formats/kinds/signature'

/** Width and height in pixels. */
export type Size = { width: number; height: number }

/** Undefined for formats that cannot be resized (SVG, PDF, HTML …), or when the bytes end before the size. */
export function readImageSize(bytes: Uint8Array): Size | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const size = sizeIn(signatureOf(bytes), view)
    return size && size.width > 0 && size.height > 0 ? size : undefined
  } catch (error) {
    // Past the last byte.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function sizeIn(signature: ReturnType<typeof signatureOf>, view: DataView): Size | undefined {
  switch (signature) {
    case 'PNG':
      return { width: view.getUint32(16), height: view.getUint32(20) }
    case 'GIF':
      return { width: view.getUint16(6, true), height: view.getUint16(8, true) }
    case 'JPEG':
      return jpegSize(view)
    case 'WEBP':
      return webpSize(view)
    default:
      return undefined
  }
}

/** In the first frame header, after any other segments (ITU-T T.81 annex B). */
function jpegSize(view: DataView): Size | undefined {
  for (let at = 2; view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2)
  }
  return undefined
}

/** Three forms (RFC 9649, sections 2.5–2.7). */
function webpSize(view: DataView): Size | undefined {
  const form = String.fromCharCode(...[12, 13, 14, 15].map((at) => view.getUint8(at)))
  const three = (at: number) => 1 + view.getUint16(at, true) + (view.getUint8(at + 2) << 16)
  if (form === 'VP8X') return { width: three(24), height: three(27) }
  if (form === 'VP8 ') return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  if (form !== 'VP8L') return undefined
  const bits = view.getUint32(21, true)
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
}
