/** Paths of SVG with whole coordinates, each point relative to the one before. Pure. */
import type { Position } from '../geometry'

/** A closed path. */
export function ringPath(positions: readonly Position[]): string {
  const path = linePath(positions)
  return path && `${path}z`
}

export function linePath([first, ...others]: readonly Position[]): string {
  if (!first) return ''
  let [x, y] = first
  const steps = others.map(([nextX, nextY]) => {
    const step = pair(nextX - x, nextY - y)
    ;[x, y] = [nextX, nextY]
    return step
  })
  return `M${pair(...first)}l${joined(steps)}`
}

/** A dot for each position: lines of no length, which have round ends. Positions that are equal are one. */
export function dotsPath(positions: readonly Position[]): string {
  const distinct = [...new Map(positions.map((position) => [position.join(), position])).values()]
  const sorted = distinct.sort(([x, y], [otherX, otherY]) => y - otherY || x - otherX)
  let [x, y] = [0, 0]
  return sorted
    .map(([nextX, nextY]) => {
      const step = `m${pair(nextX - x, nextY - y)}h0`
      ;[x, y] = [nextX, nextY]
      return step
    })
    .join('')
}

/** Two coordinates; a minus sign replaces the space before a negative one. */
const pair = (x: number, y: number): string => (y < 0 ? `${x}${y}` : `${x} ${y}`)
const joined = (steps: readonly string[]): string => steps.join(' ').replaceAll(' -', '-')
