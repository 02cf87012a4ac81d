/**
 * The map of a dataset: a small number of points is clustered in the browser, larger ones come as vector tiles. The base map
 * is a file of this service: no request goes to another host.
 */
import './map.css'
import { MapLibreMap, NavigationControl, Popup, ScaleControl, type StyleSpecification, setWorkerUrl } from 'maplibre-gl'
import { addPlaces, type Category, data, ground, maxPlaces, type Theme } from './mapping/places'

const element = document.querySelector<HTMLElement>('#map')
if (element) void start(element)

async function start(frame: HTMLElement): Promise<void> {
  const { lines = '', assets = '', bounds = '[]', fields = '[]', texts = '{}', language = 'en', still } = frame.dataset
  // Written by the page.
  const category = JSON.parse(frame.dataset.category ?? 'null') as Category | null
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
    interactive: !still,
    pitchWithRotate: false,
    locale: {
      'Map.Title': say.map ?? '',
      'NavigationControl.ZoomIn': say.zoomIn ?? '',
      'NavigationControl.ZoomOut': say.zoomOut ?? '',
      'Popup.Close': say.close ?? '',
    },
  })
  if (!still) map.addControl(new NavigationControl({ showCompass: false }))
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
      await addPlaces(map, { lines, theme, category, sampled: total > maxPlaces })
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
    if (frame.dataset.selectable) document.dispatchEvent(new CustomEvent('place', { detail: id }))
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

/** The bounding box of the data. */
function addExtent(map: MapLibreMap, [west, south, east, north]: Extent, theme: Theme): void {
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

/** The values of a point, fetched on click. */
async function describe(lines: string, id: string, names: ReadonlyMap<string, string>): Promise<HTMLElement> {
  const { origin, pathname } = new URL(lines)
  const query = new URLSearchParams({ _id_eq: id, size: '1', count: 'false', truncate: '300' })
  const answer = await fetch(`${origin}${pathname}?${query}`, { credentials: 'same-origin' })
  const { results } = (await answer.json()) as { results: Record<string, unknown>[] } // of `lines`
  const list = document.createElement('dl')
  for (const [key, name] of names) {
    const value = results[0]?.[key]
    if (value === undefined || value === null || value === '') continue
    const [term, definition] = [document.createElement('dt'), document.createElement('dd')]
    term.textContent = name
    definition.textContent = String(value)
    list.append(term, definition)
  }
  return list
}

function styleOf(land: string, theme: Theme): StyleSpecification {
  const [sea, soil, border] = ground[theme]
  // The coastline is coarse: it fades out at high zoom, where it would be wrong.
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
