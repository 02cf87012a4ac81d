/** The menu of the cells: on a right click, and with the keys of such menus at the active cell. */
import type { GridParts } from '../grid-parts'
import { element } from '../notices'
import { type CellPosition, rangeOf, type Selection } from './selection'

type Input = Pick<GridParts, 'settings' | 'grid' | 'scroller' | 'view'> & {
  /** The box that has the focus of the grid. */
  target: HTMLElement
  onSelect: (selection: Selection) => void
}

/** Distance in CSS pixels between the menu and the edges of the window. */
const margin = 8

export function listenToContextMenu({ settings, grid, scroller, view, target, onSelect }: Input): void {
  const menu = element('grid-menu')
  const items = () => [...menu.querySelectorAll<HTMLButtonElement>('[role=menuitem]:enabled')]
  const openAt = (x: number, y: number) => {
    menu.showPopover()
    const { width, height } = menu.getBoundingClientRect()
    menu.style.left = `${Math.max(margin, Math.min(x, innerWidth - width - margin))}px`
    menu.style.top = `${Math.max(margin, Math.min(y, innerHeight - height - margin))}px`
    items()[0]?.focus()
  }
  scroller.addEventListener('contextmenu', (event) => {
    if (!(event.target instanceof Element) || event.target.closest('.cell-editor, thead')) return
    const position = view.positionOf(event.target)
    if (event.target === target) {
      view.reveal()
      const cell = view.cellAt(view.active.row, view.active.column)?.getBoundingClientRect()
      event.preventDefault()
      openAt(cell?.left ?? event.clientX, cell?.bottom ?? event.clientY)
    } else if (position) {
      event.preventDefault()
      if (!isSelected(view.selection, position)) onSelect(selectionAt(position, settings.columns.length - 1))
      openAt(event.clientX, event.clientY)
    }
  })
  menu.addEventListener('keydown', (event) => {
    // Escape closes the menu only.
    event.stopPropagation()
    const all = items()
    const at = all.findIndex((item) => item.matches(':focus'))
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (event.key === 'Tab') menu.hidePopover()
    if (to !== undefined) all.at(to % all.length)?.focus()
    if (to !== undefined || event.key === 'Tab') event.preventDefault()
  })
  menu.addEventListener('toggle', (event) => {
    const isLeft = document.activeElement === document.body || menu.contains(document.activeElement)
    if (event instanceof ToggleEvent && event.newState === 'closed' && isLeft) grid.focus()
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
