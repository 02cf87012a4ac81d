import { areasOf, type Bounds, boundsOf, type Position, runsOf, type Shape } from './shape'

/**
 * A point on a shape, near its centre: the centre of the bounding box when it is on the shape; else the middle of the
 * widest section of its polygons at that latitude, or the nearest vertex.
 */
export function pointOnSurface(shape: Shape, bounds: Bounds | undefined = boundsOf(shape)): Position {
  if (shape.type === 'Point') return shape.coordinates
  const [west, south, east, north] = bounds ?? [0, 0, 0, 0]
  const middle: Position = [(west + east) / 2, (south + north) / 2]
  const sections = sectionsAt(shape, middle[1])
  if (sections.some(([from, to]) => from <= middle[0] && middle[0] <= to)) return middle
  const [widest] = sections.toSorted((a, b) => b[1] - b[0] - (a[1] - a[0]))
  if (widest) return [(widest[0] + widest[1]) / 2, middle[1]]
  return isOnLine(shape, middle) ? middle : nearestVertex(shape, middle)
}

/** The sections of a horizontal line inside the polygons, between pairs of crossed edges (even-odd rule). */
function sectionsAt(shape: Shape, y: number): Array<readonly [from: number, to: number]> {
  const crossings: number[] = []
  for (const area of areasOf(shape)) {
    for (const ring of area) {
      for (let at = 1; at < ring.length; at++) {
        const [[x0, y0], [x1, y1]] = [ring[at - 1] ?? [0, 0], ring[at] ?? [0, 0]]
        if (y0 > y !== y1 > y) crossings.push(x0 + ((y - y0) / (y1 - y0)) * (x1 - x0))
      }
    }
  }
  crossings.sort((a, b) => a - b)
  return crossings.flatMap((from, at) => (at % 2 === 0 ? [[from, crossings[at + 1] ?? from] as const] : []))
}

function isOnLine(shape: Shape, [x, y]: Position): boolean {
  for (const run of runsOf(shape)) {
    for (let at = 1; at < run.length; at++) {
      const [[x0, y0], [x1, y1]] = [run[at - 1] ?? [0, 0], run[at] ?? [0, 0]]
      const isBetween = Math.min(x0, x1) <= x && x <= Math.max(x0, x1) && Math.min(y0, y1) <= y && y <= Math.max(y0, y1)
      if (isBetween && (x - x0) * (y1 - y0) === (y - y0) * (x1 - x0)) return true
    }
  }
  return false
}

function nearestVertex(shape: Shape, [x, y]: Position): Position {
  let [nearest, distance]: [Position, number] = [[x, y], Number.POSITIVE_INFINITY]
  for (const run of runsOf(shape)) {
    for (const vertex of run) {
      const squared = (vertex[0] - x) ** 2 + (vertex[1] - y) ** 2
      if (squared < distance) [nearest, distance] = [vertex, squared]
    }
  }
  return nearest
}
