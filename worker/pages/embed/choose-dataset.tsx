import { type Dataset, type DatasetStatus, readStatuses } from '../../datasets'
import { type DatasetList, listQuery as datasetsQuery, listDatasets } from '../../datasets/list'
import { itemState, itemStates } from '../catalogue/item-state'
import { listQuery, positionIn } from '../catalogue/query'
import { Paging } from '../components/paging'
import { SearchForm } from '../components/search-form'
import { isBeingUpdated } from '../dataset/being-updated'
import type { MessageKey } from '../messages'
import { changed } from '../page-query'
import type { View } from '../view'
import { type AccountChoice, queryOf } from './account-choice'

type Props = {
  view: View
  url: string
  params: URLSearchParams
  choice: AccountChoice
  /** The dataset that was just updated. */
  updated: Dataset | undefined
}

/** The datasets that the reader may update, with what can be done to each; above them, what has just been updated. */
export async function ChooseDataset({ view, url, params, choice, updated }: Props) {
  const { say, ctx } = view
  const position = positionIn(params, ['relevance', 'title'], 'title')
  const query = {
    ...listQuery(params, position, { facets: [], filters: [] }),
    ...(choice.owner ? { owner: choice.owner } : { mine: 'true' }),
    ...(choice.publicationSite ? { publicationSites: choice.publicationSite } : {}),
    type: 'file,rest',
    can: 'writeData',
  }
  const { results, count = 0 } = await listDatasets(ctx, datasetsQuery.parse(query), { withPreviews: true })
  const statuses = await readStatuses(
    ctx,
    results.map(({ id }) => id),
  )
  const listParams = new URLSearchParams(params)
  listParams.delete('updated')
  return (
    <div class="stack">
      {updated && <Updated view={view} dataset={updated} />}
      <section class="card">
        <h1>{say('updateDataset')}</h1>
        <p class="quiet">{say('updateDatasetHelp')}</p>
        <SearchForm view={view} address={url} params={listParams} label={say('searchLabel')} without={['page']} />
        <div data-region="datasets">
          {results.length === 0 && (
            <p class="empty">{position.q ? say('noMatch', { q: position.q }) : say('nothingToUpdate')}</p>
          )}
          <ul class="rows">
            {results.map((item) => (
              <Item view={view} item={item} status={statuses.get(item.id)} url={url} query={queryOf(choice)} />
            ))}
          </ul>
          <Paging
            view={view}
            page={position.page}
            pages={position.pagesOf(count)}
            address={(page) => url + changed(listParams, { page: String(page) })}
          />
        </div>
      </section>
    </div>
  )
}

type ItemProps = {
  view: View
  item: DatasetList['results'][number]
  status: DatasetStatus | undefined
  url: string
  query: string
}

function Item({ view, item, status, url, query }: ItemProps) {
  const { say, baseUrl } = view
  const state = status && itemState(status)
  const changedAt = item.modified ?? item.dataUpdatedAt ?? item.updatedAt
  const step = (name: string) => `${url}/${item.id}/${name}${query}`
  const steps: [MessageKey, string][] = item.isRest
    ? [
        ['importLines', step('import')],
        ['editRows', `${baseUrl}/embed/dataset/${item.id}/table-edit`],
      ]
    : [status?.draft ? ['reviewTitle', step('review')] : ['replaceFile', step('replace')]]
  return (
    <li>
      <div>
        <strong>
          {item.title} {state && <span class={`chip ${itemStates[state]}`}>{say(state)}</span>}
        </strong>
        <span class="quiet">
          {item.count !== undefined && `${say('lineCount', { count: item.count })} · `}
          <time datetime={changedAt}>{say('updatedAgo', { ago: view.ago(changedAt) })}</time>
        </span>
      </div>
      <span class="button-row">
        {steps.map(([label, href]) => (
          <a class="button" href={href} aria-label={say('labelled', { label: say(label), text: item.title })}>
            {say(label)}
          </a>
        ))}
      </span>
    </li>
  )
}

function Updated({ view, dataset }: { view: View; dataset: Dataset }) {
  const { say, baseUrl } = view
  const { title } = dataset.metadata
  const isDone = !isBeingUpdated(dataset)
  const isFailed = dataset.published.status === 'error'
  return (
    <div
      class={isFailed ? 'notice danger' : 'notice'}
      role="status"
      {...(isDone ? {} : { 'data-progress': `${baseUrl}/api/v1/datasets/${dataset.id}` })}
    >
      <p>{say(isFailed ? 'datasetUpdateFailed' : isDone ? 'datasetUpdated' : 'datasetBeingUpdated', { title })}</p>
      <a class="button" href={`${baseUrl}/dataset/${dataset.id}`} target="_blank" rel="noopener">
        {say('seeDataset')}
      </a>
    </div>
  )
}
