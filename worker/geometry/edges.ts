import { areasOf, type Position, runsOf, type Shape } from './shape'

/** From a position to the next: x, y, x, y, then 1 where it is of the outline of an area. */
export type Edge = readonly [x: number, y: number, nextX: number, nextY: number, ofArea: 0 | 1]

/** Every edge of a shape; a point is one without length. */
export function edgesOf(shape: Shape): Edge[] {
  const rings = new Set<readonly Position[]>(areasOf(shape).flat())
  return [...runsOf(shape)].flatMap((run): Edge[] => {
    const ofArea = rings.has(run) ? 1 : 0
    const [only] = run
    if (run.length === 1 && only) return [[...only, ...only, ofArea]]
    return run.slice(1).map((end, at): Edge => {
      const [x, y] = run[at] ?? end
      return [x, y, end[0], end[1], ofArea]
    })
  })
}
