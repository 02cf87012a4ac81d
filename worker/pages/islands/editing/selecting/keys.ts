/** What a key does in the grid. Pure. */
import { activeOf, type CellPosition, type Leave, nextInside, rangeOf, type Selection } from './selection'

export type Command =
  // `ends`: to the last row, of those that are not loaded too.
  | { is: 'move'; to: CellPosition; extends: boolean; tabs?: boolean; ends?: boolean }
  // To another cell of the selection, which stays.
  | { is: 'inside'; to: CellPosition }
  | { is: 'edit'; text?: string }
  | { is: 'clear' | 'undo' | 'redo' | 'all' | 'rows' | 'columns' | 'leave' | 'column' | 'replace' | 'keys' }
  | { is: 'fillDown' | 'fillRight' | 'fillAll' | 'today' }

/** A `KeyboardEvent`. */
type Key = { key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; altKey: boolean }
export type Extent = {
  rows: number
  columns: number
  page: number
  /** A row can be added below the last one: its position is `rows`. */
  canAppend: boolean
}

export const isPlainEnter = ({ key, ctrlKey, metaKey, shiftKey, altKey }: Key): boolean =>
  key === 'Enter' && !ctrlKey && !metaKey && !shiftKey && !altKey

/** @returns undefined when the key is left to the browser */
export function commandOf(key: Key, selection: Selection, extent: Extent): Command | undefined {
  const control = key.ctrlKey || key.metaKey
  if (control && !key.altKey) {
    const command = withControl(key, selection)
    if (command) return command
  }
  if (key.altKey && !control && key.key === 'ArrowDown') return { is: 'column' }
  const leave = control || key.altKey ? undefined : insideLeaves[key.key]?.[key.shiftKey ? 1 : 0]
  const inside = leave && nextInside(selection, leave)
  if (inside) return { is: 'inside', to: inside }
  const active = activeOf(selection)
  const isPlain = !control && !key.shiftKey && !key.altKey
  if (isPlain && key.key === 'ArrowDown' && extent.canAppend && active.row === extent.rows - 1)
    return { is: 'move', to: { row: extent.rows, column: active.column }, extends: false }
  const isExtended = key.shiftKey && key.key !== 'Tab' && key.key !== 'Enter'
  const to = target(key, isExtended ? selection.focus : active, extent)
  if (to) {
    const moved = { is: 'move', to: within(to, extent), extends: isExtended } as const
    if (control && (key.key === 'End' || key.key === 'ArrowDown')) return { ...moved, ends: true }
    return key.key === 'Tab' && !key.shiftKey ? { ...moved, tabs: true } : moved
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

/** Keys that move inside a selection of several cells, alone and with Shift. */
const insideLeaves: Readonly<Record<string, readonly [Leave, Leave]>> = {
  Tab: ['next', 'previous'],
  Enter: ['down', 'up'],
}

function withControl({ key, shiftKey }: Key, selection: Selection): Command | undefined {
  const { left, right } = rangeOf(selection)
  switch (key.toLowerCase()) {
    case 'z':
      return { is: shiftKey ? 'redo' : 'undo' }
    case 'y':
      return { is: 'redo' }
    case 'a':
      return { is: 'all' }
    case 'd':
      return { is: 'fillDown' }
    case 'r':
      // With one column, it reloads the page as elsewhere.
      return left === right ? undefined : { is: 'fillRight' }
    case 'enter':
      return { is: 'fillAll' }
    case ';':
      return { is: 'today' }
    case ' ':
      return { is: 'columns' }
    case 'h':
      return { is: 'replace' }
    case '/':
      return { is: 'keys' }
  }
  return undefined
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
    case 'left':
      return column > 0 ? { row, column: column - 1 } : undefined
    case 'right':
      return column + 1 < columns ? { row, column: column + 1 } : undefined
    case 'stay':
      return undefined
  }
}
