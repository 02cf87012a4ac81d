/** The menu of the cells: on a right click, and with the keys of such menus at the active cell. */
import type { GridParts } from '../grid-parts'
import { popoverMenu } from './popover-menu'
import { type CellPosition, rangeOf, type Selection } from './selection'

type Input = Pick<GridParts, 'settings' | 'grid' | 'scroller' | 'view'> & {
  /** The box that has the focus of the grid. */
  target: HTMLElement
  onSelect: (selection: Selection) => void
  /** Opens the menu of the selected columns. @returns false where no whole columns are selected */
  onColumns: () => boolean
}

export function listenToContextMenu({ settings, grid, scroller, view, target, onSelect, onColumns }: Input): void {
  const { openAt } = popoverMenu('grid-menu', grid)
  scroller.addEventListener('contextmenu', (event) => {
    if (!(event.target instanceof Element) || event.target.closest('.cell-editor, thead')) return
    const position = view.positionOf(event.target)
    if (event.target === target) {
      event.preventDefault()
      // Whole columns are selected.
      if (onColumns()) return
      view.reveal()
      const cell = view.cellAt(view.active.row, view.active.column)?.getBoundingClientRect()
      openAt(cell?.left ?? event.clientX, cell?.bottom ?? event.clientY)
    } else if (position) {
      event.preventDefault()
      if (!isSelected(view.selection, position)) onSelect(selectionAt(position, settings.columns.length - 1))
      openAt(event.clientX, event.clientY)
    }
  })
}

function isSelected(selection: Selection, { row, column }: CellPosition): boolean {
  const { top, bottom, left, right } = rangeOf(selection)
  return row >= top && row <= bottom && (column === -1 ? left === 0 : column >= left && column <= right)
}

/** A cell, or the whole row at its number. */
const selectionAt = ({ row, column }: CellPosition, last: number): Selection =>
  column === -1
    ? { anchor: { row, column: 0 }, focus: { row, column: last } }
    : { anchor: { row, column }, focus: { row, column } }
