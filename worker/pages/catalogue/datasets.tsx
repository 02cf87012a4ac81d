import type { Child } from 'hono/jsx'
import { readStatuses } from '../../datasets'
import {
  type DatasetList,
  listQuery as datasetsQuery,
  type ListParams,
  listDatasets,
  listedWords,
} from '../../datasets/list'
import { readInstance } from '../../instance'
import { limits } from '../../limits'
import { previewsOf } from '../../previews'
import type { AudienceFilter } from '../../resources/list'
import { foldAccents } from '../../schema/fold-accents'
import { firstApplicationOf, picturesOf } from '../applications/pictures'
import { Icon } from '../components/icon'
import { presentedOwner } from '../components/organization'
import { changed } from '../page-query'
import { countDrafts } from '../publish/drafts'
import type { View } from '../view'
import { DatasetFacts } from './dataset-facts'
import { datasetFacets } from './facets'
import { Intro, Latest, latestVisualizations, MostUsed, mostUsed, OrganizationIntro, Topics, topicsOf } from './home'
import { Item } from './item'
import { type ItemState, itemState } from './item-state'
import { ListPage } from './list-page'
import { listedAudience } from './listed-audience'
import { matchingColumns } from './matching-columns'
import { nearWords } from './near-words'
import { PreviewPicture } from './preview'
import { listQuery, positionIn } from './query'

type DatasetItem = DatasetList['results'][number]

const sorts = ['relevance', '-modified', '-createdAt', 'title', '-count'] as const
const filters = ['mine', 'can'] as const

/** The catalogue: all datasets that the reader may see, with search, facets and sort. */
export async function DatasetsPage({ view, params, notice }: { view: View; params: URLSearchParams; notice?: Child }) {
  const { ctx, baseUrl, say } = view
  const position = positionIn(params, sorts, '-modified')
  const { visibility, ...asked } = listQuery(params, position, { facets: datasetFacets, filters })
  const inAudience = { audiences: visibility?.split(',') ?? [] }
  const query = datasetsQuery.parse({ ...asked, sums: 'count' })
  const { list, note } = await search(view, { query, inAudience, params })
  const { results } = list
  const isHome = params.size === 0
  const shownIn = results.flatMap((dataset) => firstApplicationOf(dataset.extras) ?? [])
  const previews = previewsOf(ctx, list)
  const [instance, latest, used, pictures, states, unpublished] = await Promise.all([
    readInstance(ctx),
    isHome ? latestVisualizations(view) : [],
    isHome && (list.count ?? 0) > limits.pages.mostUsedDatasets ? mostUsed(view) : [],
    picturesOf(view, shownIn),
    statesOf(view, results),
    isHome ? countDrafts(view) : 0,
  ])
  const topics = isHome ? topicsOf(list.facets?.topics) : []
  const shownAbove = new Set(latest.map(({ id }) => id))
  const presented = await presentedOwner(view, params, results)
  return (
    <ListPage
      view={view}
      params={params}
      position={position}
      found={list}
      note={note}
      address={`${baseUrl}/`}
      section="datasets"
      heading={isHome ? instance.title : presented?.owner.name}
      notice={notice}
      intro={
        isHome ? (
          <Intro view={view} instance={instance} />
        ) : (
          presented && <OrganizationIntro view={view} owner={presented.owner} />
        )
      }
      highlights={
        <>
          {used.length > 0 && <MostUsed view={view} datasets={used} />}
          {topics.length > 0 && <Topics view={view} topics={topics} />}
          {latest.length > 0 && <Latest view={view} applications={latest} />}
        </>
      }
      summary="catalogueSummary"
      searchPlaceholder="searchPlaceholder"
      searchLabel="searchLabel"
      sorts={sorts}
      facets={topics.length > 0 ? datasetFacets.filter((name) => name !== 'topics') : datasetFacets}
      counted={
        <>
          <strong>{say('datasetCount', { count: list.count ?? 0 })}</strong>
          {list.sums && list.sums.count > 0 && (
            <span class="quiet"> · {say('lineCount', { count: list.sums.count })}</span>
          )}
          {isHome && unpublished > 0 && (
            <>
              {' · '}
              <a href={`${baseUrl}/publish#drafts`}>{say('unpublishedCount', { count: unpublished })}</a>
            </>
          )}
        </>
      }
      empty={<NoDataset view={view} />}
    >
      {results.map((dataset) => {
        const preview = previews.get(dataset.id)
        const application = firstApplicationOf(dataset.extras)
        return (
          <Item
            view={view}
            href={`${baseUrl}/dataset/${dataset.id}`}
            title={dataset.title}
            picture={
              dataset.image
                ? { light: `${baseUrl}/api/v1/datasets/${dataset.id}/thumbnail` }
                : application && !shownAbove.has(application)
                  ? pictures.get(application)
                  : undefined
            }
            preview={preview && <PreviewPicture view={view} preview={preview} dataset={dataset} />}
            audience={listedAudience(dataset, list.permissions)}
            state={states.get(dataset.id)}
            next={nextOf(view, dataset, states.get(dataset.id))}
            summary={dataset.summary}
            description={dataset.description}
            columns={matchingColumns(params.get('q') ?? '', dataset, dataset.schema ?? [])}
            facts={<DatasetFacts view={view} dataset={dataset} />}
          />
        )
      })}
    </ListPage>
  )
}

/**
 * The datasets with all words of a search, else those with some of them. A misspelled word is corrected by `nearWords`: the corrected
 * search is offered beside results, and replaces a search without any.
 */
async function search(
  view: View,
  { query, inAudience, params }: { query: ListParams; inAudience: AudienceFilter; params: URLSearchParams },
): Promise<{ list: DatasetList; note?: Child }> {
  const { ctx, say, baseUrl } = view
  const options = { withPreviews: true, inAudience }
  const list = await listDatasets(ctx, query, { ...options, needsAllWords: true })
  if (list.count !== 0 || !query.q?.trim()) return { list }
  const words = foldAccents(query.q)
  const some = /\S\s+\S/.test(words.trim()) ? await listDatasets(ctx, query, options) : list
  const near = nearWords(words, await listedWords(ctx))
  if (near && some.count === 0) {
    const meant = await listDatasets(ctx, { ...query, q: near }, { ...options, needsAllWords: true })
    if (meant.count !== 0) {
      return { list: meant, note: <p class="quiet">{say('resultsOfNear', { typed: query.q.trim(), near })}</p> }
    }
  }
  const note = (
    <>
      {some.count !== 0 && <p class="quiet">{say('someWords')}</p>}
      {near && (
        <p>
          {say('didYouMean')}{' '}
          <a href={`${baseUrl}/${changed(params, { q: near, page: undefined })}`} data-swap rel="nofollow">
            {near}
          </a>
          {say('questionMark')}
        </p>
      )}
    </>
  )
  return { list: some, note }
}

/** The states of those of the datasets whose draft and processing the reader may see, by id. */
async function statesOf({ ctx }: View, results: readonly DatasetItem[]): Promise<Map<string, ItemState>> {
  const own = results.filter(({ userPermissions }) =>
    ['writeData', 'validateDraft'].some((operation) => userPermissions?.includes(operation)),
  )
  const statuses = await readStatuses(
    ctx,
    own.map(({ id }) => id),
  )
  return new Map(
    [...statuses].flatMap(([id, status]) => {
      const state = itemState(status)
      return state ? [[id, state]] : []
    }),
  )
}

const reviewed: ReadonlySet<ItemState> = new Set(['inDraft', 'newFileWaits', 'newFileFailed'])

const nextOf = ({ baseUrl }: View, { id, userPermissions }: DatasetItem, state: ItemState | undefined) =>
  state && reviewed.has(state) && userPermissions?.includes('validateDraft')
    ? `${baseUrl}/dataset/${id}/review`
    : undefined

/** An empty catalogue shows how to publish. */
function NoDataset({ view }: { view: View }) {
  const { say, baseUrl } = view
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
