/** What the grid tells beside its cells: whether all is saved, the problem of the active cell, and conflicts. */
import { gridLimits } from '../../../limits/service/islands'
import { authorText } from '../../history/author-text'
import type { Pasted } from './bulk-edits'
import { everyRow, loadsEverything } from './loading/everything'
import { readAuthors } from './revisions/author'
import type { Row } from './row'
import type { Rows } from './rows'
import { selectedFigures } from './selecting/selected-figures'
import type { CellRange } from './selecting/selection'
import type { GridColumn, Settings } from './settings'
import type { Store } from './store'
import type { Texts } from './texts'
import { isUnsent } from './unsaved/kept-rows'

/** Rows that are deleted without a question. */
const maxRemovedUnasked = 20

type Input = {
  settings: Settings
  rows: Rows
  store: Store
  texts: Texts
  onSettle: (row: Row, keeps: 'mine' | 'theirs') => void
}

export class Notices {
  readonly #input: Input
  readonly #state = element('save-state')
  readonly #showProblem = element('show-problem')
  readonly #problem = element('cell-problem')
  readonly #conflicts = element('conflicts')
  #told = ''
  /** Ids of rows of an earlier visit. */
  #restored: readonly string[] = []
  /** A message that concerns no cell, shown until the selection moves. */
  #remark: string | undefined

  constructor(input: Input) {
    this.#input = input
  }

  /** All that depends on the active cell and the selection. */
  showAll(at: { row: Row | undefined; column: GridColumn | undefined; isEditing: boolean; range: CellRange }): void {
    const { row, column, isEditing, range } = at
    const { texts, rows, settings } = this.#input
    if (!isEditing) this.#show(row && column && { row, problem: texts.problem(row, column) })
    this.#enableButtons(row)
    this.#showCount(range, settings.isFiltered)
    if (this.#restored.length > 0 && !this.#restored.some((id) => isUnsent(rows, id))) this.showRestored([])
  }

  /** Shows how many rows of an earlier visit were restored, until all of them are saved. */
  showRestored(ids: readonly string[]): void {
    const notice = element('restored-rows')
    this.#restored = ids
    notice.hidden = ids.length === 0
    const text = notice.querySelector('p')
    if (text && ids.length > 0) text.textContent = this.#input.texts.say('unsavedRestored', { count: ids.length })
  }

  #show(active: { row: Row; problem: string | undefined } | undefined): void {
    const { rows, store, texts } = this.#input
    const { say } = texts
    const unsent = store.state === 'waiting' ? rows.list.filter((row) => rows.isUnsent(row)) : []
    const [reason, ...others] = new Set(unsent.map(({ refusal }) => refusal))
    const waiting = unsent.length
    const text =
      reason !== undefined && others.length === 0
        ? say('state:refused', { count: waiting, reason: texts.refusal(reason) })
        : say(`state:${store.state}`, { count: waiting })
    if (this.#state.textContent !== text) this.#state.textContent = text
    this.#state.dataset.state = store.state
    this.#showProblem.hidden = waiting === 0
    const problem = active?.problem ?? (active?.row.refusal && texts.refusal(active.row.refusal))
    if (problem) this.explain(problem)
    else this.#tell(this.#remark)
    this.#showConflicts()
  }

  /** The number of rows, also in the tab of the page when none are left out, and the figures of the selected cells. */
  #showCount(selected: CellRange, isFiltered: boolean): void {
    const { rows, texts } = this.#input
    const count = everyRow({ rows })
    const selectedRows = selected.bottom - selected.top + 1
    const ofRows =
      selectedRows > 1
        ? ` · ${texts.say(rows.spansMissing(selected) ? 'selectedLoaded' : 'selectedRows', { count: selectedRows })}`
        : ''
    const everything = element('select-everything')
    everything.hidden = !rows.spansMissing(selected) || !loadsEverything({ rows })
    everything.textContent = texts.say(isFiltered ? 'selectFound' : 'selectEverything', { count })
    element('row-count').textContent = texts.say('lineCount', { count }) + ofRows
    const figures = selectedFigures(rows, selected)
    element('selected-figures').textContent = figures ? texts.figures(figures) : ''
    const tab = document.querySelector('.tabs [aria-current] .count')
    if (tab && !isFiltered) tab.textContent = new Intl.NumberFormat(document.documentElement.lang).format(count)
  }

  /** Asks before many rows are deleted, and before a file is: without a history, undo brings back its row alone. */
  allowsRemoval({ top, bottom }: { top: number; bottom: number }): boolean {
    const { rows, settings, texts } = this.#input
    const count = bottom - top + 1
    const attachment = settings.hasHistory ? undefined : settings.columns.find(({ isAttachment }) => isAttachment)
    const hasFile = ({ stored }: Row) => attachment !== undefined && stored?.[attachment.key] !== undefined
    if (rows.list.slice(top, bottom + 1).some(hasFile)) return confirm(texts.say('deleteRowsWithFiles', { count }))
    return count <= maxRemovedUnasked || confirm(texts.say('deleteManyRows', { count }))
  }

  /** Enables the buttons of the commands that are possible with the active row. */
  #enableButtons(row: Row | undefined): void {
    const { canUndo: undo, canRedo: redo } = this.#input.rows
    const isRow = row !== undefined
    const possible: Readonly<Record<string, boolean>> = {
      undo,
      redo,
      duplicate: isRow,
      delete: isRow,
      form: isRow,
      history: row?.stored !== undefined,
    }
    for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-do]')) {
      button.disabled = possible[button.dataset.do ?? ''] === false
    }
  }

  /** Shows a message that concerns no cell; undefined hides it. */
  remark(text: string | undefined): void {
    this.#remark = text
    if (text) this.#tell(text)
  }

  /** Shows which columns or header row of a pasted block were left out, and how ambiguous dates of it or of a filling were read. */
  remarkBlock({ columnsBeyond: count = 0, hasHeader, assumedOrder }: Partial<Pasted>): void {
    const { say } = this.#input.texts
    const remarks = [
      count > 0 ? say('pasteTooWide', { count }) : hasHeader ? say('headerRowPasted') : '',
      assumedOrder ? say(`datesRead:${assumedOrder}`) : '',
    ]
    this.remark(remarks.filter(Boolean).join(' ') || undefined)
  }

  explain(problem: string | undefined): void {
    this.#tell(problem)
    delete this.#problem.dataset.remark
  }

  #tell(text = ''): void {
    this.#problem.dataset.remark = ''
    if (this.#problem.textContent !== text) this.#problem.textContent = text
  }

  #showConflicts(): void {
    const { settings, rows, texts, onSettle } = this.#input
    const { say } = texts
    const conflicts = rows.list.flatMap((row, at) => (rows.hasConflict(row) ? [{ row, at }] : []))
    const state = JSON.stringify(
      conflicts.map(({ row, at }) => [row.id, at, row.theirs, row.isGone, row.isDeleted, row.author?.name]),
    )
    if (state === this.#told) return
    this.#told = state
    this.#conflicts.hidden = conflicts.length === 0
    if (conflicts.length > 0) void readAuthors(settings, rows).then(() => this.#showConflicts())
    this.#conflicts.replaceChildren(
      ...conflicts.slice(0, gridLimits.shownConflicts).map(({ row, at }) => {
        const text = document.createElement('p')
        const values = rows.columns
          .filter(({ key }) => Object.hasOwn(row.theirs, key))
          .map((column) => {
            const [mine, theirs] = [row.values[column.key], row.theirs[column.key]].map(
              (value) => texts.cell(column, value) || '—',
            )
            return say('conflictValues', { column: column.title, mine: mine ?? '', theirs: theirs ?? '' })
          })
        const kind = row.isGone ? 'conflictGone' : row.isDeleted ? 'conflictDeleted' : 'conflict'
        const by = row.author?.name
        const place = { row: String(at + 1) }
        const whose = by === undefined ? say(kind, place) : say(`${kind}By`, { ...place, name: authorText(say, by) })
        text.textContent = row.isGone ? whose : `${whose} ${values.join(' · ')}`
        const buttons = (['mine', 'theirs'] as const).map((keeps) => {
          const button = document.createElement('button')
          button.type = 'button'
          const choice = say(`${row.isGone ? 'gone' : row.isDeleted ? 'deleted' : 'keep'}:${keeps}`)
          button.textContent = choice
          const named = { label: choice, text: say('rowNumber', { row: String(at + 1) }) }
          button.setAttribute('aria-label', say('labelled', named))
          button.addEventListener('click', () => onSettle(row, keeps))
          return button
        })
        const notice = document.createElement('div')
        notice.className = 'notice danger'
        const choices = document.createElement('div')
        choices.className = 'button-row'
        choices.append(...buttons)
        notice.append(text, choices)
        return notice
      }),
    )
  }
}

/** @throws when the page has no such element */
export function element(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (!found) throw new Error(`#${id} is missing`)
  return found
}
