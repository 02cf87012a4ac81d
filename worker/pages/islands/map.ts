/**
 * The map of a dataset: few places are grouped in the browser, many come as vector tiles. The ground under them is
 * drawn from a file of this service: no other host learns where one looks.
 */
import 'maplibre-gl/dist/maplibre-gl.css'
import type { FeatureCollection } from 'geojson'
import { MapLibreMap, NavigationControl, Popup, ScaleControl, type StyleSpecification, setWorkerUrl } from 'maplibre-gl'

/** Places that are read at once; beyond, they come as tiles. */
const maxPlaces = 5_000
const ground = { light: ['#dfe9ec', '#f7f7f3', '#c3ccc9'], dark: ['#0c1416', '#1b2422', '#3a4743'] } as const
const data = { light: '#0b7a64', dark: '#5fd0b4' } as const

const element = document.querySelector<HTMLElement>('#map')
if (element) void start(element)

async function start(frame: HTMLElement): Promise<void> {
  const { lines = '', assets = '', bounds = '[]', fields = '[]', texts = '{}', language = 'en' } = frame.dataset
  const say = JSON.parse(texts) as Record<string, string> // written by the page
  const names = new Map(JSON.parse(fields) as [string, string][]) // written by the page
  const sheet = document.createElement('link')
  sheet.rel = 'stylesheet'
  sheet.href = `${assets}/map.css`
  document.head.append(sheet)
  setWorkerUrl(`${assets}/map-worker.js`)
  const theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  frame.dataset.theme = theme
  const [west = -5, south = 41, east = 10, north = 51] = JSON.parse(bounds) as number[] // a bbox
  const map = new MapLibreMap({
    container: frame,
    style: styleOf(`${assets}/land.json`, theme),
    bounds: [
      [west, Math.max(-85, south)],
      [east, Math.min(85, north)],
    ],
    fitBoundsOptions: { padding: 48, maxZoom: 15 },
    attributionControl: false,
    canvasContextAttributes: { preserveDrawingBuffer: true },
    dragRotate: false,
    pitchWithRotate: false,
    locale: {
      'Map.Title': say.map ?? '',
      'NavigationControl.ZoomIn': say.zoomIn ?? '',
      'NavigationControl.ZoomOut': say.zoomOut ?? '',
      'Popup.Close': say.close ?? '',
    },
  })
  map.addControl(new NavigationControl({ showCompass: false }))
  map.addControl(new ScaleControl())
  const status = document.querySelector('#map-status')
  const tell = (text: string) => {
    if (status) status.textContent = text
  }
  const number = new Intl.NumberFormat(language)
  const isOne = (count: number) => new Intl.PluralRules(language).select(count) === 'one'

  map.on('load', async () => {
    try {
      if (frame.dataset.extent) {
        addExtent(map, JSON.parse(bounds) as Extent, theme) // a bbox
        frame.dataset.ready = 'extent'
        return
      }
      const address = new URL(lines)
      address.searchParams.set('size', '0')
      const { total } = (await (await fetch(address, { credentials: 'same-origin' })).json()) as { total: number }
      await addPlaces(map, { lines, total, theme, sampled: total > maxPlaces })
      tell(((isOne(total) ? say.shownOne : say.shown) ?? '').replace('{n}', number.format(total)))
      frame.dataset.ready = total > maxPlaces ? 'tiles' : 'places'
    } catch {
      tell(say.failed ?? '')
    }
  })
  const clickable = ['points', 'shapes', 'outlines']
  map.on('click', async (event) => {
    const [found] = map.queryRenderedFeatures(event.point, {
      layers: ['groups', ...clickable].filter((id) => map.getLayer(id)),
    })
    if (!found) return
    if (found.layer.id === 'groups') {
      map.easeTo({ center: event.lngLat, zoom: map.getZoom() + 2 })
      return
    }
    const id = String(found.properties._id ?? found.id ?? '')
    const popup = new Popup({ maxWidth: '320px' })
      .setLngLat(event.lngLat)
      .setDOMContent(document.createElement('p'))
      .addTo(map)
    popup.setDOMContent(await describe(lines, id, names))
  })
  map.on('mousemove', (event) => {
    const over = map.queryRenderedFeatures(event.point, {
      layers: ['groups', ...clickable].filter((one) => map.getLayer(one)),
    })
    map.getCanvas().style.cursor = over.length > 0 ? 'pointer' : ''
  })
}

type Extent = [west: number, south: number, east: number, north: number]

/** What the data covers, as a frame. */
function addExtent(map: MapLibreMap, [west, south, east, north]: Extent, theme: 'light' | 'dark'): void {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  map.addSource('extent', {
    type: 'geojson',
    data: { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } },
  })
  const color = data[theme]
  map.addLayer({ id: 'extent', type: 'fill', source: 'extent', paint: { 'fill-color': color, 'fill-opacity': 0.12 } })
  map.addLayer({ id: 'extent-line', type: 'line', source: 'extent', paint: { 'line-color': color, 'line-width': 2 } })
}

type Places = { lines: string; total: number; theme: 'light' | 'dark'; sampled: boolean }

async function addPlaces(map: MapLibreMap, { lines, theme, sampled }: Places): Promise<void> {
  const address = new URL(lines)
  address.searchParams.set('select', '_id,_geopoint')
  if (sampled) {
    address.searchParams.set('format', 'pbf')
    map.addSource('places', { type: 'vector', tiles: [`${address}&xyz={x},{y},{z}`], maxzoom: 16 })
  } else {
    address.searchParams.set('format', 'geojson')
    address.searchParams.set('size', String(maxPlaces))
    const { features } = (await (await fetch(address, { credentials: 'same-origin' })).json()) as FeatureCollection // format=geojson
    const [points, shapes] = [true, false].map((isPoint) => ({
      type: 'FeatureCollection' as const,
      features: features.filter(({ geometry }) => (geometry?.type === 'Point') === isPoint),
    }))
    // A source that groups its points draws nothing else.
    if (shapes) map.addSource('shapes', { type: 'geojson', data: shapes })
    map.addSource('places', {
      type: 'geojson',
      data: points ?? '',
      cluster: true,
      clusterRadius: 44,
      clusterMaxZoom: 13,
    })
  }
  const layer = sampled ? { 'source-layer': 'results' } : {}
  const color = data[theme]
  map.addLayer({
    id: 'shapes',
    type: 'fill',
    source: sampled ? 'places' : 'shapes',
    ...layer,
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'fill-color': color, 'fill-opacity': 0.25 },
  })
  map.addLayer({
    id: 'outlines',
    type: 'line',
    source: sampled ? 'places' : 'shapes',
    ...layer,
    filter: ['!=', ['geometry-type'], 'Point'],
    paint: { 'line-color': color, 'line-width': 2 },
  })
  map.addLayer({
    id: 'points',
    type: 'circle',
    source: 'places',
    ...layer,
    filter: ['all', ['==', ['geometry-type'], 'Point'], ['!', ['has', 'point_count']]],
    paint: {
      'circle-color': color,
      'circle-radius': ['interpolate', ['linear'], ['zoom'], 4, sampled ? 1.5 : 4, 10, 3.5, 16, 7],
      'circle-opacity': sampled ? 0.65 : 0.9,
      'circle-stroke-width': sampled ? 0 : 1.5,
      'circle-stroke-color': ground[theme][1],
    },
  })
  if (sampled) return
  map.addLayer({
    id: 'groups',
    type: 'circle',
    source: 'places',
    filter: ['has', 'point_count'],
    paint: {
      'circle-color': color,
      'circle-opacity': 0.85,
      'circle-radius': ['interpolate', ['linear'], ['sqrt', ['get', 'point_count']], 1, 12, 60, 34],
      'circle-stroke-width': 4,
      'circle-stroke-color': color,
      'circle-stroke-opacity': 0.25,
    },
  })
  map.addLayer({
    id: 'group-counts',
    type: 'symbol',
    source: 'places',
    filter: ['has', 'point_count'],
    layout: { 'text-field': ['get', 'point_count_abbreviated'], 'text-size': 12, 'text-font': ['sans-serif'] },
    paint: { 'text-color': theme === 'dark' ? '#08201a' : '#ffffff' },
  })
}

/** The values of a place, read when one asks for them. */
async function describe(lines: string, id: string, names: ReadonlyMap<string, string>): Promise<HTMLElement> {
  const { origin, pathname } = new URL(lines)
  const asked = new URLSearchParams({ _id_eq: id, size: '1', count: 'false', truncate: '300' })
  const answer = await fetch(`${origin}${pathname}?${asked}`, { credentials: 'same-origin' })
  const { results } = (await answer.json()) as { results: Record<string, unknown>[] } // of `lines`
  const list = document.createElement('dl')
  for (const [key, name] of names) {
    const value = results[0]?.[key]
    if (value === undefined || value === null || value === '') continue
    const [term, told] = [document.createElement('dt'), document.createElement('dd')]
    term.textContent = name
    told.textContent = String(value)
    list.append(term, told)
  }
  return list
}

function styleOf(land: string, theme: 'light' | 'dark'): StyleSpecification {
  const [sea, soil, border] = ground[theme]
  // The coast is coarse: near the ground it would lie, so there it fades away.
  const fading = (from: number, to: number) =>
    ['interpolate', ['linear'], ['zoom'], 7, from, 9.5, to] as [
      'interpolate',
      ['linear'],
      ['zoom'],
      number,
      number,
      number,
      number,
    ] // a tuple
  return {
    version: 8,
    sources: { land: { type: 'geojson', data: land } },
    layers: [
      {
        id: 'sea',
        type: 'background',
        paint: { 'background-color': ['interpolate', ['linear'], ['zoom'], 7, sea, 9.5, soil] },
      },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': soil, 'fill-opacity': fading(1, 0) } },
      {
        id: 'borders',
        type: 'line',
        source: 'land',
        paint: { 'line-color': border, 'line-width': 0.7, 'line-opacity': fading(1, 0) },
      },
    ],
  }
}
