/** The map of MapLibre: its ground, its places, what happens on them. */

import type { Feature } from 'geojson'
import {
  AttributionControl,
  type GeoJSONSource,
  MapLibreMap,
  type MapMouseEvent,
  type StyleSpecification,
  setWorkerUrl,
} from 'maplibre-gl'
import type { Box } from '../shared/application'
import { labelFont, withData } from '../shared/basemap/style'
import { isStill } from '../shared/capture'
import { deeper, removeSquares, squareLayers } from '../shared/density/squares'
import type { Surroundings } from '../shared/start'
import type { MapConfig } from './config'
import type { MapMessages } from './messages'
import { type PlaceData, readLonePlace } from './read-places'
import { baseStyle, drawnParts, groupLayers, groupStyle, type LayerColor, placeLayers, placeStyle } from './style'

const folder = new URL('./', import.meta.url).href
/** The whole of Europe and North Africa: shown while nothing is read. */
const usualBox: Box = [-12, 34, 30, 60]

/** In a sandbox, whose origin is none, only a worker without an address of its own is allowed: it imports the script. */
const workerAddress = (): string => {
  const script = `${folder}worker.js`
  return origin === 'null' ? `data:text/javascript,${encodeURIComponent(`import ${JSON.stringify(script)}`)}` : script
}

/** Rows at one place that the popup goes through. */
const maxRows = 50

/** The rows at a place that is chosen, the drawn one first. */
export type Chosen = { rows: { id: string; name: string }[]; at: [longitude: number, latitude: number] }

type Opening = {
  config: MapConfig
  surroundings: Surroundings
  say: MapMessages
  onChoose: (chosen: Chosen) => void
}

export function openMap(container: HTMLElement, { config, surroundings, say, onChoose }: Opening): MapLibreMap {
  const { theme, dataset, isPicture } = surroundings
  setWorkerUrl(workerAddress())
  const map = new MapLibreMap({
    container,
    style: baseStyle({ background: config.background, land: `${folder}land.json`, theme }),
    ...viewOf(dataset.bbox ?? usualBox),
    attributionControl: config.background?.attribution ? { compact: false } : false,
    // Screenshots of the page read the canvas after it is drawn.
    canvasContextAttributes: { preserveDrawingBuffer: true },
    dragRotate: false,
    pitchWithRotate: false,
    interactive: !isPicture,
    fadeDuration: isStill() ? 0 : 200,
    validateStyle: false,
    locale: { 'Map.Title': say.map },
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  map.on('click', (event) => void chooseAt(map, event, { config, surroundings, onChoose }))
  map.on('mousemove', ({ point }) => {
    const isOver = map.queryRenderedFeatures(point, { layers: presentLayers(map) }).length > 0
    map.getCanvas().style.cursor = isOver ? 'pointer' : ''
  })
  return map
}

const presentLayers = (map: MapLibreMap) =>
  ['place-groups', ...squareLayers, ...placeLayers].filter((id) => map.getLayer(id))

async function chooseAt(
  map: MapLibreMap,
  event: MapMouseEvent,
  { config, surroundings, onChoose }: Pick<Opening, 'config' | 'surroundings' | 'onChoose'>,
): Promise<void> {
  const features = map.queryRenderedFeatures(event.point, { layers: presentLayers(map) })
  const [feature] = features
  if (!feature) return
  const at = pointOf(feature) ?? [event.lngLat.lng, event.lngLat.lat]
  if (feature.layer.id === 'squares') {
    map.easeTo({ center: event.lngLat, zoom: map.getZoom() + deeper, animate: !isStill() })
    return
  }
  if (feature.layer.id === 'lone-points') {
    const id = await readLonePlace(surroundings, String(feature.properties.value)).catch(() => undefined)
    if (id !== undefined) onChoose({ rows: [{ id, name: '' }], at })
    return
  }
  if (feature.layer.id !== 'place-groups') {
    const places = features.filter(({ layer }) => layer.id !== 'place-groups')
    return onChoose({ rows: rowsOf(places, config), at })
  }
  // Groups are of this source.
  const source = map.getSource<GeoJSONSource>('place-points')
  const group = Number(feature.properties.cluster_id)
  const grouped = (await source?.getClusterLeaves(group, maxRows, 0)) ?? []
  const [first, ...others] = grouped.map((row) => pointOf(row)?.join())
  // No zoom parts the rows at one place.
  if (first !== undefined && others.every((point) => point === first))
    return onChoose({ rows: rowsOf(grouped, config), at })
  const zoom = await source?.getClusterExpansionZoom(group)
  map.easeTo({ center: at, zoom: zoom ?? map.getZoom() + 2, animate: !isStill() })
}

type Drawn = Pick<Feature, 'id' | 'properties' | 'geometry'>

function pointOf({ geometry }: Drawn): [longitude: number, latitude: number] | undefined {
  const [longitude, latitude] = geometry.type === 'Point' ? geometry.coordinates : []
  return longitude === undefined || latitude === undefined ? undefined : [longitude, latitude]
}

/** The rows of features, each once: a feature may be in several tiles. */
function rowsOf(features: readonly Drawn[], { label }: MapConfig): Chosen['rows'] {
  const names = new Map(
    features.map(({ id, properties }) => [
      String(properties?._id ?? id ?? ''),
      label ? String(properties?.[label.key] ?? '') : '',
    ]),
  )
  return [...names].slice(0, maxRows).map(([id, name]) => ({ id, name }))
}

/** Draws places in place of those that were drawn before. */
export function drawPlaces(
  map: MapLibreMap,
  data: PlaceData,
  { config, surroundings }: Pick<Opening, 'config' | 'surroundings'>,
) {
  const { theme, primary } = surroundings
  removeSquares(map)
  for (const id of [...groupLayers, ...placeLayers]) if (map.getLayer(id)) map.removeLayer(id)
  for (const id of ['place-points', 'place-areas']) if (map.getSource(id)) map.removeSource(id)
  const isTiled = 'tiles' in data.source
  const isGrouped = !isTiled && config.isClustered && config.coloring.by === 'none'
  if ('tiles' in data.source) {
    map.addSource('place-points', { type: 'vector', tiles: [data.source.tiles], maxzoom: 16 })
  } else {
    const { features } = data.source.places
    const isPoint = (at: number) => features[at]?.geometry?.type === 'Point'
    const collection = (points: boolean) => ({
      type: 'FeatureCollection' as const,
      features: features.filter((_, at) => isPoint(at) === points),
    })
    // A source that groups draws points only.
    map.addSource('place-areas', { type: 'geojson', data: collection(false) })
    map.addSource('place-points', {
      type: 'geojson',
      data: collection(true),
      cluster: isGrouped,
      clusterRadius: 46,
      clusterMaxZoom: 14,
    })
  }
  const layers = placeStyle({
    // The legend makes expressions whose results are colours.
    color: data.legend.color as LayerColor,
    theme,
    sources: { areas: isTiled ? 'place-points' : 'place-areas', points: 'place-points' },
    isTiled,
    isChoropleth: config.coloring.by !== 'none',
  })
  for (const layer of layers) map.addLayer(layer)
  if (isGrouped) for (const layer of groupStyle(primary, labelFont(map.getStyle()))) map.addLayer(layer)
}

/** Puts a base map below the places, in place of the coastline. */
export function showBasemap(map: MapLibreMap, style: StyleSpecification): void {
  map.addControl(new AttributionControl({ compact: false }))
  map.setStyle(drawnParts(style), { transformStyle: withData })
}

/** Shows the whole of a box. */
export function showBox(map: MapLibreMap, box: Box): void {
  const { bounds, fitBoundsOptions } = viewOf(box)
  map.fitBounds(bounds, { ...fitBoundsOptions, animate: false })
}

function viewOf([west, south, east, north]: Box) {
  const bounds: [number, number, number, number] = [west, Math.max(-70, south), east, Math.min(80, north)]
  return { bounds, fitBoundsOptions: { padding: { top: 64, right: 48, bottom: 32, left: 32 }, maxZoom: 14 } }
}
