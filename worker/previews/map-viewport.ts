/** The extent of a small map, in the Mercator projection. Pure. */
import type { Bounds, Position } from '../geometry'
import { limits } from '../limits'
import { frameSize } from './preview'

export type MapViewport = {
  /** Longitudes and latitudes of the sides. */
  bounds: Bounds
  /** Whole units of the view box. */
  project: (position: Position) => Position
}

/** Margin around the positions, as a share of their extent. */
const margin = 0.08
const { minMapDegrees, maxMapLatitude } = limits.previews

/** The frame around the bounds of positions, in the proportions of `frameSize`. */
export function frameAround([west, south, east, north]: Bounds): MapViewport {
  const [bottom, top] = [mercator(south), mercator(north)]
  const ratio = frameSize.width / frameSize.height
  const width = Math.max((east - west) * (1 + 2 * margin), (top - bottom) * (1 + 2 * margin) * ratio, minMapDegrees)
  const [left, upper] = [(west + east) / 2 - width / 2, (bottom + top) / 2 + width / ratio / 2]
  const scale = frameSize.width / width
  return {
    bounds: [left, latitudeOf(upper - width / ratio), left + width, latitudeOf(upper)],
    project: ([longitude, latitude]) => [
      Math.round((longitude - left) * scale),
      Math.round((upper - mercator(latitude)) * scale),
    ],
  }
}

const radian = Math.PI / 180

/** The ordinate of a latitude, in degrees of the equator. */
const mercator = (latitude: number): number => {
  const bounded = Math.max(-maxMapLatitude, Math.min(maxMapLatitude, latitude))
  return Math.log(Math.tan(Math.PI / 4 + (bounded * radian) / 2)) / radian
}

const latitudeOf = (ordinate: number): number => (2 * Math.atan(Math.exp(ordinate * radian)) - Math.PI / 2) / radian
