import type { Context } from '../../context'
import { type DatasetList, type ListParams, listDatasets } from '../../datasets/list'
import { changed } from '../address'
import { Icon } from '../components/icon'
import { Paging } from '../components/paging'
import { HiddenInputs } from '../components/search-form'
import { Layout } from '../layout'
import type { View } from '../view'
import { FacetList, shownFacets } from './facets'
import { Item, type ItemDocument } from './item'

const pageSize = 20
const maxPage = 500
const sorts = ['relevance', '-modified', '-createdAt', 'title', '-count'] as const

/** The catalogue: all datasets that the reader may see, with search, facets and sort. */
export async function CataloguePage({ view, params }: { view: View; params: URLSearchParams }) {
  const { ctx, baseUrl, say } = view
  const page = Math.min(maxPage, Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1))
  const q = (params.get('q') ?? '').slice(0, 200)
  const listed = await find(ctx, params, { page, q })
  // Built by `present`, which has these keys.
  const results = listed.results as ItemDocument[]
  const count = listed.count ?? 0
  const narrowed = [...params.keys()].some((name) => name !== 'page' && name !== 'sort')
  return (
    <Layout
      view={view}
      title={say('datasets')}
      description={say('catalogueSummary')}
      islands={['swap']}
      current="datasets"
    >
      <form class="search hero" action={`${baseUrl}/`} data-swap>
        <h1>{say('datasets')}</h1>
        <div class="field-row">
          <span class="input-icon">
            <Icon name="search" />
            <input
              type="search"
              name="q"
              value={q}
              placeholder={say('searchPlaceholder')}
              aria-label={say('searchLabel')}
              autocomplete="off"
            />
          </span>
          <button class="primary" type="submit">
            {say('search')}
          </button>
        </div>
        <HiddenInputs params={params} without={['q', 'page']} />
      </form>
      <div class="catalogue">
        <aside data-region="facets">
          <FacetList view={view} params={params} facets={listed.facets ?? {}} />
        </aside>
        <section aria-label={say('results')}>
          <div class="list-head">
            <p role="status" data-region="count">
              <strong>{say('datasetCount', { count })}</strong>
              {listed.sums && listed.sums.count > 0 && (
                <span class="quiet"> · {say('lineCount', { count: listed.sums.count })}</span>
              )}
            </p>
            <SortLinks view={view} params={params} />
          </div>
          <div data-region="results">
            {results.length === 0 && <Nothing view={view} q={q} narrowed={narrowed} />}
            <ol class="items">
              {results.map((dataset) => (
                <Item view={view} dataset={dataset} />
              ))}
            </ol>
            <Paging
              view={view}
              page={page}
              pages={Math.min(maxPage, Math.ceil(count / pageSize))}
              address={(to) => `${baseUrl}/${changed(params, { page: String(to) })}`}
            />
          </div>
        </section>
      </div>
    </Layout>
  )
}

/** The query of the list: the parameters of the page are those of the API. */
function find(ctx: Context, params: URLSearchParams, { page, q }: { page: number; q: string }): Promise<DatasetList> {
  const query: ListParams = {
    size: String(pageSize),
    page: String(page),
    sums: 'count',
    facets: shownFacets.join(','),
    ...(q ? { q } : {}),
  }
  for (const name of [...shownFacets, 'mine', 'can'] as const) {
    const value = params.get(name)
    if (value) query[name] = value
  }
  const sort = sorts.find((one) => one === params.get('sort'))
  if (sort && sort !== 'relevance') query.sort = sort
  else if (!q) query.sort = '-modified'
  return listDatasets(ctx, query)
}

function SortLinks({ view, params }: { view: View; params: URLSearchParams }) {
  const { say, baseUrl } = view
  const q = params.get('q')
  const chosen = sorts.find((one) => one === params.get('sort')) ?? (q ? 'relevance' : '-modified')
  return (
    <nav class="sorts" aria-label={say('sortBy')} data-region="sorts">
      {sorts
        .filter((sort) => sort !== 'relevance' || q)
        .map((sort) => (
          <a
            href={`${baseUrl}/${changed(params, { sort, page: undefined })}`}
            data-swap
            {...(sort === chosen ? { 'aria-current': 'true' as const } : {})}
          >
            {say(`sort:${sort}`)}
          </a>
        ))}
    </nav>
  )
}

/** An empty catalogue shows how to publish; an empty search shows how to find. */
function Nothing({ view, q, narrowed }: { view: View; q: string; narrowed: boolean }) {
  const { say, baseUrl } = view
  if (narrowed) {
    return (
      <div class="empty">
        <h2>{q ? say('noMatch', { q }) : say('noneSo')}</h2>
        <p>{say('noMatchHelp')}</p>
        <p>
          <a class="button" href={`${baseUrl}/`} data-swap>
            {say('clearAll')}
          </a>
        </p>
      </div>
    )
  }
  return (
    <div class="empty">
      <h2>{say('noDataset')}</h2>
      <p>{say('noDatasetHelp')}</p>
      <p>
        <a class="button primary" href={`${baseUrl}/publish`}>
          <Icon name="upload" />
          {say('publish')}
        </a>
      </p>
      <pre>
        <code>{`curl -H "x-apiKey: $KEY" -F file=@data.csv ${baseUrl}/api/v1/datasets`}</code>
      </pre>
    </div>
  )
}
