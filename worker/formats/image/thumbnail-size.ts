/** `thumbnailSize`: `WxH` as the parameters of an image transformation. Pure. */

import { limits } from '../../limits'

const { width: usualWidth, height: usualHeight } = limits.thumbnails.defaultSize
/** The size of a thumbnail when the request has none. */
export const usualThumbnail = `${usualWidth}x${usualHeight}`

/** The query `width=W&height=H` of the text `WxH`, without sides that are 0 or absent. Undefined for another form. */
export function thumbnailSize(text: string): string | undefined {
  const [, width, height] = /^(\d{0,4})x(\d{0,4})$/.exec(text) ?? []
  if (width === undefined || height === undefined) return undefined
  const sides = [
    ['width', width],
    ['height', height],
  ].filter(([, side]) => Number(side) > 0)
  return sides.map(([name, side]) => `${name}=${Number(side)}`).join('&')
}
