/** The land below the dots of a small map. Pure. */
import { type Bounds, boundsOf, type Position, simplifiedChain } from '../geometry'
import type { MapViewport } from './map-viewport'
import { ringPath } from './paths'

/** Clips a ring to bounds (Sutherland and Hodgman, 1974). */
export function clippedRing(ring: readonly Position[], [west, south, east, north]: Bounds): Position[] {
  const sides: [axis: 0 | 1, limit: number, sign: 1 | -1][] = [
    [0, west, 1],
    [0, east, -1],
    [1, south, 1],
    [1, north, -1],
  ]
  let points = [...ring]
  for (const [axis, limit, sign] of sides) {
    const isInside = (point: Position) => (point[axis] - limit) * sign >= 0
    points = points.flatMap((point, at) => {
      const before = points.at(at - 1) ?? point
      const crossing = isInside(point) === isInside(before) ? [] : [crossingOf(before, point, axis, limit)]
      return isInside(point) ? [...crossing, point] : crossing
    })
  }
  return points
}

function crossingOf(from: Position, to: Position, axis: 0 | 1, limit: number): Position {
  const share = (limit - from[axis]) / (to[axis] - from[axis])
  const other = axis === 0 ? 1 : 0
  const value = from[other] + share * (to[other] - from[other])
  return axis === 0 ? [limit, value] : [value, limit]
}

/** Units that the sides of clipped land are outside of the frame, so that its outline there is not seen. */
const outside = 6

/** The path of the rings within a frame, simplified until it has at most `maxChars`. */
export function groundPath(rings: readonly Position[][], frame: MapViewport, maxChars: number): string {
  const [west, south, east, north] = frame.bounds
  const room = ((east - west) * outside) / 360
  const wider: Bounds = [west - room, south - room, east + room, north + room]
  const clipped = rings
    .flatMap((ring) => copiesIn(ring, wider))
    .map((ring) => clippedRing(ring, wider).map(frame.project))
    .filter((ring) => ring.length > 2)
  for (let tolerance = 1; tolerance < 40; tolerance *= 1.5) {
    const shown = clipped.filter((ring) => spanOf(ring) > 2 * tolerance)
    const path = shown.map((ring) => ringPath(simplifiedChain(ring, tolerance))).join('')
    if (path.length <= maxChars) return path
  }
  return ''
}

/** The copies of a ring that intersect bounds, at its longitudes and at those a world to the west and to the east. */
function copiesIn(ring: Position[], [west, south, east, north]: Bounds): Position[][] {
  const [left, bottom, right, top] = boundsOf({ type: 'LineString', coordinates: ring }) ?? [0, 0, 0, 0]
  if (bottom >= north || top <= south) return []
  return [-360, 0, 360]
    .filter((turn) => left + turn < east && right + turn > west)
    .map((turn) => (turn === 0 ? ring : ring.map(([x, y]): Position => [x + turn, y])))
}

function spanOf(ring: Position[]): number {
  const [left, bottom, right, top] = boundsOf({ type: 'LineString', coordinates: ring }) ?? [0, 0, 0, 0]
  return Math.max(right - left, top - bottom)
}
