/** `frameOf`: how an image fits, as in CSS `object-fit` and `object-position`, never enlarged. Pure. */
import { problem } from '../errors'
import { limits } from '../limits'
import type { ReadableParameters } from '../net/parameters'
import type { Size } from './image-size'

const fits = ['cover', 'contain', 'fill', 'inside', 'outside'] as const
type Fit = (typeof fits)[number]
export type ResizeMode = 'crop' | 'smartCrop' | 'fitIn'

/** A missing side is computed from the other. */
export type CropOptions = { width: number | undefined; height: number | undefined; fit: Fit; position: string }
/** The size that the whole image is scaled to, and the crop of the result. */
type Crop = { whole: Size; part: Size & { x: number; y: number } }

/**
 * Reads `width`, `height`, `fit` and `position`.
 *
 * @throws `parameter-invalid`
 */
export function cropOptionsOf(params: ReadableParameters, mode: ResizeMode | undefined): CropOptions {
  const [width, height] = [sideOf(params, 'width'), sideOf(params, 'height')]
  const requestedFit = params.get('fit') ?? (mode === 'fitIn' ? 'inside' : 'cover')
  const fit = fits.find((one) => one === requestedFit)
  if (!fit)
    throw problem('parameter-invalid', {
      parameter: 'fit',
      reason: {
        en: `one of ${fits.join(', ')} is expected`,
        fr: `l'une de ces valeurs est attendue : ${fits.join(', ')}`,
      },
    })
  const position = params.get('position') ?? 'center'
  return width === undefined && height === undefined
    ? { ...limits.thumbnails.defaultSize, fit, position }
    : { width, height, fit, position }
}

function sideOf(params: ReadableParameters, parameter: 'width' | 'height'): number | undefined {
  const text = params.get(parameter) || '0'
  const max = limits.thumbnails.maxSide
  if (!/^\d{1,9}$/.test(text) || Number(text) > max) {
    throw problem('parameter-invalid', {
      parameter,
      reason: { en: `a number from 0 to ${max} is expected`, fr: `un nombre de 0 à ${max} est attendu` },
    })
  }
  return Number(text) || undefined
}

export function frameOf(picture: Size, options: CropOptions): Crop {
  const across = (options.width ?? Number.NaN) / picture.width
  const down = (options.height ?? Number.NaN) / picture.height
  const scales = [across, down].filter((scale) => !Number.isNaN(scale))
  if (options.fit === 'fill') {
    const whole = {
      width: sized(picture.width, Math.min(1, Number.isNaN(across) ? down : across)),
      height: sized(picture.height, Math.min(1, Number.isNaN(down) ? across : down)),
    }
    return { whole, part: { ...whole, x: 0, y: 0 } }
  }
  const fills = options.fit === 'cover' || options.fit === 'outside'
  const scale = Math.min(1, fills ? Math.max(...scales) : Math.min(...scales))
  const whole = { width: sized(picture.width, scale), height: sized(picture.height, scale) }
  if (options.fit !== 'cover') return { whole, part: { ...whole, x: 0, y: 0 } }
  const part = {
    width: Math.min(whole.width, options.width ?? whole.width),
    height: Math.min(whole.height, options.height ?? whole.height),
  }
  const { x, y } = shareOf(options.position)
  return {
    whole,
    part: { ...part, x: Math.round((whole.width - part.width) * x), y: Math.round((whole.height - part.height) * y) },
  }
}

function sized(side: number, scale: number): number {
  return Math.max(1, Math.round(side * scale))
}

/** The share of the cut that is at the left and at the top. */
function shareOf(position: string): { x: number; y: number } {
  const has = (...words: string[]) => words.some((word) => position.includes(word))
  const share = (before: boolean, after: boolean) => (before ? 0 : after ? 1 : 0.5)
  return { x: share(has('left', 'west'), has('right', 'east')), y: share(has('top', 'north'), has('bottom', 'south')) }
}
