import { basemapStyles } from '../../basemap'
import type { Dataset } from '../../datasets'
import { Icon } from '../components/icon'
import { HiddenInputs } from '../components/search-form'
import { allows, DatasetFrame } from '../dataset/frame'
import { fieldsOf } from '../fields'
import { nameOf } from '../table/field'
import { apiQuery, sharedQuery } from '../table/state'
import type { View } from '../view'
import { categoryOf, Legend } from './category'

type Input = {
  view: View
  dataset: Dataset
  params: URLSearchParams
  address: string
  /** The bounding box of the data. */
  onlyBounds?: boolean
}

/** The map tab: the lines with coordinates. */
export function MapTab(input: Input) {
  return (
    <DatasetFrame
      view={input.view}
      dataset={input.dataset}
      tab="map"
      islands={['map']}
      wide
      query={sharedQuery(input.params)}
    >
      <MapView {...input} />
    </DatasetFrame>
  )
}

/** The map and its search: in a tab, or embedded. */
export function MapView({ view, dataset, params, address, onlyBounds = false }: Input) {
  const { say, baseUrl } = view
  if (!dataset.published.bbox?.length) return <NoPlace view={view} dataset={dataset} />
  const query = apiQuery(params)
  for (const name of ['select', 'sort']) query.delete(name)
  const fields = fieldsOf(view, dataset).filter((field) => !field['x-calculated'])
  const asking = params.get('category')
  const category = categoryOf(fields.find(({ key }) => key === asking))
  const texts = {
    zoomIn: say('zoomIn'),
    zoomOut: say('zoomOut'),
    close: say('close'),
    map: say('tab:map'),
    attribution: say('mapAttribution'),
    shown: say('mapShown', { count: 2, n: '{n}' }),
    shownOne: say('mapShown', { count: 1, n: '{n}' }),
    failed: say('mapFailed'),
  }
  return (
    <>
      <form class="toolbar" action={address} hidden={onlyBounds}>
        <HiddenInputs params={params} without={['q']} />
        <label class="search map-search input-icon">
          <Icon name="search" />
          <span class="visually-hidden">{say('searchLines')}</span>
          <input type="search" name="q" value={params.get('q') ?? ''} placeholder={say('searchLines')} />
        </label>
        <p class="quiet" role="status" id="map-status" />
      </form>
      {asking && !category && (
        <p class="notice" role="status">
          {say('noCategory', { field: asking })}
        </p>
      )}
      {category && <Legend view={view} address={address} params={params} category={category} />}
      <div
        id="map"
        class="map"
        data-lines={`${baseUrl}/api/v1/datasets/${dataset.id}/lines?${query}`}
        data-bounds={JSON.stringify(dataset.published.bbox)}
        data-assets={`${baseUrl}/assets/build`}
        data-basemap={JSON.stringify(basemapStyles(view.ctx))}
        data-fields={JSON.stringify(fields.map((field) => [field.key, nameOf(field)]))}
        data-texts={JSON.stringify(texts)}
        data-language={view.language}
        data-category={category && JSON.stringify({ ...category, field: category.field.key })}
        data-still={params.get('interaction') === 'false' ? 'true' : undefined}
        data-selectable={params.get('selectable') === 'true' ? 'true' : undefined}
        data-extent={onlyBounds ? 'only' : undefined}
      >
        <noscript>
          <p class="empty">{say('mapNeedsScript')}</p>
        </noscript>
      </div>
    </>
  )
}

/** Without geographic concepts: a link to set them, for readers with permission. */
function NoPlace({ view, dataset }: { view: View; dataset: Dataset }) {
  const { say } = view
  return (
    <div class="empty">
      <h2>{say('noPlace')}</h2>
      <p>{say('noPlaceHelp')}</p>
      {allows(view, dataset, 'writeDescription') && (
        <a class="button" href={`${view.baseUrl}/dataset/${dataset.id}/edit#schema`}>
          {say('chooseConcepts')}
        </a>
      )}
    </div>
  )
}
