import { limits } from '../limits'
import { mapRuns, type Position, runsOf, type Shape } from './shape'

/** A shape of at most about `max` vertices: vertices that change its outline least are removed (Douglas and Peucker, 1973). */
export function simplified(shape: Shape, max: number): Shape {
  let current = shape
  // Starts at a tenth of a second of arc, which is 3 m and invisible on a map of a whole dataset.
  for (let tolerance = 0.1 / 3_600; verticesOf(current) > max && tolerance < 1; tolerance *= 4) {
    current = mapRuns(shape, (run) => simplifiedChain(run, tolerance))
  }
  return current
}

function verticesOf(shape: Shape): number {
  let count = 0
  for (const run of runsOf(shape)) count += run.length
  return count
}

/**
 * Removes the vertices of a line or ring that are within `tolerance` of its outline. A ring keeps at least four positions, the
 * minimum of a valid ring. A run made to take a time that grows with its square is thinned evenly instead.
 */
export function simplifiedChain(run: Position[], tolerance: number): Position[] {
  if (run.length <= 5) return run
  const isKept = new Uint8Array(run.length)
  isKept[0] = isKept[run.length - 1] = 1
  const { maxSimplifySteps, thinnedTo } = limits.geo
  let left = maxSimplifySteps * run.length
  const spans: [number, number][] = [[0, run.length - 1]]
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to] = span
    left -= to - from
    if (left < 0) {
      for (let at = from + 1; at < to; at += thinnedTo) isKept[at] = 1
      continue
    }
    let [farthest, distance] = [0, 0]
    for (let at = from + 1; at < to; at++) {
      const squared = squaredDistance(run[at], run[from], run[to])
      if (squared > distance) [farthest, distance] = [at, squared]
    }
    if (distance <= tolerance * tolerance) continue
    isKept[farthest] = 1
    spans.push([from, farthest], [farthest, to])
  }
  const kept = run.filter((_, at) => isKept[at] === 1)
  const step = Math.ceil(run.length / 4)
  return kept.length < 4 ? run.filter((_, at) => at % step === 0 || at === run.length - 1) : kept
}

function squaredDistance([x, y]: Position = [0, 0], [x0, y0]: Position = [0, 0], [x1, y1]: Position = [0, 0]): number {
  const [dx, dy] = [x1 - x0, y1 - y0]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - x0) * dx + (y - y0) * dy) / length))
  return (x - x0 - share * dx) ** 2 + (y - y0 - share * dy) ** 2
}
