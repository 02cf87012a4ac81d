/** Cells chosen with a mouse or a finger: a drag or Shift extends the selection, the number of a row selects the row. */
import type { GridView } from '../grid-view'
import type { Settings } from '../settings'
import type { Selection } from './selection'

type Input = {
  settings: Pick<Settings, 'columns'>
  grid: HTMLElement
  view: GridView
  isEditing: () => boolean
  onSelect: (selection: Selection) => void
  /** A cell was chosen twice: by a double click, or by a second touch. */
  onTwice: () => void
  /** The number of a row was clicked twice. */
  onRowTwice: () => void
}

export function listenToPointer({ settings, grid, view, isEditing, onSelect, onTwice, onRowTwice }: Input): void {
  const last = settings.columns.length - 1
  const positionOf = ({ target }: Event) => (target instanceof Element ? view.positionOf(target) : undefined)
  const select = (event: PointerEvent, extend: boolean) => {
    const position = positionOf(event)
    if (!position) return
    const { anchor } = view.selection
    if (position.column !== -1) return onSelect({ anchor: extend ? anchor : position, focus: position })
    const row = extend ? anchor.row : position.row
    onSelect({ anchor: { row, column: 0 }, focus: { row: position.row, column: last } })
  }
  grid.addEventListener('pointerdown', (event) => {
    const position = positionOf(event)
    if (event.button !== 0 || !position) return
    if (event.target instanceof Element && event.target.closest('.cell-editor')) return
    const { focus } = view.selection
    const isAgain = event.pointerType !== 'mouse' && position.row === focus.row && position.column === focus.column
    grid.focus({ preventScroll: true })
    event.preventDefault()
    select(event, event.shiftKey)
    if (isAgain) onTwice()
  })
  grid.addEventListener('pointerover', (event) => {
    if (event.buttons === 1 && event.pointerType === 'mouse' && !isEditing()) select(event, true)
  })
  grid.addEventListener('dblclick', (event) => {
    const position = positionOf(event)
    if (position?.column === -1) onRowTwice()
    else if (position) onTwice()
  })
}
