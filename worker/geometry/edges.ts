import { areasOf, type Position, runsOf, type Shape } from './shape'

/** A segment between two positions; `ofArea` is 1 when it belongs to the outline of a polygon. */
type Edge = readonly [x: number, y: number, nextX: number, nextY: number, ofArea: 0 | 1]

/** Every edge of a shape; a point is an edge of length 0. */
export function edgesOf(shape: Shape): Edge[] {
  const rings = new Set<readonly Position[]>(areasOf(shape).flat())
  return [...runsOf(shape)].flatMap((run): Edge[] => {
    const ofArea = rings.has(run) ? 1 : 0
    const [point] = run
    if (run.length === 1 && point) return [[...point, ...point, ofArea]]
    return run.slice(1).map((end, at): Edge => {
      const [x, y] = run[at] ?? end
      return [x, y, end[0], end[1], ofArea]
    })
  })
}
