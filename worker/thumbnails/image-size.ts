/** `readImageSize`: the size of an image, from its headers, without decoding it. Pure. */
import { signatureOf } from '../formats/kinds/signature'

/** Width and height in pixels. */
export type Size = { width: number; height: number }

/**
 * The largest width and height that the image declares: decoders take those of a frame, whatever its header says. Undefined for
 * formats that cannot be resized (SVG, PDF, HTML …), or when the bytes end before the first size.
 */
export function readImageSize(bytes: Uint8Array): Size | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const largest = { width: 0, height: 0 }
  try {
    for (const { width, height } of sizesIn(signatureOf(bytes), view)) {
      largest.width = Math.max(largest.width, width)
      largest.height = Math.max(largest.height, height)
    }
  } catch (error) {
    // Past the last byte: decoders read images that lack their end.
    if (!(error instanceof RangeError)) throw error
  }
  return largest.width > 0 && largest.height > 0 ? largest : undefined
}

function sizesIn(signature: ReturnType<typeof signatureOf>, view: DataView): Iterable<Size> {
  switch (signature) {
    case 'PNG':
      return pngSizes(view)
    case 'GIF':
      return gifSizes(view)
    case 'JPEG':
      return jpegSizes(view)
    case 'WEBP':
      return webpSizes(view, 12)
    default:
      return []
  }
}

const nameAt = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((next) => view.getUint8(at + next)))

/** The sizes in the IHDR chunks of a PNG, which should be one (PNG specification, section 11.2.1). */
function* pngSizes(view: DataView): Generator<Size> {
  for (let at = 8; ; at += 12 + view.getUint32(at)) {
    const name = nameAt(view, at + 4)
    if (name === 'IHDR') yield { width: view.getUint32(at + 8), height: view.getUint32(at + 12) }
    if (name === 'IEND') return
  }
}

/** Of the screen and of its frames (GIF89a specification, sections 18 and 20). */
function* gifSizes(view: DataView): Generator<Size> {
  yield { width: view.getUint16(6, true), height: view.getUint16(8, true) }
  const colors = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  let at = 13 + colors(view.getUint8(10))
  for (;;) {
    const block = view.getUint8(at)
    if (block === 0x2c) {
      yield { width: view.getUint16(at + 5, true), height: view.getUint16(at + 7, true) }
      at += 11 + colors(view.getUint8(at + 9))
    } else if (block === 0x21) at += 2
    else return
    // The blocks of the frame or extension, up to an empty one.
    while (view.getUint8(at) !== 0) at += 1 + view.getUint8(at)
    at++
  }
}

/** Of its frame headers (ITU-T T.81 annex B); a JPEG has one. */
function* jpegSizes(view: DataView): Generator<Size> {
  for (let at = 2; ; ) {
    // Compressed data has no markers but 0 and those of a restart.
    const marker = view.getUint8(at) === 0xff ? view.getUint8(at + 1) : 0
    if (marker === 0xd9) return
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) yield { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    const hasLength = marker >= 0xc0 && marker !== 0xff && !(marker >= 0xd0 && marker <= 0xd8)
    at += hasLength ? 2 + view.getUint16(at + 2) : 1
  }
}

/** Of its canvas, its frames and their bitstreams (RFC 9649, sections 2.5–2.7). */
function* webpSizes(view: DataView, start: number, end = view.byteLength): Generator<Size> {
  const three = (at: number) => 1 + view.getUint16(at, true) + (view.getUint8(at + 2) << 16)
  for (let at = start; at + 8 <= end; ) {
    const [name, data, length] = [nameAt(view, at), at + 8, view.getUint32(at + 4, true)]
    if (name === 'VP8X') yield { width: three(data + 4), height: three(data + 7) }
    if (name === 'VP8 ') {
      yield { width: view.getUint16(data + 6, true) & 0x3fff, height: view.getUint16(data + 8, true) & 0x3fff }
    }
    if (name === 'VP8L') {
      const bits = view.getUint32(data + 1, true)
      yield { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
    }
    if (name === 'ANMF') {
      yield { width: three(data + 6), height: three(data + 9) }
      yield* webpSizes(view, data + 16, Math.min(end, data + length))
    }
    at = data + length + (length % 2)
  }
}
