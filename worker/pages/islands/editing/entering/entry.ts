/** The edit of the active cell, or of its row in a form. */
import type { GridView } from '../grid-view'
import type { CellPosition, Extent, Leave } from '../keys'
import type { Notices } from '../notices'
import type { Change, Row } from '../row'
import type { Rows } from '../rows'
import type { Settings } from '../settings'
import type { Store } from '../store'
import type { Texts } from '../texts'
import type { Values } from '../values'
import { attach, chooseFile } from './attach'
import { editCell } from './cell-editor'
import { openRowForm } from './row-form'
import { TabRun } from './tab-run'

/** Where a row is edited as a form. */
export const narrow = matchMedia('(max-width: 40rem)')

type Input = {
  settings: Settings
  grid: HTMLElement
  rows: Rows
  store: Store
  texts: Texts
  view: GridView
  notices: Notices
  extent: () => Extent
  onChange: (changes: readonly Change[]) => void
  onMove: (to: CellPosition) => void
}

export class Entry {
  readonly #input: Input
  #editor: { commit: () => void } | undefined
  readonly tabs = new TabRun()

  constructor(input: Input) {
    this.#input = input
  }

  get isEditing(): boolean {
    return this.#editor !== undefined
  }

  /** Ends the edit of a cell and takes its value. */
  commit(): void {
    this.#editor?.commit()
  }

  get #active(): Row | undefined {
    return this.#input.rows.list[this.#input.view.selection.focus.row]
  }

  editOrOpen(typed?: string): void {
    const [row, column] = [this.#active, this.#input.settings.columns[this.#input.view.selection.focus.column]]
    if (narrow.matches && typed === undefined) this.openForm()
    else if (typed === undefined && row && column?.isAttachment) chooseFile((file) => void this.#attach(row, file))
    else this.#edit(typed)
  }

  async #attach(row: Row, file: File | undefined): Promise<void> {
    const { notices, store, texts } = this.#input
    if (file) notices.remark(await attach(file, { row, store, texts }))
  }

  #edit(typed?: string): void {
    const { rows, view, settings, texts, notices, grid, onChange } = this.#input
    const { row: at, column: index } = view.selection.focus
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
      words: texts.words,
      onProblem: (problem) => notices.explain(problem && texts.say(`problem:${problem.rule}`, problem.values)),
      onEnd: (ended, leave) => {
        this.#editor = undefined
        view.edited = undefined
        const hadFocus = cell.contains(document.activeElement)
        cell.replaceChildren()
        onChange(end(ended && { [column.key]: ended.value }))
        if (hadFocus || leave !== 'stay') grid.focus()
        if (ended || !this.withdraw()) this.#leave(leave)
      },
    })
  }

  #leave(leave: Leave): void {
    const { view, extent, onMove, onChange } = this.#input
    const to = this.tabs.afterEdit(view.selection.focus, leave, extent())
    if (to) onMove(to)
    else onChange([])
  }

  openForm(): void {
    const { rows, view, texts, onChange } = this.#input
    const row = this.#active
    if (!row) return
    const end = rows.edit(row)
    const onEnd = (values?: Values, file?: File) => {
      onChange(end(values))
      if (values) void this.#attach(row, file)
      else this.withdraw()
    }
    openRowForm({ row, at: view.selection.focus.row, texts, onEnd })
  }

  /**
   * Removes the active row if it is new and has no value. The only row stays: values are typed there.
   *
   * @returns whether it was removed
   */
  withdraw(): boolean {
    const { rows, view, onMove } = this.#input
    const [row, { focus }] = [this.#active, view.selection]
    if (!row || row.stored || !rows.isEmpty(row) || rows.list.length === 1) return false
    rows.withdraw(row)
    onMove({ row: Math.min(focus.row, rows.list.length - 1), column: focus.column })
    return true
  }
}
