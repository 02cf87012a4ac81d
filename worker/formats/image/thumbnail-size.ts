/** `thumbnailSize`: `WxH` as the parameters of a thumbnail (contract datasets §1.12, lines §1.4). Pure. */

import { limits } from '../../limits'

const { width: usualWidth, height: usualHeight } = limits.thumbnails.defaultSize
/** What is meant when no size is told. */
export const usualThumbnail = `${usualWidth}x${usualHeight}`

/** A side of 0 or none keeps the ratio. Undefined when it is written otherwise. */
export function thumbnailSize(text: string): string | undefined {
  const [, width, height] = /^(\d{0,4})x(\d{0,4})$/.exec(text) ?? []
  if (width === undefined || height === undefined) return undefined
  const named = [
    ['width', width],
    ['height', height],
  ].filter(([, side]) => Number(side) > 0)
  return named.map(([name, side]) => `${name}=${Number(side)}`).join('&')
}
