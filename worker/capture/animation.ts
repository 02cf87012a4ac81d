import { applyPalette, GIFEncoder, quantize } from 'gifenc'
import { limits } from '../limits'

const colours = 256

/** Encodes PNG frames of the same size as a GIF that repeats. */
export async function encodeAnimation(frames: readonly Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> {
  const { PhotonImage } = await import('@cf-wasm/photon/workerd')
  const gif = GIFEncoder()
  for (const frame of frames) {
    const image = PhotonImage.new_from_byteslice(frame)
    try {
      const pixels = image.get_raw_pixels()
      const palette = quantize(pixels, colours)
      gif.writeFrame(applyPalette(pixels, palette), image.get_width(), image.get_height(), {
        palette,
        delay: limits.captures.frameMs,
      })
    } finally {
      image.free()
    }
  }
  gif.finish()
  return gif.bytes()
}
