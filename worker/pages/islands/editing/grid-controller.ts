/** The grid of an editable dataset: its keyboard, mouse, clipboard and buttons. */
import { assigned, pasted } from './bulk-edits'
import { cellChanges } from './cell-changes'
import { CellClipboard } from './clipboard'
import { HeadMenu } from './columns/head-menu'
import { Entry, narrow } from './entering/entry'
import { TypingTarget } from './entering/typing-target'
import { type Filled, filled, rangeBeside } from './filling/fill'
import { FillHandle } from './filling/handle'
import { extentOf, type GridParts, gridParts } from './grid-parts'
import { loadNear } from './loading/load-near'
import { newId } from './new-id'
import { nextProblem } from './next-problem'
import { element } from './notices'
import { listenToPage } from './page-events'
import { ReplaceDialog } from './replacing/dialog'
import { openHistory } from './revisions/row-history'
import { type Change, newRow, type Row } from './row'
import { RowCommands } from './row-commands'
import { listenToContextMenu } from './selecting/context-menu'
import { type Command, commandOf, type Extent, isPlainEnter } from './selecting/keys'
import { listenToPointer } from './selecting/pointer'
import {
  type CellPosition,
  type CellRange,
  rangeAmong,
  type Selection,
  selectionOf,
  wholeSelection,
} from './selecting/selection'
import type { Settings } from './settings'
import { restoreSteps } from './unsaved/kept-steps'
import { restoreUnsaved } from './unsaved/restore-changes'

export class GridController {
  readonly #parts: GridParts
  readonly #entry: Entry
  readonly #handle: FillHandle
  readonly #typing: TypingTarget
  readonly #rowCommands: RowCommands
  readonly #clipboard: CellClipboard
  readonly #headMenu: HeadMenu
  readonly #replacing: ReplaceDialog
  /** Escape was pressed: Tab leaves the grid. */
  #isLeaving = false

  constructor(settings: Settings) {
    this.#parts = gridParts(settings, {
      onStore: () => this.#show(),
      onSettle: (row, keeps) => {
        this.#parts.rows.settle(row, keeps)
        this.#parts.store.save()
        this.#show()
        this.#parts.grid.focus()
      },
    })
    const input = { ...this.#parts, onChange: (changes: readonly Change[]) => this.#do(changes) }
    this.#entry = new Entry({
      ...input,
      extent: () => this.#extent,
      onMove: (to, isInside) => (isInside ? this.#moveInside(to) : this.#moveTo(to)),
      onAdd: () => this.#rowCommands.add(),
      onFill: (text) => this.#fill(pasted(this.#parts.rows, this.#range, [[text]], newId)),
    })
    this.#rowCommands = new RowCommands({
      ...input,
      range: () => this.#range,
      onMove: (to, extend) => this.#moveTo(to, extend),
    })
    this.#handle = new FillHandle({
      ...this.#parts,
      title: this.#parts.texts.say('fillHandle'),
      selected: () => {
        this.#entry.commit()
        return this.#range
      },
      onFill: (target) => this.#fillTo(target),
      onTwice: () => void rangeBeside(this.#parts, this.#range).then((target) => this.#fillTo(target)),
    })
    this.#typing = new TypingTarget({
      ...this.#parts,
      onText: (text) => this.#active && this.#run({ is: 'edit', text }),
    })
    this.#clipboard = new CellClipboard({
      ...this.#parts,
      target: this.#typing.element,
      range: () => this.#range,
      onCut: () => this.#change('clear'),
      onPaste: ({ selection, ...result }) => {
        this.#parts.view.selection = selection
        this.#fill(result)
      },
    })
    this.#replacing = new ReplaceDialog({ ...input, range: () => this.#range, onGo: (to) => this.#moveTo(to) })
    this.#headMenu = new HeadMenu({ ...this.#parts, range: () => this.#range, commit: () => this.#entry.commit() })
    this.#parts.view.handle = this.#handle.element
    this.#parts.view.typing = this.#typing
  }

  #fillTo(target: CellRange): void {
    const result = filled(this.#parts.rows, this.#range, target)
    this.#parts.view.selection = selectionOf(target)
    this.#fill(result)
  }

  #fill({ changes, ...remarks }: Filled): void {
    this.#do(changes)
    this.#parts.notices.remarkBlock(remarks)
  }

  async open(): Promise<void> {
    this.#listen()
    await this.#parts.store.pages.loadMore()
    await restoreUnsaved({
      ...this.#parts,
      onDiscard: (changes) => {
        this.#do(changes)
        this.#goTo({ row: 0, column: 0 })
      },
    })
    if (this.#parts.rows.list.length === 0 && !this.#parts.settings.isFiltered) await this.#rowCommands.addFirst()
    restoreSteps(this.#parts)
    this.#parts.store.follow()
    this.#show()
  }

  #listen(): void {
    this.#typing.element.addEventListener('keydown', (event) => this.#press(event))
    const selecting = { ...this.#parts, onSelect: (selection: Selection) => this.#select(selection) }
    listenToPointer({
      ...selecting,
      isEditing: () => this.#entry.isEditing || this.#handle.isDragged,
      onTwice: () => this.#entry.editOrOpen(undefined, true),
      onRowTwice: () => this.#entry.openForm(),
    })
    listenToContextMenu({ ...selecting, target: this.#typing.element, onColumns: this.#headMenu.openSelected })
    listenToPage(this.#parts, { commit: () => this.#entry.commit(), onCommand: (name) => this.#command(name) })
  }

  #select(selection: Selection): void {
    this.#entry.commit()
    this.#parts.view.selection = selection
    this.#show()
  }

  get #range(): CellRange {
    return rangeAmong(this.#parts.view.selection, this.#parts.rows.list.length)
  }

  get #extent(): Extent {
    return extentOf(this.#parts)
  }

  get #active(): Row | undefined {
    return this.#parts.rows.list[this.#parts.view.active.row]
  }

  #show(): void {
    this.#parts.keeper.note(this.#parts.store.state === 'saved')
    this.#parts.view.draw()
    const column = this.#parts.settings.columns[this.#parts.view.active.column]
    this.#parts.notices.showAll({ row: this.#active, column, isEditing: this.#entry.isEditing, range: this.#range })
  }

  #do(changes: readonly Change[]): void {
    this.#parts.rows.do(changes)
    if (changes.length > 0) {
      this.#parts.store.save()
      this.#parts.view.copied.hide()
    }
    this.#show()
  }

  /** Selects a cell. The position below the last row adds a row. */
  #moveTo(focus: CellPosition, extend = false): void {
    const end = this.#parts.rows.list.length
    if (focus.row > 0 && focus.row === end) this.#do([{ is: 'insert', at: end, rows: [newRow(newId())] }])
    this.#parts.notices.remark(undefined)
    this.#parts.view.selection = { anchor: extend ? this.#parts.view.selection.anchor : focus, focus }
    this.#parts.view.reveal(focus)
    this.#show()
    loadNear(this.#parts, focus.row)
  }

  #goTo(cell: CellPosition): void {
    this.#moveTo(cell)
    this.#parts.grid.focus()
  }

  /** Makes another cell of the selection the active one. */
  #moveInside(active: CellPosition): void {
    this.#parts.view.selection = { ...this.#parts.view.selection, active }
    this.#parts.view.reveal()
    this.#show()
  }

  #change(name: Parameters<typeof cellChanges>[0]): void {
    this.#fill(cellChanges(name, this.#parts.rows, this.#range, this.#parts.view.active))
  }

  #press(event: KeyboardEvent): void {
    // 229: an input method takes the key (UI Events, 7.3).
    if (event.isComposing || event.keyCode === 229 || (this.#isLeaving && event.key === 'Tab')) return
    this.#isLeaving = false
    const pastes = isPlainEnter(event) && this.#clipboard.enter()
    if (pastes) event.preventDefault()
    const command = pastes ? undefined : commandOf(event, this.#parts.view.selection, this.#extent)
    if (!command || (this.#parts.rows.list.length === 0 && !['undo', 'redo', 'column'].includes(command.is))) return
    if (command.is !== 'leave') event.preventDefault()
    this.#run(command)
  }

  #run(command: Command): void {
    switch (command.is) {
      case 'move':
        this.#entry.tabs.follow(this.#parts.view.active, command.tabs ? command.to : undefined)
        if (command.ends && !this.#parts.store.pages.hasEnd) void this.#rowCommands.goToEnd(command)
        else this.#moveTo(command.to, command.extends)
        break
      case 'inside':
        this.#moveInside(command.to)
        break
      case 'edit':
        this.#entry.editOrOpen(command.text)
        break
      case 'clear':
        if (this.#parts.settings.deletes && this.#parts.view.selectsRows) this.#rowCommands.delete()
        else this.#change('clear')
        break
      case 'fillDown':
      case 'fillRight':
      case 'fillAll':
      case 'today':
        this.#change(command.is)
        break
      case 'all':
      case 'rows':
      case 'columns':
        this.#parts.view.selection = wholeSelection(command.is, this.#range, this.#extent, this.#parts.view.active)
        this.#show()
        break
      case 'leave':
        this.#parts.view.copied.hide()
        if (this.#entry.withdraw()) break
        this.#isLeaving = true
        this.#parts.notices.remark(this.#parts.texts.say('tabLeaves'))
        break
      default:
        this.#command(command.is)
    }
  }

  #command(name: string): void {
    this.#entry.commit()
    switch (name) {
      case 'add':
        void this.#rowCommands.add().then(() => (narrow.matches ? this.#entry.openForm() : this.#parts.grid.focus()))
        break
      case 'duplicate':
      case 'delete':
      case 'selectEverything':
        void this.#rowCommands[name]()
        break
      case 'undo':
      case 'redo':
        void this.#rowCommands.step(name)
        break
      case 'copy':
      case 'cut':
      case 'paste':
        void this.#clipboard[name]()
        break
      case 'form':
        this.#entry.openForm()
        break
      case 'column':
        this.#parts.view.headAt(this.#parts.view.active.column)?.querySelector('a')?.click()
        break
      case 'replace':
        this.#replacing.open()
        break
      case 'keys':
        ;(element('grid-keys') as HTMLDialogElement).showModal() // a dialog of the page
        break
      case 'columnMenu':
        this.#headMenu.open(this.#parts.view.active.column)
        break
      case 'problem':
        this.#goTo(nextProblem(this.#parts.rows, this.#parts.view.active) ?? this.#parts.view.active)
        break
      case 'history': {
        const row = this.#active
        if (row) void openHistory({ ...this.#parts, row, onRestore: (values) => this.#do(assigned(row, values)) })
      }
    }
  }
}
