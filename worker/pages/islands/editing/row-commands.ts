/** The commands of whole rows, and the steps back and forth. */
import { duplicated, removed } from './bulk-edits'
import type { GridParts } from './grid-parts'
import { newId } from './new-id'
import { type Change, newRow } from './row'
import type { CellPosition, CellRange } from './selection'

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

  add(): void {
    const { rows, onChange, onMove } = this.#input
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
    const { grid, rows, texts, view, notices, range, onChange, onMove } = this.#input
    const [selected, { column }] = [range(), view]
    if (!notices.allowsRemoval(selected)) return
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
