/** The grid of an editable dataset: its keyboard, mouse, clipboard and buttons. */
import { attach, chooseFile } from './attach'
import { assigned, cleared, copied, duplicated, endsFilled, filled, pasted, removed } from './bulk-edits'
import { editCell } from './cell-editor'
import { listenToClipboard } from './clipboard'
import { GridView } from './grid-view'
import { type CellPosition, type Command, commandOf, type Extent, type Leave, rangeOf } from './keys'
import { saveBeforeLeaving } from './leave'
import { nextProblem } from './next-problem'
import { element, Notices } from './notices'
import { listenToPointer } from './pointer'
import { openHistory } from './revisions/row-history'
import { type Change, newRow, type Row } from './row'
import { openRowForm } from './row-form'
import { Rows } from './rows'
import type { Settings } from './settings'
import { newId, Store } from './store'
import { TabRun } from './tab-run'
import { Texts } from './texts'
import type { Values } from './values'

const loadAhead = 200 // rows left below the window when the next page is loaded
const narrow = matchMedia('(max-width: 40rem)') // where a row is edited as a form

export class Sheet {
  readonly #settings: Settings
  readonly #rows: Rows
  readonly #store: Store
  readonly #texts: Texts
  readonly #view: GridView
  readonly #notices: Notices
  readonly #grid: HTMLElement
  #editor: { commit: () => void } | undefined
  readonly #tabs = new TabRun()
  /** Escape was pressed: Tab leaves the grid. */
  #isLeaving = false

  constructor(settings: Settings) {
    this.#settings = settings
    this.#rows = new Rows(settings.columns, settings.primaryKey)
    this.#texts = new Texts(settings, this.#rows)
    this.#store = new Store(settings, this.#rows, () => this.#show())
    this.#grid = element('grid') // a table
    this.#view = new GridView(this.#grid as HTMLTableElement, element('grid-scroll'), this.#rows, this.#texts)
    this.#notices = new Notices({
      rows: this.#rows,
      store: this.#store,
      texts: this.#texts,
      onSettle: (row, keeps) => {
        this.#rows.settle(row, keeps)
        this.#store.save()
        this.#show()
        this.#grid.focus()
      },
    })
  }

  async open(): Promise<void> {
    this.#listen()
    await this.#store.loadMore()
    if (this.#rows.list.length === 0 && !this.#settings.isFiltered) this.insert()
    this.#store.follow()
    this.#show()
  }

  #listen(): void {
    const grid = this.#grid
    grid.addEventListener('keydown', (event) => this.#press(event))
    listenToPointer({
      grid,
      view: this.#view,
      last: this.#settings.columns.length - 1,
      isEditing: () => this.#editor !== undefined,
      onSelect: (selection) => {
        this.#editor?.commit()
        this.#view.selection = selection
        this.#show()
      },
      onTwice: () => this.#editOrOpen(),
      onRowTwice: () => this.#openForm(),
    })
    grid.addEventListener('click', ({ target }) => {
      if (narrow.matches && target instanceof Element && this.#view.positionOf(target)) this.#openForm()
    })
    element('grid-scroll').addEventListener('scroll', () => {
      if (this.#view.lastVisible > this.#rows.list.length - loadAhead) void this.#store.loadMore()
    })
    listenToClipboard({
      grid,
      onCopy: () => copied(this.#rows, this.#range),
      onCut: () => this.#do(cleared(this.#rows, this.#range)),
      onPaste: (cells) => {
        const { changes, selection, columnsBeyond, hasHeader } = pasted(this.#rows, this.#range, cells, newId)
        this.#do(changes)
        this.#view.selection = selection
        this.#show()
        this.#notices.remarkPaste({ columnsBeyond, hasHeader })
      },
    })
    document.addEventListener('click', ({ target }) => {
      const button = target instanceof Element ? target.closest<HTMLElement>('[data-do]') : undefined
      if (button) this.#command(button.dataset.do ?? '')
    })
    saveBeforeLeaving(this.#store, () => this.#editor?.commit())
  }

  get #range() {
    const last = this.#rows.list.length - 1
    const { top, bottom, left, right } = rangeOf(this.#view.selection)
    return { top: Math.max(0, Math.min(top, last)), bottom: Math.min(bottom, last), left, right }
  }

  get #extent(): Extent {
    const [rows, columns, page] = [this.#rows.list.length, this.#settings.columns.length, this.#view.page]
    return { rows, columns, page, canAppend: this.#store.isWhole && endsFilled(this.#rows) }
  }

  get #active(): Row | undefined {
    return this.#rows.list[this.#view.selection.focus.row]
  }

  #show(): void {
    this.#view.draw()
    const row = this.#active
    const column = this.#settings.columns[this.#view.selection.focus.column]
    if (!this.#editor) this.#notices.show(row && column && { row, problem: this.#texts.problem(row, column) })
    const { top, bottom } = this.#range
    this.#notices.enableButtons(row)
    this.#notices.showCount(bottom - top + 1, this.#settings.isFiltered)
  }

  #do(changes: readonly Change[]): void {
    this.#rows.do(changes)
    if (changes.length > 0) this.#store.save()
    this.#show()
  }

  /** Selects a cell. The position below the last row adds a row. */
  #moveTo(focus: CellPosition, extend = false): void {
    if (focus.row > 0 && focus.row === this.#rows.list.length) this.#append([newRow(newId())])
    this.#notices.remark(undefined)
    this.#view.selection = { anchor: extend ? this.#view.selection.anchor : focus, focus }
    this.#view.reveal()
    this.#show()
    if (focus.row > this.#rows.list.length - loadAhead) void this.#store.loadMore()
  }

  #press(event: KeyboardEvent): void {
    if (event.target !== this.#grid || event.isComposing || (this.#isLeaving && event.key === 'Tab')) return
    this.#isLeaving = false
    const command = commandOf(event, this.#view.selection, this.#extent)
    if (!command || (this.#rows.list.length === 0 && !['undo', 'redo', 'column'].includes(command.is))) return
    if (command.is !== 'leave') event.preventDefault()
    this.#run(command)
  }

  #run(command: Command): void {
    switch (command.is) {
      case 'move':
        this.#tabs.follow(this.#view.selection.focus, command.tabs ? command.to : undefined)
        this.#moveTo(command.to, command.extends)
        break
      case 'edit':
        this.#editOrOpen(command.text)
        break
      case 'clear':
        this.#do(cleared(this.#rows, this.#range))
        break
      case 'fill':
        this.#do(filled(this.#rows, this.#range))
        break
      case 'all':
      case 'rows': {
        const { top, bottom } = command.is === 'all' ? { top: 0, bottom: this.#rows.list.length - 1 } : this.#range
        const column = this.#settings.columns.length - 1
        this.#view.selection = { anchor: { row: top, column: 0 }, focus: { row: bottom, column } }
        this.#show()
        break
      }
      case 'leave':
        this.#isLeaving = true
        this.#notices.remark(this.#texts.say('tabLeaves'))
        break
      default:
        this.#command(command.is)
    }
  }

  #command(name: string): void {
    this.#editor?.commit()
    switch (name) {
      case 'add':
        this.insert()
        if (narrow.matches) this.#openForm()
        else this.#grid.focus()
        break
      case 'duplicate':
        this.#do(duplicated(this.#rows, this.#range, newId))
        this.#moveTo({ row: this.#range.bottom + 1, column: 0 })
        break
      case 'delete':
        if (!this.#notices.allowsRemoval(this.#range)) break
        this.#do(removed(this.#rows, this.#range))
        this.#moveTo({ row: Math.max(0, Math.min(this.#range.top, this.#rows.list.length - 1)), column: 0 })
        this.#grid.focus()
        break
      case 'undo':
      case 'redo': {
        const [first] = this.#rows[name]()
        if (!first) break
        this.#store.save()
        this.#moveTo(this.#rows.positionOf(first))
        this.#grid.focus()
        break
      }
      case 'form':
        this.#openForm()
        break
      case 'column':
        this.#view.headAt(this.#view.selection.focus.column)?.querySelector('a')?.click()
        break
      case 'problem':
        this.#moveTo(nextProblem(this.#rows, this.#view.selection.focus) ?? this.#view.selection.focus)
        this.#grid.focus()
        break
      case 'history': {
        const [row, settings, texts] = [this.#active, this.#settings, this.#texts]
        if (row) void openHistory({ settings, row, texts, onRestore: (values) => this.#do(assigned(row, values)) })
      }
    }
  }

  /** Adds rows at the end. */
  insert(rows = [newRow(newId())]): void {
    this.#append(rows)
    this.#moveTo({ row: this.#rows.list.length - 1, column: 0 })
  }

  #append(rows: Row[]): void {
    this.#do([{ is: 'insert', at: this.#rows.list.length, rows }])
  }

  #editOrOpen(typed?: string): void {
    const [row, column] = [this.#active, this.#settings.columns[this.#view.selection.focus.column]]
    if (narrow.matches && typed === undefined) this.#openForm()
    else if (typed === undefined && row && column?.isAttachment) chooseFile((file) => void this.#attach(row, file))
    else this.#edit(typed)
  }

  async #attach(row: Row, file: File | undefined): Promise<void> {
    if (file) this.#notices.remark(await attach(file, { row, store: this.#store, texts: this.#texts }))
  }

  #edit(typed?: string): void {
    const { row: at, column: index } = this.#view.selection.focus
    this.#view.reveal()
    const cell = this.#view.cellAt(at, index)
    const [row, column] = [this.#rows.list[at], this.#settings.columns[index]]
    if (!cell || !row || !column || this.#editor) return
    this.#view.edited = cell
    const end = this.#rows.edit(row)
    this.#editor = editCell({
      cell,
      column,
      value: row.values[column.key],
      typed,
      words: this.#texts.words,
      onProblem: (problem) =>
        this.#notices.explain(problem && this.#texts.say(`problem:${problem.rule}`, problem.values)),
      onEnd: (ended, leave) => {
        this.#editor = undefined
        this.#view.edited = undefined
        const hadFocus = cell.contains(document.activeElement)
        cell.replaceChildren()
        this.#do(end(ended && { [column.key]: ended.value }))
        if (hadFocus || leave !== 'stay') this.#grid.focus()
        this.#leave(leave)
      },
    })
  }

  #leave(leave: Leave): void {
    const to = this.#tabs.afterEdit(this.#view.selection.focus, leave, this.#extent)
    if (to) this.#moveTo(to)
    else this.#show()
  }

  #openForm(): void {
    const [row, at] = [this.#active, this.#view.selection.focus.row]
    if (!row) return
    const end = this.#rows.edit(row)
    const onEnd = (values?: Values, file?: File) => {
      this.#do(end(values))
      void this.#attach(row, file)
    }
    openRowForm({ row, at, texts: this.#texts, onEnd })
  }
}
