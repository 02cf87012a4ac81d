/** The commands of whole rows, and the steps back and forth. */
import { duplicated, removed } from './bulk-edits'
import type { GridParts } from './grid-parts'
import { chooseDeleted, spansMissing } from './loading/delete-all'
import { newId } from './new-id'
import { type Change, newRow } from './row'
import type { CellPosition, CellRange } from './selecting/selection'

type Input = GridParts & {
  range: () => CellRange
  onChange: (changes: readonly Change[]) => void
  onMove: (to: CellPosition) => void
}

export class RowCommands {
  readonly #input: Input

  constructor(input: Input) {
    this.#input = input
  }

  /** Adds a row behind the last ones, which are loaded first where that is one request. */
  async add(): Promise<void> {
    const { rows, store, onChange, onMove } = this.#input
    if (store.pages.isInOrder) await store.pages.loadEnd()
    onChange([{ is: 'insert', at: rows.list.length, rows: [newRow(newId())] }])
    onMove({ row: rows.list.length - 1, column: 0 })
  }

  duplicate(): void {
    const { rows, range, onChange, onMove } = this.#input
    const selected = range()
    onChange(duplicated(rows, selected, newId))
    onMove({ row: selected.bottom + 1, column: 0 })
  }

  delete(): void {
    const { rows, settings, notices, range } = this.#input
    const selected = range()
    if (settings.deletesAll && !settings.isFiltered && spansMissing(rows, selected))
      chooseDeleted(this.#input, selected, () => this.#deleteRows(selected))
    else if (notices.allowsRemoval(selected)) this.#deleteRows(selected)
  }

  #deleteRows(selected: CellRange): void {
    const { grid, rows, texts, view, notices, onChange, onMove } = this.#input
    const { column } = view
    onChange(removed(rows, selected))
    onMove({ row: Math.max(0, Math.min(selected.top, rows.list.length - 1)), column })
    notices.remark(texts.say('rowsDeleted', { count: selected.bottom - selected.top + 1 }))
    grid.focus()
  }

  step(direction: 'undo' | 'redo'): void {
    const { grid, rows, store, onMove } = this.#input
    const [first] = rows[direction]()
    if (!first) return
    store.save()
    onMove(rows.positionOf(first))
    grid.focus()
  }
}
