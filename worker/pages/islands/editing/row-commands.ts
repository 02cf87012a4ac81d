/** The commands of whole rows, and the steps back and forth. */
import { duplicated, removed } from './bulk-edits'
import type { GridParts } from './grid-parts'
import { chooseDeleted } from './loading/delete-all'
import { loadEverything, loadsEverything } from './loading/everything'
import { newId } from './new-id'
import { type Change, newRow } from './row'
import { type CellPosition, type CellRange, selectionOf } from './selecting/selection'

type Input = GridParts & {
  range: () => CellRange
  onChange: (changes: readonly Change[]) => void
  onMove: (to: CellPosition, extend?: boolean) => void
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

  /** Adds the first row of an empty table, which is no step. */
  async addFirst(): Promise<void> {
    await this.add()
    const { rows } = this.#input
    rows.steps.dropInsertion(rows.list.at(-1))
  }

  /** Goes to the last row, which is loaded first. @param end.extends the selection is extended to it */
  async goToEnd({ to, extends: extend }: { to: CellPosition; extends: boolean }): Promise<void> {
    const { rows, store, notices, texts, onMove } = this.#input
    notices.remark(texts.say('loading'))
    await store.pages.loadEnd()
    onMove({ row: rows.list.length - 1, column: to.column }, extend)
  }

  /** Loads all rows of the query, and selects the selected columns of them. */
  async selectEverything(): Promise<void> {
    const { grid, rows, view, notices, texts, range, onMove } = this.#input
    const { left, right } = range()
    notices.remark(texts.say('loading'))
    if (await loadEverything(this.#input)) {
      onMove({ row: 0, column: left })
      view.selection = selectionOf({ top: 0, bottom: rows.list.length - 1, left, right })
      notices.remark(undefined)
    } else notices.remark(texts.say('state:offline'))
    this.#input.onChange([])
    grid.focus()
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
    const isPart = rows.spansMissing(selected)
    const emptiesTable = settings.deletesAll && !settings.isFiltered
    if (isPart && (emptiesTable || loadsEverything(this.#input)))
      chooseDeleted(this.#input, selected, {
        deleteLoaded: () => this.#deleteRows(selected),
        // The deletion of a whole table needs none of its rows.
        deleteFound: emptiesTable ? undefined : () => void this.#deleteEverything(),
      })
    else if (notices.allowsRemoval(selected)) this.#deleteRows(selected)
  }

  async #deleteEverything(): Promise<void> {
    await this.selectEverything()
    if (this.#input.rows.missing === 0) this.#deleteRows(this.#input.range())
  }

  #deleteRows(selected: CellRange): void {
    const { grid, rows, texts, view, notices, onChange, onMove } = this.#input
    const { column } = view
    onChange(removed(rows, selected))
    onMove({ row: Math.max(0, Math.min(selected.top, rows.list.length - 1)), column })
    notices.remark(texts.say('rowsDeleted', { count: selected.bottom - selected.top + 1 }))
    grid.focus()
  }

  /** A step back or forth. Rows that another sort or filter does not show are loaded by their ids, and shown. */
  async step(direction: 'undo' | 'redo'): Promise<void> {
    const { grid, rows, store, texts, notices, onMove } = this.#input
    const unknown = rows.steps.idsOf(direction).filter((id) => !rows.get(id) && !rows.removed.has(id))
    if (unknown.length > 0) {
      const found = await store.rowsOf(unknown)
      if (!found) {
        notices.remark(texts.say('state:offline'))
        return
      }
      rows.merge(found, true, store.pages.isInOrder)
    }
    const made = rows[direction]()
    // The steps back are made from the last change on.
    const first = direction === 'undo' ? made.at(-1) : made[0]
    if (!first) return
    store.save()
    onMove(rows.positionOf(first))
    grid.focus()
  }
}
