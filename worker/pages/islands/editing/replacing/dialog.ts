/** The box of find and replace, beside which the cells stay in use. */
import type { GridParts } from '../grid-parts'
import { loadEverything } from '../loading/everything'
import { element } from '../notices'
import type { Change } from '../row'
import type { CellPosition, CellRange } from '../selecting/selection'
import { cellsWith, nextOf, replaced, type Sought } from './replace'

type Input = GridParts & {
  range: () => CellRange
  onChange: (changes: readonly Change[]) => void
  /** Makes a cell the active one. */
  onGo: (cell: CellPosition) => void
}

export class ReplaceDialog {
  readonly #input: Input
  readonly #dialog = element('find-replace') as HTMLDialogElement // a dialog of the page
  /** The selected cells when the box was opened, if they are several. */
  #selected: CellRange | undefined

  constructor(input: Input) {
    this.#input = input
    const form = this.#dialog.querySelector('form')
    form?.addEventListener('submit', (event) => {
      event.preventDefault()
      const { value } = event.submitter instanceof HTMLButtonElement ? event.submitter : {}
      if (value === 'one') this.#replaceOne()
      else if (value === 'all') void this.#replaceAll()
      else if (value === 'next') this.#findNext()
      else this.#close()
    })
    form?.addEventListener('input', () => this.#tell(''))
    this.#dialog.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.#close()
      event.stopPropagation()
    })
  }

  open(): void {
    const { range } = this.#input
    const { top, bottom, left, right } = range()
    const isOne = top === bottom && left === right
    this.#selected = isOne ? undefined : range()
    const box = this.#box('selected')
    box.checked = !isOne
    box.disabled = isOne
    this.#tell('')
    this.#dialog.show()
    const text = this.#dialog.querySelector<HTMLInputElement>('[name=sought]')
    text?.focus()
    text?.select()
  }

  #close(): void {
    this.#dialog.close()
    this.#input.grid.focus()
  }

  #box = (name: string): HTMLInputElement => this.#dialog.querySelector(`[name=${name}]`) as HTMLInputElement // as the page has them

  #tell(text: string): void {
    const state = this.#dialog.querySelector('[role=status]')
    if (state) state.textContent = text
  }

  get #sought(): Sought {
    return {
      text: this.#box('sought').value,
      matchesCase: this.#box('case').checked,
      isWhole: this.#box('whole').checked,
    }
  }

  #found(): CellPosition[] {
    const { rows, texts } = this.#input
    const all = { top: 0, bottom: rows.list.length - 1, left: 0, right: rows.columns.length - 1 }
    const range = this.#box('selected').checked ? (this.#selected ?? all) : all
    return cellsWith(rows, range, this.#sought, texts.cell)
  }

  #findNext(): void {
    const { view, texts, rows, onGo } = this.#input
    const found = this.#found()
    const next = nextOf(found, view.active)
    if (next) onGo(next)
    const at = next ? found.indexOf(next) + 1 : 0
    const name = found.length === 0 ? 'notFound' : rows.missing > 0 ? 'foundLoaded' : 'foundOf'
    this.#tell(texts.say(name, { at, count: found.length }))
  }

  #replaceOne(): void {
    const { view } = this.#input
    const { row, column } = view.active
    const here = this.#found().filter((cell) => cell.row === row && cell.column === column)
    this.#replace(here)
    this.#findNext()
  }

  /** In rows that are not loaded too, where they are not too many. */
  async #replaceAll(): Promise<void> {
    const { texts } = this.#input
    if (!this.#box('selected').checked) {
      this.#tell(texts.say('loading'))
      await loadEverything(this.#input)
    }
    const found = this.#found()
    this.#replace(found)
    const isPart = this.#input.rows.missing > 0
    this.#tell(texts.say(isPart ? 'replacedLoaded' : 'replaced', { count: found.length }))
  }

  #replace(cells: readonly CellPosition[]): void {
    const { rows, texts, onChange } = this.#input
    onChange(replaced(rows, cells, { sought: this.#sought, by: this.#box('by').value, shown: texts.cell }))
  }
}
