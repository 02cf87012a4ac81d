import type { Rows } from '../rows'
import type { CellRange } from './selection'

/** The sum and the average of the numbers of several selected cells; undefined with fewer than two numbers. Numbers with labels are codes. Pure. */
export function selectedFigures(
  { columns, list }: Pick<Rows, 'columns' | 'list'>,
  { top, bottom, left, right }: CellRange,
): { sum: number; average: number } | undefined {
  const keys = columns
    .slice(left, right + 1)
    .flatMap(({ key, type, labels }) => (!labels && (type === 'number' || type === 'integer') ? key : []))
  let [count, sum] = [0, 0]
  for (let at = top; at <= bottom; at++) {
    for (const key of keys) {
      const value = list[at]?.values[key]
      if (typeof value !== 'number') continue
      count++
      sum += value
    }
  }
  return count < 2 ? undefined : { sum, average: sum / count }
}
