/** Lines and areas that are too small to be seen on a map: a point stands for them. Pure. */
import type { Bounds } from './shape'

export const middleOf = ([west, south, east, north]: Bounds): [lon: number, lat: number] => [
  (west + east) / 2,
  (south + north) / 2,
]

/** The larger side of a box on a Mercator map, in degrees of longitude: a degree of latitude grows away from the equator. */
export function mercatorSize([west, south, east, north]: Bounds): number {
  const leastCosine = 0.1
  return Math.max(east - west, (north - south) / Math.max(leastCosine, Math.cos((north * Math.PI) / 180)))
}

/** The degrees of longitude of some pixels of the screen. @param tilePixels of which 2^zoom are around the world */
export const degreesOfPixels = (pixels: number, { zoom, tilePixels }: { zoom: number; tilePixels: number }): number =>
  (pixels * 360) / (tilePixels * 2 ** zoom)
