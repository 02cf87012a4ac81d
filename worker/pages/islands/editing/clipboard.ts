/** The clipboard of the grid: blocks of cells, as spreadsheets copy them, by keys and by the menu of the cells. */
import { copied, type Pasted, pasted } from './bulk-edits'
import { cellsOf } from './clipboard-text'
import type { GridParts } from './grid-parts'
import { newId } from './new-id'
import type { CellRange } from './selecting/selection'

type Input = GridParts & {
  /** The box that has the focus of the grid. */
  target: HTMLElement
  range: () => CellRange
  /** The selected cells were copied, and are cut. */
  onCut: () => void
  onPaste: (pasted: Pasted) => void
}

export class CellClipboard {
  readonly #input: Input
  /** The text of the cells that have the outline. */
  #outlined = ''

  constructor(input: Input) {
    this.#input = input
    const isOwn = () => document.activeElement === input.target
    const copy = (event: ClipboardEvent) => {
      event.preventDefault()
      event.clipboardData?.setData('text/plain', this.#copied())
    }
    document.addEventListener('copy', (event) => {
      if (isOwn()) copy(event)
    })
    document.addEventListener('cut', (event) => {
      if (!isOwn()) return
      copy(event)
      this.#cutCells()
    })
    document.addEventListener('paste', (event) => {
      if (!isOwn()) return
      event.preventDefault()
      void this.#paste(event.clipboardData?.getData('text/plain') ?? '')
    })
  }

  /** Copies by a button, where the browser allows it. */
  async copy(): Promise<boolean> {
    try {
      await navigator.clipboard.writeText(this.#copied())
      return true
    } catch {
      return false
    }
  }

  async cut(): Promise<void> {
    if (await this.copy()) this.#cutCells()
  }

  /** Pastes by a button, where the browser allows it; the keys always do. */
  async paste(): Promise<void> {
    const { notices, texts } = this.#input
    const text = await navigator.clipboard.readText().catch(() => undefined)
    if (text === undefined) notices.remark(texts.say('pasteWithKeys'))
    else await this.#paste(text)
  }

  /** The cells are emptied at once; the outline marks the cells that a paste will write elsewhere. */
  #cutCells(): void {
    const { view, range, onCut } = this.#input
    onCut()
    view.copied.show(range(), view)
  }

  /** Enter pastes the cells that have the outline, which then goes, as in Excel. @returns whether there are such cells */
  enter(): boolean {
    const { view } = this.#input
    if (!view.copied.isShown) return false
    void this.#paste(this.#outlined).then(() => view.copied.hide())
    return true
  }

  #copied(): string {
    const { rows, view, texts, range } = this.#input
    view.copied.show(range(), view)
    this.#outlined = copied(rows, range(), texts.cell)
    return this.#outlined
  }

  async #paste(text: string): Promise<void> {
    const { rows, store, range, onPaste } = this.#input
    const [cells, { top }] = [cellsOf(text), range()]
    // A block is not cut by the rows that are not loaded.
    if (top < rows.gapAt) await store.pages.loadUntil(top + cells.length)
    onPaste(pasted(rows, range(), cells, newId))
  }
}
