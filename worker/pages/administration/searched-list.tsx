import type { Child } from 'hono/jsx'
import { Paging } from '../components/paging'
import { SearchForm } from '../components/search-form'
import { changed } from '../page-query'
import type { View } from '../view'
import { AdministrationFrame, type Part, partPath, type Result } from './frame'
import type { ListPaging } from './list-paging'

type Props = {
  view: View
  part: Part
  /** Label of the search field. */
  label: string
  count: number
  position: ListPaging
  result: Result
  /** Below the list. */
  after?: Child
  children: Child
}

/** A section of the administration that is a list, with its search and its pages. */
export function SearchedList({ view, part, label, count, position, result, after, children }: Props) {
  const address = view.baseUrl + partPath(part)
  return (
    <AdministrationFrame view={view} part={part} result={result}>
      <SearchForm view={view} address={address} params={position.params} label={label} without={['page']} />
      <div data-region="results" class="stack">
        {count === 0 ? <p class="empty">{view.say('noneSo')}</p> : children}
        <Paging
          view={view}
          page={position.page}
          pages={position.pagesOf(count)}
          address={(to) => `${address}${changed(position.params, { page: String(to) })}`}
        />
      </div>
      {after}
    </AdministrationFrame>
  )
}
