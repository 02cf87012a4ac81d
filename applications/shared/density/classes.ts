/** Classes of the number of rows in the squares of a map. Pure. */

/** Rows from which a square is not the point of its only row. */
export const leastRows = 2
const classes = 5

/**
 * The least number of rows of each class, ascending, for squares of up to `most` rows: they grow by about the same factor, and
 * are 1, 2 or 5 times a power of ten, so that they change seldom as the map moves.
 */
export function classStarts(most: number): number[] {
  const factor = Math.max(2, (most / leastRows) ** (1 / classes))
  const starts = [leastRows]
  for (let at = 1; at < classes; at++) {
    const start = roundNumber(leastRows * factor ** at)
    if (start <= most && start > (starts.at(-1) ?? 0)) starts.push(start)
  }
  return starts
}

function roundNumber(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const digit = [1, 2, 5, 10].findLast((one) => one * power <= value * 1.2) ?? 1
  return digit * power
}

/** The names of classes: `2 – 4`, `5 – 9`, `≥ 10`. */
export function classTexts(starts: readonly number[], write: (value: number) => string): string[] {
  return starts.map((start, at) => {
    const next = starts[at + 1]
    if (next === undefined) return `≥ ${write(start)}`
    return next - 1 === start ? write(start) : `${write(start)} – ${write(next - 1)}`
  })
}

/** Square pixels of a map for each of its rows, from which these are drawn as points. */
const roomOfPoint = 150

/** Whether so many rows are few enough to be told apart as points. */
export const areFew = (rows: number, { width, height }: { width: number; height: number }): boolean =>
  rows * roomOfPoint <= width * height
