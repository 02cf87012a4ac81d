/** The grid of an editable dataset: its keyboard, mouse, clipboard and buttons. */
import { gridLimits } from '../../../limits/service/islands'
import { assigned, cleared, copied, duplicated, endsFilled, pasted, removed } from './bulk-edits'
import { listenToClipboard } from './clipboard'
import { Entry, narrow } from './entering/entry'
import { type CellRange, type Filled, filled, filledDown, filledRight, rangeBeside } from './filling/fill'
import { FillHandle } from './filling/handle'
import { GridView } from './grid-view'
import { type CellPosition, type Command, commandOf, type Extent, rangeOf, selectionOf } from './keys'
import { newId } from './new-id'
import { nextProblem } from './next-problem'
import { element, Notices } from './notices'
import { listenToPointer } from './pointer'
import { listenToDeletedRows } from './revisions/deleted-rows'
import { openHistory } from './revisions/row-history'
import { type Change, newRow, type Row } from './row'
import { Rows } from './rows'
import type { Settings } from './settings'
import { Store } from './store'
import { Texts } from './texts'
import { Keeper } from './unsaved/keep-changes'
import { restoreUnsaved } from './unsaved/restore-changes'
import { saveBeforeLeaving } from './unsaved/save-before-leaving'

export class GridController {
  readonly #settings: Settings
  readonly #rows: Rows
  readonly #store: Store
  readonly #texts: Texts
  readonly #view: GridView
  readonly #notices: Notices
  readonly #grid: HTMLElement
  readonly #entry: Entry
  readonly #keeper: Keeper
  readonly #handle: FillHandle
  /** Escape was pressed: Tab leaves the grid. */
  #isLeaving = false

  constructor(settings: Settings) {
    this.#settings = settings
    this.#rows = new Rows(settings.columns, settings.primaryKey)
    this.#texts = new Texts(settings, this.#rows)
    this.#store = new Store(settings, this.#rows, () => this.#show())
    this.#keeper = new Keeper(settings, this.#rows)
    this.#grid = element('grid') // a table
    this.#view = new GridView(this.#grid as HTMLTableElement, element('grid-scroll'), this.#rows, this.#texts)
    this.#notices = new Notices({
      settings,
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
    this.#entry = new Entry({
      settings,
      grid: this.#grid,
      rows: this.#rows,
      store: this.#store,
      texts: this.#texts,
      view: this.#view,
      notices: this.#notices,
      extent: () => this.#extent,
      onChange: (changes) => this.#do(changes),
      onMove: (to) => this.#moveTo(to),
    })
    this.#handle = new FillHandle({
      scroller: element('grid-scroll'),
      view: this.#view,
      title: this.#texts.say('fillHandle'),
      selected: () => {
        this.#entry.commit()
        return this.#range
      },
      onFill: (target) => this.#fill(filled(this.#rows, this.#range, target), target),
      onTwice: () => void this.#fillBeside(),
    })
    this.#view.handle = this.#handle.element
  }

  #fill({ changes, ...remarks }: Filled, target?: CellRange): void {
    if (target) this.#view.selection = selectionOf(target)
    this.#do(changes)
    this.#notices.remarkBlock(remarks)
  }

  async #fillBeside(): Promise<void> {
    const target = await rangeBeside(this.#rows, this.#range, () => this.#store.loadMore())
    this.#fill(filled(this.#rows, this.#range, target), target)
  }

  async open(): Promise<void> {
    this.#listen()
    await this.#store.loadMore()
    await restoreUnsaved({
      rows: this.#rows,
      store: this.#store,
      texts: this.#texts,
      keeper: this.#keeper,
      onDiscard: (changes) => {
        this.#do(changes)
        this.#moveTo({ row: 0, column: 0 })
        this.#grid.focus()
      },
    })
    if (this.#rows.list.length === 0 && !this.#settings.isFiltered) this.#insert()
    this.#store.follow()
    this.#show()
  }

  #listen(): void {
    this.#grid.addEventListener('keydown', (event) => this.#press(event))
    listenToPointer({
      grid: this.#grid,
      view: this.#view,
      last: this.#settings.columns.length - 1,
      isEditing: () => this.#entry.isEditing || this.#handle.isDragged,
      onSelect: (selection) => {
        this.#entry.commit()
        this.#view.selection = selection
        this.#show()
      },
      onTwice: () => this.#entry.editOrOpen(),
      onRowTwice: () => this.#entry.openForm(),
    })
    this.#grid.addEventListener('click', ({ target }) => {
      if (narrow.matches && target instanceof Element && this.#view.positionOf(target)) this.#entry.openForm()
    })
    element('grid-scroll').addEventListener('scroll', () => {
      if (this.#view.lastVisible > this.#rows.list.length - gridLimits.rowsAhead) void this.#store.loadMore()
    })
    listenToClipboard({
      grid: this.#grid,
      onCopy: () => copied(this.#rows, this.#range),
      onCut: () => this.#do(cleared(this.#rows, this.#range)),
      onPaste: (cells) => {
        const { selection, ...result } = pasted(this.#rows, this.#range, cells, newId)
        this.#view.selection = selection
        this.#fill(result)
      },
    })
    document.addEventListener('click', ({ target }) => {
      const button = target instanceof Element ? target.closest<HTMLElement>('[data-do]') : undefined
      if (button) this.#command(button.dataset.do ?? '')
    })
    listenToDeletedRows({
      settings: this.#settings,
      store: this.#store,
      commit: () => this.#entry.commit(),
      remark: (message) => this.#notices.remark(message),
    })
    saveBeforeLeaving({ store: this.#store, keeper: this.#keeper, commit: () => this.#entry.commit() })
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
    this.#keeper.note(this.#store.state === 'saved')
    this.#view.draw()
    const row = this.#active
    const column = this.#settings.columns[this.#view.selection.focus.column]
    if (!this.#entry.isEditing) this.#notices.show(row && column && { row, problem: this.#texts.problem(row, column) })
    this.#notices.enableButtons(row)
    this.#notices.showCount(this.#range, this.#settings.isFiltered)
  }

  #do(changes: readonly Change[]): void {
    this.#rows.do(changes)
    if (changes.length > 0) this.#store.save()
    this.#show()
  }

  /** Selects a cell. The position below the last row adds a row. */
  #moveTo(focus: CellPosition, extend = false): void {
    const end = this.#rows.list.length
    if (focus.row > 0 && focus.row === end) this.#do([{ is: 'insert', at: end, rows: [newRow(newId())] }])
    this.#notices.remark(undefined)
    this.#view.selection = { anchor: extend ? this.#view.selection.anchor : focus, focus }
    this.#view.reveal()
    this.#show()
    if (focus.row > this.#rows.list.length - gridLimits.rowsAhead) void this.#store.loadMore()
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
        this.#entry.tabs.follow(this.#view.selection.focus, command.tabs ? command.to : undefined)
        this.#moveTo(command.to, command.extends)
        break
      case 'edit':
        this.#entry.editOrOpen(command.text)
        break
      case 'clear':
        if (this.#settings.deletes && this.#view.selectsRows) this.#remove()
        else this.#do(cleared(this.#rows, this.#range))
        break
      case 'fillDown':
      case 'fillRight':
        this.#fill((command.is === 'fillDown' ? filledDown : filledRight)(this.#rows, this.#range))
        break
      case 'all':
      case 'rows': {
        const { top, bottom } = command.is === 'all' ? { top: 0, bottom: this.#rows.list.length - 1 } : this.#range
        this.#view.selection = selectionOf({ top, bottom, left: 0, right: this.#settings.columns.length - 1 })
        this.#show()
        break
      }
      case 'leave':
        if (this.#entry.withdraw()) break
        this.#isLeaving = true
        this.#notices.remark(this.#texts.say('tabLeaves'))
        break
      default:
        this.#command(command.is)
    }
  }

  #command(name: string): void {
    this.#entry.commit()
    switch (name) {
      case 'add':
        this.#insert()
        if (narrow.matches) this.#entry.openForm()
        else this.#grid.focus()
        break
      case 'duplicate':
        this.#do(duplicated(this.#rows, this.#range, newId))
        this.#moveTo({ row: this.#range.bottom + 1, column: 0 })
        break
      case 'delete':
        this.#remove()
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
        this.#entry.openForm()
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

  #remove(): void {
    const [range, { column }] = [this.#range, this.#view]
    if (!this.#notices.allowsRemoval(range)) return
    this.#do(removed(this.#rows, range))
    this.#moveTo({ row: Math.max(0, Math.min(range.top, this.#rows.list.length - 1)), column })
    this.#notices.remark(this.#texts.say('rowsDeleted', { count: range.bottom - range.top + 1 }))
    this.#grid.focus()
  }

  #insert(): void {
    this.#do([{ is: 'insert', at: this.#rows.list.length, rows: [newRow(newId())] }])
    this.#moveTo({ row: this.#rows.list.length - 1, column: 0 })
  }
}
