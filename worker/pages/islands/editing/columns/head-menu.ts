/** The menu of a column: by its button, a right click on its head, and the keys of menus where whole columns are selected. */
import type { GridParts } from '../grid-parts'
import { element } from '../notices'
import { popoverMenu } from '../selecting/popover-menu'
import type { CellRange } from '../selecting/selection'
import { listenToWidths } from './widths'

type Input = Pick<GridParts, 'settings' | 'grid' | 'rows' | 'texts' | 'view'> & {
  range: () => CellRange
  /** Ends the edit of a cell. */
  commit: () => void
}

export class HeadMenu {
  readonly #input: Input
  readonly #menu: ReturnType<typeof popoverMenu>
  readonly #widths: ReturnType<typeof listenToWidths>
  #column = 0

  constructor(input: Input) {
    this.#input = input
    this.#menu = popoverMenu('column-menu', input.grid)
    this.#widths = listenToWidths(input)
    const head = input.grid.querySelector('thead')
    const columnOf = ({ target }: Event) => {
      const key = target instanceof Element ? target.closest<HTMLElement>('th[data-key]')?.dataset.key : undefined
      return input.settings.columns.findIndex((column) => column.key === key)
    }
    head?.addEventListener('contextmenu', (event) => {
      if (columnOf(event) < 0) return
      event.preventDefault()
      this.open(columnOf(event), event.clientX, event.clientY)
    })
    head?.addEventListener('click', (event) => {
      if (event.target instanceof Element && event.target.closest('.column-menu')) this.open(columnOf(event))
    })
    this.#menu.element.addEventListener('click', ({ target }) => {
      const item = target instanceof Element ? target.closest<HTMLElement>('[role=menuitem]') : undefined
      if (!item) return
      this.#menu.element.hidePopover()
      this.#run(item.dataset.column)
    })
  }

  /** Opens the menu of the first selected column if whole columns are selected. */
  openSelected = (): boolean => {
    const { rows, settings, range } = this.#input
    const { top, bottom, left, right } = range()
    const areWhole = rows.list.length > 1 && top === 0 && bottom === rows.list.length - 1
    if (!areWhole || right - left + 1 === settings.columns.length) return false
    this.open(left)
    return true
  }

  open(column: number, x?: number, y?: number): void {
    const { view, settings, commit } = this.#input
    const head = view.headAt(column)
    const key = settings.columns[column]?.key ?? ''
    if (!head) return
    commit()
    this.#column = column
    const menu = this.#menu.element
    const all = (name: string) => menu.querySelectorAll<HTMLElement>(name)
    for (const link of all('a[data-sort]')) {
      link.hidden = head.dataset.sortable === undefined
      link.setAttribute('href', sortedBy((link.dataset.sort ?? '') + key))
    }
    for (const item of all('[data-column=delete]')) item.hidden = settings.primaryKey.includes(key)
    const isCollapsed = this.#widths.isCollapsed(key)
    for (const item of all('[data-column=collapse]')) item.hidden = isCollapsed
    for (const item of all('[data-column=show]')) item.hidden = !isCollapsed
    head.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    const { left, bottom } = head.getBoundingClientRect()
    this.#menu.openAt(x ?? left, y ?? bottom)
  }

  #run(name: string | undefined): void {
    const { view, settings, rows, texts } = this.#input
    const [head, column] = [view.headAt(this.#column), settings.columns[this.#column]]
    const { at = '', type = '' } = head?.dataset ?? {}
    if (!head || !column) return
    switch (name) {
      case 'panel':
        head.querySelector('a')?.click()
        break
      case 'collapse':
      case 'show':
        this.#widths.toggle(column.key)
        break
      case 'before':
      case 'after': {
        const dialog = element('new-column') as HTMLDialogElement // a dialog of the page
        const place = dialog.querySelector<HTMLInputElement>('[data-place]')
        if (place) {
          place.name = name
          place.value = column.key
        }
        dialog.showModal()
        break
      }
      case 'settings': {
        const dialog = element('column-settings') as HTMLDialogElement // a dialog of the page
        const values: Readonly<Record<string, string>> = {
          title: head.dataset.title ?? '',
          description: column.description ?? '',
          type,
        }
        for (const input of dialog.querySelectorAll<HTMLInputElement>('[data-of]')) {
          const of = input.dataset.of ?? ''
          input.name = `${of}-${at}`
          input.value = values[of] ?? ''
          if (of === 'title') input.placeholder = column.title
          if (of === 'type') input.disabled = type === '' || settings.primaryKey.includes(column.key)
        }
        dialog.showModal()
        break
      }
      case 'delete': {
        const form = element('delete-column') as HTMLFormElement // a form of the page
        const count = rows.missing + rows.list.filter(({ stored }) => stored).length
        const input = form.querySelector<HTMLInputElement>('[data-removed]')
        if (!input || !confirm(texts.say('deleteColumn', { column: column.title, count }))) return
        input.name = `remove-${at}`
        form.requestSubmit()
      }
    }
  }
}

/** The address of the page in another order. */
function sortedBy(sort: string): string {
  const address = new URL(location.href)
  for (const name of ['column', 'values', 'after']) address.searchParams.delete(name)
  address.searchParams.set('sort', sort)
  return address.href
}
