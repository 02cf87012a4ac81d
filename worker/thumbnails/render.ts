import { limits } from '../limits'
import { type CropOptions, frameOf } from './crop'
import { readImageSize } from './image-size'

/**
 * Renders an image as a small PNG; undefined when it is not an image, is corrupt, or has too many pixels for the memory.
 * The first frame of an animation.
 */
export async function renderThumbnail(
  bytes: Uint8Array,
  options: CropOptions,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const picture = readImageSize(bytes)
  if (!picture || picture.width * picture.height > limits.thumbnails.maxPixels) return undefined
  // Half a megabyte of code that most requests do not need.
  const { crop, PhotonImage, resize, SamplingFilter } = await import('@cf-wasm/photon/workerd')
  const allocated: { free: () => void }[] = []
  const hold = <Image extends { free: () => void }>(image: Image): Image => {
    allocated.push(image)
    return image
  }
  try {
    const whole = hold(PhotonImage.new_from_byteslice(bytes))
    // The declared size of some images is wrong.
    const { whole: size, part } = frameOf({ width: whole.get_width(), height: whole.get_height() }, options)
    const resized = hold(resize(whole, size.width, size.height, SamplingFilter.Triangle))
    const { x, y, width, height } = part
    const cropped = hold(crop(resized, x, y, x + width, y + height))
    return new Uint8Array(cropped.get_bytes())
  } catch {
    return undefined
  } finally {
    for (const image of allocated) image.free()
  }
}
