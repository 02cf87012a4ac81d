/** The view of a dataset that is shared: a tab with its search, filters and settings. Pure. */
import { chartParameters, mapParameters, transientParameters } from '../table/state'

const viewTabs = ['table', 'map', 'charts'] as const
type ViewTab = (typeof viewTabs)[number]

export type SharedView = { tab: ViewTab; query: string }

/** Whether a tab has a view of its own to share, which can be embedded. */
const isView = (tab: string): tab is ViewTab => viewTabs.some((one) => one === tab)

/** A shared view has the open row, but no panel of a column and no scroll position. */
const dropped = transientParameters.filter((name) => name !== 'line')

/** The settings of the other tabs, which a link to a tab passes on. */
const ofOtherTabs = (tab: ViewTab): readonly string[] => [
  ...(tab === 'map' ? [] : mapParameters),
  ...(tab === 'charts' ? [] : chartParameters),
]

/** The view in the query of the sharing page: `map?q=a&view=9/48/2`. @returns undefined for other texts */
export function readSharedView(text: string | undefined): SharedView | undefined {
  const [tab = '', ...rest] = (text ?? '').split('?')
  if (!isView(tab)) return undefined
  const params = new URLSearchParams(rest.join('?'))
  for (const name of [...dropped, ...ofOtherTabs(tab)]) params.delete(name)
  // Slashes are allowed in a query, and easier to read.
  const query = params.toString().replaceAll('%2F', '/')
  return { tab, query: query ? `?${query}` : '' }
}
