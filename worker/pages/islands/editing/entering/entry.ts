/** The edit of the active cell, or of its row in a form. */
import { assigned } from '../bulk-edits'
import type { GridParts } from '../grid-parts'
import type { Change, Row } from '../row'
import type { Extent } from '../selecting/keys'
import { type CellPosition, type Leave, nextInside } from '../selecting/selection'
import type { Values } from '../values'
import { attach, chooseFile } from './attach'
import { editCell } from './cell-editor'
import { type NextRow, openRowForm } from './row-form'
import { TabRun } from './tab-run'

/** Where a row is edited as a form. */
export const narrow = matchMedia('(max-width: 40rem)')

type Input = GridParts & {
  extent: () => Extent
  onChange: (changes: readonly Change[]) => void
  onMove: (to: CellPosition, isInside?: boolean) => void
  onAdd: () => Promise<void>
  /** The text is for all selected cells. */
  onFill: (text: string) => void
}

export class Entry {
  readonly #input: Input
  #editor: { commit: () => void } | undefined
  readonly tabs = new TabRun()

  constructor(input: Input) {
    this.#input = input
    // In small windows a row is edited as a form.
    input.grid.addEventListener('click', ({ target }) => {
      if (narrow.matches && target instanceof Element && input.view.positionOf(target)) this.openForm()
    })
  }

  get isEditing(): boolean {
    return this.#editor !== undefined
  }

  /** Ends the edit of a cell and takes its value. */
  commit(): void {
    this.#editor?.commit()
  }

  get #active(): Row | undefined {
    return this.#input.rows.list[this.#input.view.active.row]
  }

  /** @param typed the text that begins the edit @param byPointer the cell was chosen twice */
  editOrOpen(typed?: string, byPointer = false): void {
    const [row, column] = [this.#active, this.#input.settings.columns[this.#input.view.active.column]]
    if (narrow.matches && typed === undefined) this.openForm()
    else if (typed === undefined && row && column?.isAttachment) chooseFile((file) => void this.#attach(row, file))
    else this.#edit(typed, byPointer)
  }

  async #attach(row: Row, file: File | undefined): Promise<void> {
    const { notices, store, texts, onChange } = this.#input
    if (!file) return
    // A path that was typed is not that of the file.
    const column = texts.columns.find(({ isAttachment }) => isAttachment)
    if (column) onChange(assigned(row, { [column.key]: row.stored?.[column.key] }))
    notices.remark(await attach(file, { row, store, texts }))
  }

  #edit(typed: string | undefined, byPointer: boolean): void {
    const { rows, view, settings, texts, notices, grid, onChange, onFill } = this.#input
    const { row: at, column: index } = view.active
    view.reveal()
    const cell = view.cellAt(at, index)
    const [row, column] = [rows.list[at], settings.columns[index]]
    if (!cell || !row || !column || this.#editor) return
    view.edited = cell
    const end = rows.edit(row)
    this.#editor = editCell({
      cell,
      column,
      value: row.values[column.key],
      typed,
      byPointer,
      words: texts.words,
      onProblem: (problem) => notices.explain(problem && texts.say(`problem:${problem.rule}`, problem.values)),
      onEnd: (ended, leave) => {
        this.#editor = undefined
        view.edited = undefined
        const hadFocus = cell.contains(document.activeElement)
        cell.replaceChildren()
        const changes = end(ended && { [column.key]: ended.value })
        if (ended?.fills) onFill(ended.text)
        else onChange(changes)
        if (hadFocus || leave !== 'stay') grid.focus()
        if (ended || !this.withdraw()) this.#leave(leave)
      },
    })
  }

  #leave(leave: Leave): void {
    const { view, extent, onMove, onChange } = this.#input
    const inside = nextInside(view.selection, leave)
    const to = inside ?? this.tabs.afterEdit(view.active, leave, extent())
    if (to) onMove(to, inside !== undefined)
    else onChange([])
  }

  openForm(): void {
    const { rows, view, texts, onChange, onAdd, onMove } = this.#input
    const row = this.#active
    if (!row) return
    const { row: at, column } = view.active
    const end = rows.edit(row)
    const onEnd = (values?: Values, file?: File) => {
      onChange(end(values))
      if (values) void this.#attach(row, file)
      else this.withdraw()
    }
    const onFollow = async (next: NextRow) => {
      if (next === 'add') await onAdd()
      else onMove({ row: at + (next === 'next' ? 1 : -1), column })
      this.openForm()
    }
    openRowForm({
      row,
      number: rows.numberOf(at),
      isFirst: at === 0,
      isLast: at + 1 >= rows.list.length,
      texts,
      onEnd,
      onFollow,
    })
  }

  /**
   * Removes the active row if it is new and has no value. The only row stays: values are typed there.
   *
   * @returns whether it was removed
   */
  withdraw(): boolean {
    const { rows, view, onMove } = this.#input
    const [row, { active }] = [this.#active, view]
    if (!row || row.stored || !rows.isEmpty(row) || rows.list.length === 1) return false
    rows.withdraw(row)
    onMove({ row: Math.min(active.row, rows.list.length - 1), column: active.column })
    return true
  }
}
