/** The lines and areas of rows on a small map. Pure. */
import { type Position, type Shape, simplifiedChain } from '../geometry'
import type { MapViewport } from './map-viewport'
import { linePath, ringPath } from './paths'

/** Paths of areas and of lines, and the positions of points and of shapes that are too small to be seen. */
type Outlines = { areas: string; lines: string; dots: Position[] }

type Chain = { points: Position[]; isRing: boolean }

/** The outlines of shapes in the units of a map, simplified until their paths have at most `maxChars`. */
export function outlinesOf(shapes: readonly Shape[], { project }: MapViewport, maxChars: number): Outlines {
  const chains = shapes.flatMap(chainsOf).map(({ points, isRing }) => ({ points: points.map(project), isRing }))
  for (let tolerance = 1; ; tolerance *= 1.5) {
    const outlines: Outlines = { areas: '', lines: '', dots: [] }
    for (const { points, isRing } of chains) {
      const { size, middle } = extentOf(points)
      if (size <= 2 * tolerance) outlines.dots.push(middle)
      else if (isRing) outlines.areas += ringPath(simplifiedChain(points, tolerance))
      else outlines.lines += linePath(simplifiedChain(points, tolerance))
    }
    if (outlines.areas.length + outlines.lines.length <= maxChars) return outlines
  }
}

function chainsOf(shape: Shape): Chain[] {
  const rings = (lines: readonly Position[][]) => lines.map((points) => ({ points, isRing: true }))
  const lines = (all: readonly Position[][]) => all.map((points) => ({ points, isRing: false }))
  switch (shape.type) {
    case 'Point':
      return lines([[shape.coordinates]])
    case 'MultiPoint':
      return lines(shape.coordinates.map((position) => [position]))
    case 'LineString':
      return lines([shape.coordinates])
    case 'MultiLineString':
      return lines(shape.coordinates)
    case 'Polygon':
      return rings(shape.coordinates)
    case 'MultiPolygon':
      return shape.coordinates.flatMap(rings)
    case 'GeometryCollection':
      return shape.geometries.flatMap(chainsOf)
  }
}

function extentOf(points: readonly Position[]): { size: number; middle: Position } {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const [left, right, top, bottom] = [least(xs), -least(xs.map((x) => -x)), least(ys), -least(ys.map((y) => -y))]
  const middle: Position = [Math.round((left + right) / 2), Math.round((top + bottom) / 2)]
  return { size: Math.max(right - left, bottom - top), middle }
}

const least = (numbers: readonly number[]): number =>
  numbers.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY)
