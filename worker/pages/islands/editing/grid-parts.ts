/** The parts of the grid that its commands work with. */
import { endsFilled } from './bulk-edits'
import { GridView } from './grid-view'
import { element, Notices } from './notices'
import type { Row } from './row'
import { Rows } from './rows'
import type { Extent } from './selecting/keys'
import type { Settings } from './settings'
import { Store } from './store'
import { Texts } from './texts'
import { Keeper } from './unsaved/keep-changes'

export type GridParts = {
  settings: Settings
  /** The table. */
  grid: HTMLElement
  scroller: HTMLElement
  rows: Rows
  store: Store
  texts: Texts
  view: GridView
  notices: Notices
  keeper: Keeper
}

type Input = { onStore: () => void; onSettle: (row: Row, keeps: 'mine' | 'theirs') => void }

export function gridParts(settings: Settings, { onStore, onSettle }: Input): GridParts {
  const rows = new Rows(settings.columns, settings.primaryKey)
  const texts = new Texts(settings, rows)
  const [grid, scroller] = [element('grid') as HTMLTableElement, element('grid-scroll')] // as the page has them
  const view = new GridView(grid, scroller, rows, texts)
  const store = new Store(settings, rows, { onChange: onStore, onLoad: (added) => view.shift(added) })
  const notices = new Notices({ settings, rows, store, texts, onSettle })
  return { settings, grid, scroller, rows, store, texts, view, notices, keeper: new Keeper(settings, rows) }
}

/** The cells that keys move between. */
export function extentOf({ rows, settings, view, store }: GridParts): Extent {
  const canAppend = store.pages.hasEnd && endsFilled(rows)
  return { rows: rows.list.length, columns: settings.columns.length, page: view.page, canAppend }
}
