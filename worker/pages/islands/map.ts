/**
 * The map of a dataset: a small number of points is clustered in the browser, larger ones come as vector tiles. The coastline
 * is a file of this service; the style of the operator replaces it as soon as it is read.
 */
import type { FeatureCollection } from 'geojson'
import './map.css'
import { AttributionControl, MapLibreMap, NavigationControl, Popup, ScaleControl, setWorkerUrl } from 'maplibre-gl'
import { coastline, readBasemap, withData } from './mapping/basemap'
import { addPlaces, type Category, maxPlaces } from './mapping/places'
import { data, type Theme } from './mapping/theme'

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
    style: coastline(`${assets}/land.json`, theme),
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
      'AttributionControl.ToggleAttribution': say.attribution ?? '',
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

  const basemap = readBasemap(JSON.parse(frame.dataset.basemap ?? '[]') as string[], theme) // written by the page

  map.on('load', async () => {
    try {
      if (frame.dataset.extent) {
        addExtent(map, JSON.parse(bounds) as Extent, theme) // a bbox
        frame.dataset.ready = 'extent'
        await show()
        return
      }
      if (frame.dataset.points) {
        const points = JSON.parse(frame.dataset.points) as FeatureCollection // written by the page
        await addPlaces(map, { points, lines, theme, category, sampled: false })
        frame.dataset.ready = 'places'
        return
      }
      const address = new URL(lines)
      address.searchParams.set('size', '0')
      const { total } = (await (await fetch(address, { credentials: 'same-origin' })).json()) as { total: number }
      await addPlaces(map, { lines, theme, category, sampled: total > maxPlaces })
      tell(((isOne(total) ? say.shownOne : say.shown) ?? '').replace('{n}', number.format(total)))
      frame.dataset.ready = total > maxPlaces ? 'tiles' : 'places'
      await show()
    } catch {
      tell(say.failed ?? '')
    }
  })
  /** Puts the base map below the data. */
  async function show(): Promise<void> {
    const style = await basemap
    if (!style) return
    map.addControl(new AttributionControl({ compact: true }))
    map.setStyle(style, { transformStyle: withData })
    frame.dataset.basemapShown = 'true'
  }
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
    if (!lines) return
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
