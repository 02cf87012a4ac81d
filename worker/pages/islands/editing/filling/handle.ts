/** The square at the corner of the selection: dragged with the mouse, it fills the cells on its way with the selected ones. */
import type { GridView } from '../grid-view'
import type { CellRange } from '../selecting/selection'

type Input = {
  scroller: HTMLElement
  view: GridView
  title: string
  selected: () => CellRange
  /** @param target the selected cells and those to fill */
  onFill: (target: CellRange) => void
  onTwice: () => void
}

/** While the pointer is beyond an edge, the grid is scrolled by some pixels at each interval. */
const [scrollPx, scrollMs] = [24, 50]

export class FillHandle {
  readonly #input: Input
  readonly element = document.createElement('div')
  /** Ends the drag. */
  #stop: (() => void) | undefined

  constructor(input: Input) {
    this.#input = input
    this.element.className = 'fill-handle'
    // The keyboard has commands of its own.
    this.element.setAttribute('aria-hidden', 'true')
    this.element.title = input.title
    this.element.addEventListener('pointerdown', (event) => {
      if (event.button !== 0 || event.pointerType !== 'mouse') return
      event.preventDefault()
      event.stopPropagation()
      this.#drag()
    })
    this.element.addEventListener('dblclick', (event) => {
      event.stopPropagation()
      input.onTwice()
    })
  }

  get isDragged(): boolean {
    return this.#stop !== undefined
  }

  #drag(): void {
    this.#stop?.()
    const { scroller, view, selected, onFill } = this.#input
    const source = selected()
    let [x, y] = [-1, -1]
    const follow = () => {
      const { left, right, top, bottom } = scroller.getBoundingClientRect()
      if (x < 0) return
      scroller.scrollBy(beyond(x, left, right) * scrollPx, beyond(y, top, bottom) * scrollPx)
      const [nearX, nearY] = [within(x, left, left + scroller.clientWidth), within(y, top, top + scroller.clientHeight)]
      const position = view.positionOf(document.elementFromPoint(nearX, nearY) ?? scroller)
      if (position) view.filling = stretched(source, position)
      view.draw()
    }
    const move = (event: PointerEvent) => {
      ;[x, y] = [event.clientX, event.clientY]
      follow()
    }
    const end = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== 'Escape') return
      const target = event.type === 'pointerup' ? view.filling : undefined
      if (event instanceof KeyboardEvent) event.stopPropagation()
      this.#stop?.()
      if (target) onFill(target)
    }
    const timer = setInterval(follow, scrollMs)
    addEventListener('pointermove', move)
    addEventListener('pointerup', end)
    addEventListener('pointercancel', end)
    addEventListener('keydown', end, { capture: true })
    this.#stop = () => {
      clearInterval(timer)
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', end)
      removeEventListener('pointercancel', end)
      removeEventListener('keydown', end, { capture: true })
      this.#stop = undefined
      view.filling = undefined
      view.draw()
    }
  }
}

/** The side of an interval on which a position is: -1 before it, 1 after it. */
const beyond = (at: number, start: number, end: number): number => (at < start ? -1 : at > end ? 1 : 0)

const within = (at: number, start: number, end: number): number => Math.min(Math.max(at, start + 1), end - 1)

/** The range made longer up to a position, in the direction in which it is farther away; undefined inside the range. */
function stretched(range: CellRange, { row, column }: { row: number; column: number }): CellRange | undefined {
  const { top, bottom, left, right } = range
  const [rows, columns] = [Math.max(row - bottom, top - row, 0), Math.max(column - right, left - column, 0)]
  if (rows === 0 && columns === 0) return undefined
  return rows >= columns
    ? { ...range, top: Math.min(top, row), bottom: Math.max(bottom, row) }
    : { ...range, left: Math.min(left, column), right: Math.max(right, column) }
}
