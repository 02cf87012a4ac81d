/** The selected cells of the grid. Pure. */

export type CellPosition = { row: number; column: number }
export type CellRange = { top: number; bottom: number; left: number; right: number }

/** A rectangle of cells: `anchor` stays, `focus` moves. */
export type Selection = {
  anchor: CellPosition
  focus: CellPosition
  /** The cell that typing edits. Tab and Enter move it inside the rectangle; before that, it is the anchor. */
  active?: CellPosition
}

/** The cell that typing edits. */
export const activeOf = ({ anchor, active = anchor }: Selection): CellPosition => active

/** The first and last row and column of a selection. */
export const rangeOf = ({ anchor, focus }: Selection): CellRange => ({
  top: Math.min(anchor.row, focus.row),
  bottom: Math.max(anchor.row, focus.row),
  left: Math.min(anchor.column, focus.column),
  right: Math.max(anchor.column, focus.column),
})

/** The range of a selection, within so many rows. */
export function rangeAmong(selection: Selection, rows: number): CellRange {
  const { top, bottom, ...columns } = rangeOf(selection)
  return { top: Math.max(0, Math.min(top, rows - 1)), bottom: Math.min(bottom, rows - 1), ...columns }
}

/** The selection of a range. */
export const selectionOf = ({ top, bottom, left, right }: CellRange): Selection => ({
  anchor: { row: top, column: left },
  focus: { row: bottom, column: right },
})

/** Where an edit goes at its end. */
export type Leave = 'down' | 'up' | 'next' | 'previous' | 'left' | 'right' | 'stay'

/** The next cell of a selection of several, from its start again at the end; undefined where an edit leaves the selection. */
export function nextInside(selection: Selection, leave: Leave): CellPosition | undefined {
  const { top, bottom, left, right } = rangeOf(selection)
  const [height, width] = [bottom - top + 1, right - left + 1]
  const { row, column } = activeOf(selection)
  const [down, across] = [row - top, column - left]
  const turned = (at: number) => (at + height * width) % (height * width)
  if (height * width === 1) return undefined
  if (leave === 'next' || leave === 'previous') {
    const at = turned(down * width + across + (leave === 'next' ? 1 : -1))
    return { row: top + Math.floor(at / width), column: left + (at % width) }
  }
  if (leave === 'down' || leave === 'up') {
    const at = turned(across * height + down + (leave === 'down' ? 1 : -1))
    return { row: top + (at % height), column: left + Math.floor(at / height) }
  }
  return undefined
}

/** All cells, or the whole rows or columns of a range. The active cell stays. */
export function wholeSelection(
  kind: 'all' | 'rows' | 'columns',
  { top, bottom, left, right }: CellRange,
  size: { rows: number; columns: number },
  active: CellPosition,
): Selection {
  const whole = { top: 0, bottom: size.rows - 1, left: 0, right: size.columns - 1 }
  const kept = { all: {}, rows: { top, bottom }, columns: { left, right } }[kind]
  return { ...selectionOf({ ...whole, ...kept }), active }
}
