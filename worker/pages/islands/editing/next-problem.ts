/** The next cell that keeps its row from being saved. Pure. */
import type { Rows } from './rows'
import type { CellPosition } from './selecting/selection'

/** The cell with a problem after another one, from the top again at the end; undefined when there is none. */
export function nextProblem(rows: Rows, from: CellPosition): CellPosition | undefined {
  const cells = rows.list.flatMap((row, at): CellPosition[] => {
    const found = rows.columns.flatMap((column, index) =>
      rows.problem(row, column) ? [{ row: at, column: index }] : [],
    )
    // What the service refused is of the whole row.
    return found.length === 0 && row.refusal !== undefined ? [{ row: at, column: 0 }] : found
  })
  return cells.find(({ row, column }) => row > from.row || (row === from.row && column > from.column)) ?? cells[0]
}
