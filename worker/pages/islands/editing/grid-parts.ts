/** The parts of the grid that its commands work with. */
import { GridView } from './grid-view'
import { element, Notices } from './notices'
import type { Row } from './row'
import { Rows } from './rows'
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
