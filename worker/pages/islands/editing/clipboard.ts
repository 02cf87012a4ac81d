/** The clipboard of the grid, while it has the focus: blocks of cells, as spreadsheets copy them. */
import { cellsOf } from './clipboard-text'

type Input = {
  /** The box that has the focus of the grid. */
  target: HTMLElement
  /** @returns the text of the selected cells */
  onCopy: () => string
  /** The selected cells were copied, and are cut. */
  onCut: () => void
  onPaste: (cells: string[][]) => void
}

export function listenToClipboard({ target, onCopy, onCut, onPaste }: Input): void {
  const isOwn = () => document.activeElement === target
  const copy = (event: ClipboardEvent) => {
    event.preventDefault()
    event.clipboardData?.setData('text/plain', onCopy())
  }
  document.addEventListener('copy', (event) => {
    if (isOwn()) copy(event)
  })
  document.addEventListener('cut', (event) => {
    if (!isOwn()) return
    copy(event)
    onCut()
  })
  document.addEventListener('paste', (event) => {
    if (!isOwn()) return
    event.preventDefault()
    onPaste(cellsOf(event.clipboardData?.getData('text/plain') ?? ''))
  })
}
