/** The search of the grid applies as one types: the rows are loaded anew, in the same page. */
import { typingPauses } from '../../../../limits/service/islands'
import type { GridParts } from '../grid-parts'

type Input = Pick<GridParts, 'settings' | 'rows' | 'store' | 'view' | 'scroller'>

export function listenToSearch(input: Input): void {
  const field = document.querySelector<HTMLInputElement>('.toolbar form.search input[type=search]')
  let timer: ReturnType<typeof setTimeout> | undefined
  field?.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(() => void search(input, field.value.trim()), typingPauses.searchMs)
  })
  field?.form?.addEventListener('submit', (event) => {
    event.preventDefault()
    clearTimeout(timer)
    void search(input, field.value.trim())
  })
}

async function search({ settings, rows, store, view, scroller }: Input, text: string): Promise<void> {
  const { q = '', q_mode: mode = 'and', ...others } = settings.query
  if (text === q) return
  settings.query = { ...others, ...(text === '' ? {} : { q: text, q_mode: mode }) }
  settings.isFiltered = text !== '' || Object.keys(others).some((name) => name !== 'sort')
  if (store.isPending && !store.isUnreached) await store.saveNow()
  // Another text was typed meanwhile.
  if ((settings.query.q ?? '') !== text) return
  rows.clear((row) => rows.isUnsent(row))
  store.restart()
  view.selection = { anchor: { row: 0, column: 0 }, focus: { row: 0, column: 0 } }
  scroller.scrollTop = 0
  await store.pages.loadMore()
  const here = searched(location.href, text)
  history.replaceState(history.state, '', here)
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.sheet thead a, .toolbar a, .active-filters a'))
    link.href = searched(link.href, text)
}

function searched(address: string, text: string): string {
  const url = new URL(address)
  if (text === '') url.searchParams.delete('q')
  else url.searchParams.set('q', text)
  return url.href
}
