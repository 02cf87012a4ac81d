/** The dashed outline of the cells that were copied, until the next edit. */
import type { CellRange } from './selection'

type Box = { top: number; left: number; width: number; height: number }
type View = { boxOf: (range: CellRange) => Box }

export class CopiedOutline {
  readonly #element = document.createElement('div')
  #range: CellRange | undefined

  constructor(scroller: HTMLElement) {
    this.#element.className = 'copied-outline'
    this.#element.hidden = true
    this.#element.setAttribute('aria-hidden', 'true')
    scroller.append(this.#element)
  }

  get isShown(): boolean {
    return this.#range !== undefined
  }

  show(range: CellRange, view: View): void {
    this.#range = range
    this.draw(view)
  }

  hide(): void {
    this.#range = undefined
    this.#element.hidden = true
  }

  /** Goes where its cells are, as the widths of columns and the rows above change. */
  draw(view: View): void {
    if (!this.#range) return
    const { top, left, width, height } = view.boxOf(this.#range)
    Object.assign(this.#element.style, {
      top: `${top}px`,
      left: `${left}px`,
      width: `${width}px`,
      height: `${height}px`,
    })
    this.#element.hidden = false
  }
}
