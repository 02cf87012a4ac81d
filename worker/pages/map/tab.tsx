import type { Dataset, FieldStatistics } from '../../datasets'
import { SearchForm } from '../components/search-form'
import { allows, DatasetFrame } from '../dataset/frame'
import { fieldsOf } from '../fields'
import { FilterMenu } from '../filters/filter-menu'
import { FilterPanel } from '../filters/filter-panel'
import { withoutTransient } from '../table/state'
import { ActiveFilters } from '../table/toolbar'
import type { View } from '../view'
import { MapChoices } from './choices'
import { Legend } from './legend'
import { readLook } from './look'
import { mapSettings } from './settings'
import { drawn, MapSurface } from './surface'

type Input = {
  view: View
  dataset: Dataset
  params: URLSearchParams
  statistics: ReadonlyMap<string, FieldStatistics>
  address: string
  draft?: boolean
  /** The bounding box of the data. */
  onlyBounds?: boolean
}

/** The map tab: the lines with coordinates. */
export function MapTab(input: Input) {
  const { view, dataset } = input
  return (
    <DatasetFrame view={view} dataset={dataset} tab="map" islands={['map', 'swap']} ownStyles="map-page.css" wide>
      <MapView {...input} />
    </DatasetFrame>
  )
}

/** The map with its search, its choices and its legend: in a tab, or embedded. */
export async function MapView({ isFramed = false, ...input }: Input & { isFramed?: boolean }) {
  const { view, dataset, statistics, address, onlyBounds = false, draft = false } = input
  const { say } = view
  if (!dataset.published.bbox?.length) return <NoPlace view={view} dataset={dataset} />
  // The centre and the zoom are those of the map, which adds them to the address itself.
  const own = new URLSearchParams([...input.params].filter(([name]) => name !== 'view'))
  const params = withoutTransient(own)
  const fields = fieldsOf(view, dataset).filter((field) => !field['x-calculated'])
  const settings = mapSettings(params, fields)
  const look = await readLook({ view, dataset, statistics, draft, settings })
  const isStill = params.get('interaction') === 'false'
  const choices = <MapChoices view={view} address={address} params={params} fields={fields} settings={settings} />
  const surface = { view, dataset, params, fields, look, onlyBounds, statistics }
  if (onlyBounds) return <MapSurface {...surface} />
  return (
    <>
      <div class="toolbar">
        <SearchForm view={view} address={address} params={params} label={say('searchLines')} />
        <p class="quiet" role="status" id="map-status">
          {say('loading')}
        </p>
      </div>
      <div class="map-tools">
        {!isStill &&
          (isFramed ? (
            <details class="map-folded">
              <summary>{say('changeMap')}</summary>
              {choices}
            </details>
          ) : (
            <>
              <button type="button" class="opens-sheet" popovertarget="map-choices">
                {say('changeMap')}
              </button>
              <div id="map-choices" class="tool-sheet" popover="auto">
                {choices}
              </div>
            </>
          ))}
        <div data-region="map-filters">
          {isFramed ? (
            <ActiveFilters view={view} address={address} params={params} all={fields} />
          ) : (
            <FilterMenu view={view} address={address} params={params} fields={fields} hasSearch={false} />
          )}
        </div>
      </div>
      <div class="map-stage" id="map-stage">
        <div data-region="map-look" id="map-look">
          {look.refused && (
            <p class="notice" role="status">
              {say('noCategory', { field: look.refused })}
            </p>
          )}
          <Legend view={view} address={address} params={params} look={look} isStill={isStill} />
          <div hidden id="map-drawn" data-drawn={JSON.stringify(drawn(surface))} />
        </div>
        <div id="map-squares" class="legend" hidden>
          <strong>{say('rowsPerSquare')}</strong>
          <span data-classes class="squares" />
        </div>
        <MapSurface {...surface} />
        <div data-region="panel">
          {!isFramed && <FilterPanel {...{ view, dataset, address, fields, statistics }} params={own} />}
        </div>
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
