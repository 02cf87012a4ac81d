/** Draws the rows that are in the window. The table has the roles of a grid, and names its active cell. */
import type { TypingTarget } from './entering/typing-target'
import type { Row } from './row'
import type { Rows } from './rows'
import { CopiedOutline } from './selecting/copied-outline'
import { activeOf, type CellPosition, type CellRange, rangeOf, type Selection } from './selecting/selection'
import type { GridColumn } from './settings'
import { setAttribute, setHeight, setText, spacer } from './table-parts'
import type { Value } from './values'

/** Rows drawn above and below the window. */
const overscan = 12

type Texts = {
  cell: (column: GridColumn, value: Value) => string
  problem: (row: Row, column: GridColumn) => string | undefined
  missing: (count: number) => string
}

export class GridView {
  readonly #grid: HTMLTableElement
  readonly #scroller: HTMLElement
  readonly #body: HTMLTableSectionElement
  readonly #rows: Rows
  readonly #texts: Texts
  readonly #drawn = new Map<string, HTMLTableRowElement>()
  readonly #top = spacer()
  readonly #bottom = spacer()
  /** In the place of the rows that are not loaded. */
  readonly #gap = spacer()
  #rowHeight = 33
  #frame = 0
  #selection: Selection = { anchor: { row: 0, column: 0 }, focus: { row: 0, column: 0 } }
  /** The active column before whole rows were selected. */
  #columnBefore = 0
  /** The cell that has an editor is not drawn. */
  edited: HTMLTableCellElement | undefined
  /** The cells that are being filled, and those that they are filled with. */
  filling: CellRange | undefined
  readonly copied: CopiedOutline
  /** Keys of the columns that are drawn as strips. */
  readonly collapsed = new Set<string>()
  /** Shown in the last selected cell. */
  handle: HTMLElement | undefined
  /** Over the active cell. */
  typing: TypingTarget | undefined

  constructor(grid: HTMLTableElement, scroller: HTMLElement, rows: Rows, texts: Texts) {
    this.#grid = grid
    this.#scroller = scroller
    this.#rows = rows
    this.#texts = texts
    this.#body = grid.tBodies[0] ?? grid.createTBody()
    this.copied = new CopiedOutline(scroller)
    this.#gap.className = 'gap'
    this.#gap.insertCell().colSpan = rows.columns.length + 1
    // Without this script the table is not interactive.
    grid.role = 'grid'
    grid.ariaMultiSelectable = 'true'
    grid.setAttribute('aria-colcount', String(rows.columns.length + 1))
    scroller.addEventListener('scroll', () => this.draw())
    new ResizeObserver(() => this.draw()).observe(scroller)
  }

  get selection(): Selection {
    return this.#selection
  }

  set selection(selection: Selection) {
    if (!this.selectsRows) this.#columnBefore = this.active.column
    this.#selection = selection
  }

  get active(): CellPosition {
    return activeOf(this.#selection)
  }

  /** Whether the selection is of whole rows, of more than one column. */
  get selectsRows(): boolean {
    const { left, right } = rangeOf(this.#selection)
    return left === 0 && right > 0 && right === this.#rows.columns.length - 1
  }

  /** The active column; if whole rows are selected, that before their selection. */
  get column(): number {
    return this.selectsRows ? this.#columnBefore : this.active.column
  }

  /** Rows of the window, for the page keys. */
  get page(): number {
    return Math.max(1, Math.floor(this.#scroller.clientHeight / this.#rowHeight) - 2)
  }

  get firstVisible(): number {
    return this.#positionAt(this.#scroller.scrollTop)
  }

  get lastVisible(): number {
    return this.#positionAt(this.#scroller.scrollTop + this.#scroller.clientHeight) + 1
  }

  /** The row at a height. Those that are not loaded have the height of one. */
  #positionAt(height: number): number {
    const at = Math.floor(height / this.#rowHeight)
    const { gapAt, missing } = this.#rows
    return missing > 0 && at > gapAt ? at - 1 : at
  }

  /** Rows were added before others: the selection stays in its rows, and so does the window if it is there. */
  shift({ at, count }: { at: number; count: number }): void {
    if (count === 0 || at + count >= this.#rows.list.length) return
    const { scrollTop, clientHeight } = this.#scroller
    const [first, last] = [scrollTop / this.#rowHeight, (scrollTop + clientHeight) / this.#rowHeight]
    const follows = first >= at || (this.active.row >= at && this.active.row < last)
    const moved = (cell: CellPosition) => (cell.row < at ? cell : { ...cell, row: cell.row + count })
    const { anchor, focus, active } = this.#selection
    this.#selection = { anchor: moved(anchor), focus: moved(focus), ...(active && { active: moved(active) }) }
    this.drawNow()
    if (follows) this.#scroller.scrollTop = scrollTop + count * this.#rowHeight
    this.drawNow()
  }

  /** Draws once before the next frame. */
  draw(): void {
    if (this.#frame) return
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0
      this.drawNow()
    })
  }

  drawNow(): void {
    const { list, gapAt, missing } = this.#rows
    const height = this.#rowHeight
    const first = Math.max(0, Math.floor(this.#scroller.scrollTop / height) - overscan)
    const last = Math.min(list.length, this.lastVisible + overscan)
    const range = rangeOf(this.selection)
    const elements: HTMLTableRowElement[] = []
    const hasGap = missing > 0 && gapAt >= first && gapAt <= last
    const kept = new Set<string>()
    for (let at = first; at < last; at++) {
      const row = list[at]
      if (!row) continue
      if (hasGap && at === gapAt) elements.push(this.#gap)
      kept.add(row.id)
      const element = this.#drawn.get(row.id) ?? this.#create(row.id)
      this.#fill(element, row, at, range)
      elements.push(element)
    }
    if (hasGap && gapAt === last) elements.push(this.#gap)
    for (const [id, element] of this.#drawn) {
      if (kept.has(id) || element.contains(this.edited ?? null)) continue
      element.remove()
      this.#drawn.delete(id)
    }
    if (hasGap) setText(this.#gap.cells[0] ?? this.#gap, this.#texts.missing(missing))
    const [above, below] = [missing > 0 && gapAt < first ? 1 : 0, missing > 0 && gapAt > last ? 1 : 0]
    setHeight(this.#top, (first + above) * height)
    setHeight(this.#bottom, (list.length - last + below) * height)
    this.#place([this.#top, ...elements, this.#bottom])
    const corner = this.cellAt(range.bottom, range.right)
    if (this.handle && corner && corner !== this.edited) corner.append(this.handle)
    else this.handle?.remove()
    this.#grid.setAttribute('aria-rowcount', String(list.length + missing + 1))
    const active = this.cellAt(this.active.row, this.active.column)
    this.typing?.follow(active)
    this.copied.draw(this)
    if (active) this.#grid.setAttribute('aria-activedescendant', active.id)
    else this.#grid.removeAttribute('aria-activedescendant')
    const measured = elements.find((one) => one !== this.#gap)?.getBoundingClientRect().height
    if (measured && Math.abs(measured - height) > 0.5) {
      this.#rowHeight = measured
      this.draw()
    }
  }

  /** Puts rows in order, without moving those that are in place: an editor in one keeps the keyboard. */
  #place(elements: readonly HTMLTableRowElement[]): void {
    let before: ChildNode | null = this.#body.firstChild
    for (const element of elements) {
      if (element === before) before = before.nextSibling
      else this.#body.insertBefore(element, before)
    }
    while (before) {
      const next: ChildNode | null = before.nextSibling
      if (!before.contains(this.edited ?? null)) before.remove()
      before = next
    }
  }

  #create(id: string): HTMLTableRowElement {
    const element = document.createElement('tr')
    element.dataset.row = id
    const head = document.createElement('th')
    head.scope = 'row'
    head.setAttribute('role', 'rowheader')
    head.setAttribute('aria-colindex', '1')
    element.append(head)
    for (const [at, column] of this.#rows.columns.entries()) {
      const cell = document.createElement('td')
      cell.id = `cell-${id}-${at}`
      cell.setAttribute('role', 'gridcell')
      cell.setAttribute('aria-colindex', String(at + 2))
      cell.dataset.column = String(at)
      if (column.type === 'integer' || column.type === 'number') cell.classList.add('number')
      element.append(cell)
    }
    this.#drawn.set(id, element)
    return element
  }

  #fill(element: HTMLTableRowElement, row: Row, at: number, range: CellRange): void {
    const number = this.#rows.numberOf(at)
    element.dataset.at = String(at)
    setAttribute(element, 'aria-rowindex', String(number + 1))
    const isIn = at >= range.top && at <= range.bottom
    const [head] = element.cells
    if (head) {
      const isNew = !row.stored && !this.#rows.isEmpty(row)
      const mark = row.refusal !== undefined || this.#rows.hasConflict(row) ? '!' : isNew ? '•' : ''
      setText(head, `${number}${mark && ` ${mark}`}`)
      head.classList.toggle('refused', mark === '!')
      head.classList.toggle('selected', isIn && range.left === 0 && range.right === this.#rows.columns.length - 1)
      setAttribute(head, 'title', row.refusal)
    }
    const { active } = this
    for (const [index, column] of this.#rows.columns.entries()) {
      const cell = element.cells[index + 1]
      if (!cell || cell === this.edited) continue
      const problem = this.#texts.problem(row, column)
      setText(cell, this.#texts.cell(column, row.values[column.key]))
      setAttribute(cell, 'aria-invalid', problem === undefined ? undefined : 'true')
      setAttribute(cell, 'title', problem)
      cell.classList.toggle('conflict', Object.hasOwn(row.theirs, column.key))
      cell.classList.toggle('changed', row.stored !== undefined && row.values[column.key] !== row.stored[column.key])
      setAttribute(cell, 'aria-selected', isIn && index >= range.left && index <= range.right ? 'true' : 'false')
      cell.classList.toggle('collapsed', this.collapsed.has(column.key))
      cell.classList.toggle('filling', this.#isFilled(at, index))
      cell.classList.toggle('active', at === active.row && index === active.column)
    }
  }

  #isFilled(row: number, column: number): boolean {
    if (!this.filling) return false
    const { top, bottom, left, right } = this.filling
    return row >= top && row <= bottom && column >= left && column <= right
  }

  /** The place of a range in the scrolled content. */
  boxOf({ top, bottom, left, right }: CellRange): { top: number; left: number; width: number; height: number } {
    const [first, last] = [this.headAt(left), this.headAt(right)]
    const height = this.#grid.tHead?.offsetHeight ?? 0
    const start = first?.offsetLeft ?? 0
    const above = this.#heightAbove(top)
    return {
      top: height + above,
      left: start,
      width: (last?.offsetLeft ?? 0) + (last?.offsetWidth ?? 0) - start,
      height: this.#heightAbove(bottom) + this.#rowHeight - above,
    }
  }

  /** The height of the rows above one. Those that are not loaded have that of one row. */
  #heightAbove(row: number): number {
    const { gapAt, missing } = this.#rows
    return (row + (missing > 0 && row >= gapAt ? 1 : 0)) * this.#rowHeight
  }

  headAt(column: number): HTMLTableCellElement | undefined {
    return this.#grid.tHead?.rows[0]?.cells[column + 1]
  }

  cellAt(row: number, column: number): HTMLTableCellElement | undefined {
    const id = this.#rows.list[row]?.id
    return id === undefined ? undefined : this.#drawn.get(id)?.cells[column + 1]
  }

  /** The position of a cell that was drawn; the column is -1 for the number of a row. */
  positionOf(cell: Element): { row: number; column: number } | undefined {
    const element = cell.closest<HTMLTableCellElement>('tbody td[data-column], tbody th')
    const at = element?.closest('tr')?.dataset.at
    if (!element || at === undefined) return undefined
    return { row: Number(at), column: Number(element.dataset.column ?? -1) }
  }

  /** Brings a cell into the window: the active one, or that which a selection is extended to. */
  reveal({ row, column } = this.active): void {
    // The table has the height of its rows only once they are drawn.
    if (this.#frame) this.drawNow()
    const top = this.#heightAbove(row)
    const head = this.#grid.tHead?.offsetHeight ?? 0
    const { scrollTop, clientHeight } = this.#scroller
    if (top < scrollTop) this.#scroller.scrollTop = top
    else if (top + this.#rowHeight > scrollTop + clientHeight - head)
      this.#scroller.scrollTop = top + this.#rowHeight - clientHeight + head
    this.drawNow()
    this.cellAt(row, column)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
}
