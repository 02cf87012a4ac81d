/** What a key does in the grid. Pure. */

export type CellPosition = { row: number; column: number }
/** A rectangle of cells: `anchor` stays, `focus` moves. */
export type Selection = { anchor: CellPosition; focus: CellPosition }

export type Command =
  | { is: 'move'; to: CellPosition; extends: boolean; tabs?: boolean }
  | { is: 'edit'; text?: string }
  | { is: 'clear' | 'undo' | 'redo' | 'all' | 'rows' | 'leave' | 'fillDown' | 'fillRight' | 'column' }

/** A `KeyboardEvent`. */
type Key = { key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; altKey: boolean }
export type Extent = {
  rows: number
  columns: number
  page: number
  /** A row can be added below the last one: its position is `rows`. */
  canAppend: boolean
}

/** @returns undefined when the key is left to the browser */
export function commandOf(key: Key, { anchor, focus }: Selection, extent: Extent): Command | undefined {
  const control = key.ctrlKey || key.metaKey
  if (control && !key.altKey) {
    switch (key.key.toLowerCase()) {
      case 'z':
        return { is: key.shiftKey ? 'redo' : 'undo' }
      case 'y':
        return { is: 'redo' }
      case 'a':
        return { is: 'all' }
      case 'd':
        return { is: 'fillDown' }
      case 'r':
        // With one column, it reloads the page as elsewhere.
        return anchor.column === focus.column ? undefined : { is: 'fillRight' }
    }
  }
  if (key.altKey && !control && key.key === 'ArrowDown') return { is: 'column' }
  const isPlain = !control && !key.shiftKey && !key.altKey
  if (isPlain && key.key === 'ArrowDown' && extent.canAppend && focus.row === extent.rows - 1)
    return { is: 'move', to: { row: extent.rows, column: focus.column }, extends: false }
  const to = target(key, focus, extent)
  if (to) {
    const isTab = key.key === 'Tab'
    const moved = {
      is: 'move',
      to: within(to, extent),
      extends: key.shiftKey && !isTab && key.key !== 'Enter',
    } as const
    return isTab && !key.shiftKey ? { ...moved, tabs: true } : moved
  }
  if (control || key.altKey) return undefined
  switch (key.key) {
    case 'Enter':
    case 'F2':
      return { is: 'edit' }
    case 'Delete':
    case 'Backspace':
      return { is: 'clear' }
    case 'Escape':
      return { is: 'leave' }
    case ' ':
      return { is: key.shiftKey ? 'rows' : 'edit' }
  }
  return key.key.length === 1 ? { is: 'edit', text: key.key } : undefined
}

function target(key: Key, { row, column }: CellPosition, { rows, columns, page }: Extent): CellPosition | undefined {
  const control = key.ctrlKey || key.metaKey
  switch (key.key) {
    case 'ArrowUp':
      return { row: control ? 0 : row - 1, column }
    case 'ArrowDown':
      return { row: control ? rows - 1 : row + 1, column }
    case 'ArrowLeft':
      return { row, column: control ? 0 : column - 1 }
    case 'ArrowRight':
      return { row, column: control ? columns - 1 : column + 1 }
    case 'Home':
      return { row: control ? 0 : row, column: 0 }
    case 'End':
      return { row: control ? rows - 1 : row, column: columns - 1 }
    case 'PageUp':
      return { row: row - page, column }
    case 'PageDown':
      return { row: row + page, column }
    case 'Tab':
      return control || key.altKey ? undefined : nextCell({ row, column }, key.shiftKey ? -1 : 1, { rows, columns })
    case 'Enter':
      return key.shiftKey ? { row: row - 1, column } : undefined
  }
  return undefined
}

/** The next cell in reading order; none beyond the ends: Tab then leaves the grid. */
function nextCell(
  { row, column }: CellPosition,
  by: 1 | -1,
  { rows, columns }: Pick<Extent, 'rows' | 'columns'>,
): CellPosition | undefined {
  const at = row * columns + column + by
  return at < 0 || at >= rows * columns ? undefined : { row: Math.floor(at / columns), column: at % columns }
}

const within = ({ row, column }: CellPosition, { rows, columns }: Extent): CellPosition => ({
  row: Math.min(Math.max(0, row), Math.max(0, rows - 1)),
  column: Math.min(Math.max(0, column), columns - 1),
})

/** Where an edit goes at its end. */
export type Leave = 'down' | 'up' | 'next' | 'previous' | 'stay'

/** The cell after an edit; undefined when it is the same. */
export function afterEdit(
  { row, column }: CellPosition,
  leave: Leave,
  { rows, columns, canAppend }: Omit<Extent, 'page'>,
): CellPosition | undefined {
  switch (leave) {
    case 'down':
      return row + 1 < rows || canAppend ? { row: row + 1, column } : undefined
    case 'up':
      return row > 0 ? { row: row - 1, column } : undefined
    case 'next':
      return nextCell({ row, column }, 1, { rows: canAppend ? rows + 1 : rows, columns })
    case 'previous':
      return nextCell({ row, column }, -1, { rows, columns })
    case 'stay':
      return undefined
  }
}

/** The first and last row and column of a selection. */
export const rangeOf = ({ anchor, focus }: Selection) => ({
  top: Math.min(anchor.row, focus.row),
  bottom: Math.max(anchor.row, focus.row),
  left: Math.min(anchor.column, focus.column),
  right: Math.max(anchor.column, focus.column),
})

/** The selection of a range. */
export const selectionOf = ({ top, bottom, left, right }: ReturnType<typeof rangeOf>): Selection => ({
  anchor: { row: top, column: left },
  focus: { row: bottom, column: right },
})
