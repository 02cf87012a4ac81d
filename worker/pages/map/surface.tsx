import { basemapStyles } from '../../basemap'
import type { Dataset, FieldStatistics } from '../../datasets'
import { limits } from '../../limits'
import { roleOf } from '../../schema/concepts'
import { defaultTimeZone } from '../../schema/dates/zone'
import type { Field } from '../../schema/field'
import type { Drawn, PopupField } from '../islands/mapping/map-settings'
import { cellKind, nameOf } from '../table/field'
import { decimalsIn, hasCents, isQuantity } from '../table/quantity'
import { apiQuery } from '../table/state'
import type { View } from '../view'
import type { MapLook } from './look'

type Props = {
  view: View
  dataset: Dataset
  params: URLSearchParams
  fields: readonly Field[]
  look: MapLook
  onlyBounds: boolean
  statistics: ReadonlyMap<string, FieldStatistics>
}

/** What the script draws, which changes with the address of the page. */
export function drawn({ view, dataset, params, look }: Props): Drawn {
  const query = apiQuery(params)
  for (const name of ['select', 'sort']) query.delete(name)
  const { finalizedAt } = dataset.published
  // Files do not change without a new version: their tiles can be cached for long.
  if (finalizedAt && dataset.nature === 'file' && !params.has('draft')) query.set('finalizedAt', finalizedAt)
  const { colors, radius } = look
  return {
    lines: `${view.baseUrl}/api/v1/datasets/${dataset.id}/lines?${query}`,
    arePoints: !dataset.published.schema.some(({ key }) => key === '_geoshape'),
    colors: colors && { ...colors, field: colors.field.key },
    radius: radius && { field: radius.field.key, max: radius.max },
  }
}

/** The element of the map. Its script is the island `map`. */
export function MapSurface(props: Props) {
  const { view, dataset, params, fields, onlyBounds, statistics } = props
  const { say, baseUrl } = view
  const texts = {
    zoomIn: say('zoomIn'),
    zoomOut: say('zoomOut'),
    close: say('close'),
    map: say('tab:map'),
    attribution: say('mapAttribution'),
    shown: say('mapShown', { count: 2, n: '{n}' }),
    shownOne: say('mapShown', { count: 1, n: '{n}' }),
    sampled: say('mapSampled', { n: '{n}' }),
    inView: say('mapInView', { n: '{n}' }),
    at: say('mapPlaces', { count: 2, n: '{n}' }),
    atOne: say('mapPlaces', { count: 1, n: '{n}' }),
    meanColor: say('meanColor'),
    frequentColor: say('frequentColor'),
    previousRow: say('previousRow'),
    nextRow: say('nextRow'),
    rowsHere: say('rowsHere'),
    failed: say('mapFailed'),
    fullScreen: say('fullScreen'),
    leaveFullScreen: say('leaveFullScreen'),
    findMe: say('findMe'),
    cannotFindMe: say('cannotFindMe'),
    openRow: say('openRow'),
    yes: say('yes'),
    no: say('no'),
  }
  const isFramed = !view.here.pathname.startsWith(`${new URL(baseUrl).pathname.replace(/\/$/, '')}/dataset/`)
  const selected = isFramed ? params.get('select')?.split(',') : undefined
  const shownFields = selected ? fields.filter(({ key }) => selected.includes(key)) : fields
  return (
    <div
      id="map"
      class="map"
      data-bounds={JSON.stringify(dataset.published.bbox)}
      data-assets={`${baseUrl}/assets/build`}
      data-basemap={JSON.stringify(basemapStyles(view.ctx))}
      data-fields={JSON.stringify(shownFields.map((field) => popupField(field, statistics.get(field.key))))}
      data-texts={JSON.stringify(texts)}
      data-language={view.locale}
      data-truncate={limits.pages.popupChars}
      data-rows={isFramed ? undefined : `${baseUrl}/dataset/${dataset.id}/table`}
      data-still={params.get('interaction') === 'false' ? 'true' : undefined}
      data-selectable={params.get('selectable') === 'true' ? 'true' : undefined}
      data-extent={onlyBounds ? 'only' : undefined}
    >
      <noscript>
        <p class="empty">{say('mapNeedsScript')}</p>
      </noscript>
    </div>
  )
}

function popupField(field: Field, statistics: FieldStatistics | undefined): PopupField {
  const role = roleOf(field['x-refersTo'] ?? '')
  return {
    key: field.key,
    name: nameOf(field),
    kind: cellKind(field),
    timeZone: field.format === 'date-time' ? (field.timeZone ?? defaultTimeZone) : undefined,
    isQuantity: isQuantity(field, statistics),
    hasCents: hasCents(field, 0, decimalsIn(field, statistics)) || undefined,
    isLabel: role === 'label',
    isPosition: role === 'latitude' || role === 'longitude' || role === 'latLon',
    labels: field['x-labels'] ?? undefined,
  }
}
