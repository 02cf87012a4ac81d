import type { Child } from 'hono/jsx'
import { Icon } from '../components/icon'
import { Paging } from '../components/paging'
import { HiddenInputs } from '../components/search-form'
import { Layout } from '../layout'
import type { MessageKey } from '../messages'
import { changed } from '../page-query'
import type { View } from '../view'
import { FacetList, type FacetName } from './facets'
import type { Found, ListState, SortName } from './query'

type Props = {
  view: View
  params: URLSearchParams
  position: ListState
  found: Found
  /** URL of the list. */
  address: string
  section: 'datasets' | 'applications'
  summary: MessageKey
  searchPlaceholder: MessageKey
  searchLabel: MessageKey
  /** Sorts of the list, and the selected one. */
  sorts: readonly SortName[]
  /** Names of the facets, in order. */
  facets: readonly FacetName[]
  /** The number of results, as text. */
  counted: Child
  /** What the list shows when it is empty and nothing filters it. */
  empty: Child
  /** The heading, instead of the name of the section. */
  heading?: string | undefined
  /** The outcome of the action that redirected here. */
  notice?: Child
  /** What is between the heading and the search. */
  intro?: Child
  /** What is between the search and the results. */
  highlights?: Child
  /** What the search did, above the results. */
  note?: Child
  /** Actions beside the title. */
  actions?: Child
  /** The results. */
  children: Child
}

/** A list of the catalogue: search, facets, sorts, results, pages. */
export function ListPage(props: Props) {
  const { view, params, position, found, address, section, facets, actions, counted, children } = props
  const { say } = view
  const { page, q } = position
  const isNarrowed = [...params.keys()].some((name) => name !== 'page' && name !== 'sort')
  const isOwn = params.get('mine') === 'true'
  const title = say(!isOwn ? section : section === 'datasets' ? 'myDatasets' : 'myApplications')
  return (
    <Layout view={view} title={title} description={say(props.summary)} islands={['swap']} current={section}>
      {props.notice}
      <form class="search hero" action={address} data-swap>
        <div class="hero-head" data-region="head">
          <div class="hero-title">
            <h1>{props.heading ?? title}</h1>
            {actions}
          </div>
          {props.intro}
        </div>
        <div class="field-row">
          <span class="input-icon">
            <Icon name="search" />
            <input
              type="search"
              name="q"
              value={q}
              placeholder={say(props.searchPlaceholder)}
              aria-label={say(props.searchLabel)}
              autocomplete="off"
            />
          </span>
          <button class="primary" type="submit">
            {say('search')}
          </button>
        </div>
        <HiddenInputs params={params} without={['q', 'page']} />
      </form>
      <div data-region="highlights">{props.highlights}</div>
      <div class="catalogue">
        <aside data-region="facets">
          <FacetList
            view={view}
            address={address}
            params={params}
            names={facets}
            facets={found.facets ?? {}}
            total={found.count ?? 0}
          />
        </aside>
        <section aria-label={say('results')}>
          <div class="list-head">
            <p role="status" data-region="count">
              {counted}
            </p>
            {found.results.length > 0 && <SortLinks {...props} />}
          </div>
          <div data-region="results">
            {props.note}
            {found.results.length === 0 && (isNarrowed ? <NoMatch {...props} /> : props.empty)}
            <ol class="items">{children}</ol>
            <Paging
              view={view}
              page={page}
              pages={position.pagesOf(found.count ?? 0)}
              address={(to) => `${address}${changed(params, { page: String(to) })}`}
            />
          </div>
        </section>
      </div>
    </Layout>
  )
}

function SortLinks({ view, params, position, address, sorts }: Props) {
  return (
    <nav class="sorts" aria-label={view.say('sortBy')} data-region="sorts">
      {sorts
        .filter((sort) => sort !== 'relevance' || position.q)
        .map((sort) => (
          <a
            href={`${address}${changed(params, { sort, page: undefined })}`}
            data-swap
            {...(sort === position.sort ? { 'aria-current': 'true' as const } : {})}
          >
            {view.say(`sort:${sort}`)}
          </a>
        ))}
    </nav>
  )
}

function NoMatch({ view, position, address, params }: Props) {
  const { say } = view
  const { q } = position
  const isFiltered = !q || [...params.keys()].some((name) => !['q', 'page', 'sort'].includes(name))
  return (
    <div class="empty">
      <h2>{q ? say('noMatch', { q }) : say('noneSo')}</h2>
      <p>{say('noMatchHelp')}</p>
      <p>
        <a class="button" href={address} data-swap>
          {say(isFiltered ? 'clearAll' : 'clearSearch')}
        </a>
      </p>
    </div>
  )
}
