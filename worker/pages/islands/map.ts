/**
 * The map of a dataset: few points are clustered in the browser, more are read as vector tiles. The first base map is a
 * coastline that the service serves; the operator's base map replaces it once loaded. The address of the page holds the columns
 * that are drawn, the centre and the zoom; a change of them draws the map again without a page load.
 */
import './mapping/map.css'
import {
  AttributionControl,
  type GeoJSONSource,
  type LngLat,
  type MapLibreMap,
  type Point,
  type PointLike,
  Popup,
} from 'maplibre-gl'
import { type BasemapStyles, readBasemap, withData } from '../../../applications/shared/basemap/style'
import { deeper, removeSquares, squareLayers, squareSource } from '../../../applications/shared/density/squares'
import { leadingColor } from '../../../applications/shared/legends/palette'
import { hideDensity, readLoneRow, showDensity } from './mapping/density'
import { clickable, drawFeatures, featureSources, maxGeojsonFeatures, maxTileZoom } from './mapping/draw-features'
import { addExtent, type Extent } from './mapping/extent'
import { keepView, viewInAddress } from './mapping/keep-view'
import type { Drawn, PopupField } from './mapping/map-settings'
import { openMap, showBox } from './mapping/open-map'
import { describeRows } from './mapping/popup'
import { showReview } from './mapping/review-map'
import { type Counts, samplingOf, tilesOf } from './mapping/sampling'
import { idOf, type Stack, type Stacks } from './mapping/stacked-points'
import { statusOf } from './mapping/status'
import { rendered } from './mapping/wait-until-rendered'

/** Pixels around the middle of the map in which the keyboard chooses: half of the cross that marks it. */
const middleReach = 12
/** Pixels between a popup and the edge of the map. */
const popupMargin = 8

const element = document.querySelector<HTMLElement>('#map')
if (element) void start(element)

async function start(frame: HTMLElement): Promise<void> {
  const { assets = '', language = 'en', still, points, extent, basemap } = frame.dataset
  const colorScheme = document.querySelector<HTMLMetaElement>('meta[name=color-scheme]')?.content
  const isDark =
    colorScheme === 'dark' || (colorScheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  const theme = isDark ? 'dark' : 'light'
  frame.dataset.theme = theme
  const leading = leadingColor(document.documentElement.dataset.color ?? null, theme)
  if (points) return showReview(frame, { theme, leading })
  const say = JSON.parse(frame.dataset.texts ?? '{}') as Record<string, string> // written by the page
  const bounds = JSON.parse(frame.dataset.bounds ?? '[]') as Extent // a bbox
  const map = openMap(frame, { assets, theme, bounds, say, isStill: still !== undefined })
  const style = readBasemap(JSON.parse(basemap ?? '{}') as BasemapStyles, theme) // written by the page
  const counts = new Map<string, Counts>()
  const status = statusOf(language, say)
  let shown: Drawn | undefined
  let places: Stacks['shared'] = new Map()
  let endDensity = () => {}

  await new Promise((resolve) => map.once('load', resolve))
  if (extent) {
    addExtent(map, bounds, leading)
    frame.dataset.ready = 'extent'
    return show()
  }
  chooseOnClick(map, frame, { language, say, drawn: () => shown, placeOf: (id) => places.get(id) })
  const writeView = keepView(map)
  const tellSampling = () => {
    if (frame.dataset.ready !== 'tiles') return
    const { _sw: southWest, _ne: northEast } = map.getBounds()
    const seen = tilesOf([southWest.lng, southWest.lat, northEast.lng, northEast.lat], map.getZoom(), maxTileZoom)
    const sampling = samplingOf(seen, counts)
    frame.dataset.sampling = String(sampling)
    status.sampled(sampling)
  }
  map.on('idle', tellSampling)
  await draw()
  await show()
  new MutationObserver(() => void draw()).observe(document.querySelector('#map-look') ?? frame, { childList: true })

  /** Draws what the page tells now. */
  async function draw(): Promise<void> {
    const json = document.querySelector<HTMLElement>('#map-drawn')?.dataset.drawn
    if (!json) return
    const drawn = JSON.parse(json) as Drawn // written by the page
    const before = shown
    shown = drawn
    try {
      const { total, bbox } = await measure(drawn.lines)
      const isTiled = total > maxGeojsonFeatures
      endDensity()
      endDensity = () => {}
      removeSquares(map)
      const { shared, features } = await drawFeatures(map, { drawn, theme, leading, isTiled, counts })
      // Another address may have been opened meanwhile.
      if (shown !== drawn) return
      places = shared
      showResults({ drawn, before, bbox })
      if (isTiled && drawn.arePoints && !drawn.colors && !drawn.radius) {
        const end = await showDensity(map, { lines: drawn.lines, theme, leading, language, onView: status.inView })
        if (shown !== drawn) return end()
        endDensity = () => {
          end()
          hideDensity()
          status.inView(undefined)
        }
      }
      const summary = drawn.colors && (drawn.colors.by === 'number' ? say.meanColor : say.frequentColor)
      // The base map does not wait for the places.
      void rendered(map, [...featureSources, squareSource]).then(() => {
        if (shown !== drawn) return
        frame.dataset.ready = isTiled ? 'tiles' : 'places'
        status.count(total, shared.size > 0 ? { places: features.length, summary } : undefined)
        tellSampling()
      })
    } catch {
      status.failed()
    }
  }
  /** Another search moves the map to its results; other colours leave it where it is. */
  function showResults({ drawn, before, bbox }: { drawn: Drawn; before: Drawn | undefined; bbox: Extent | undefined }) {
    const view = viewInAddress()
    if (view) {
      if (before) map.jumpTo(view)
      return
    }
    const isOther = before ? before.lines !== drawn.lines : /[?&](?!finalizedAt=|draft=)[^&]/.test(drawn.lines)
    if (isOther && bbox) showBox(map, bbox, before !== undefined)
    else if (before) writeView()
  }
  /** Puts the base map below the data. */
  async function show(): Promise<void> {
    const read = await style
    if (!read) return
    map.addControl(new AttributionControl({ compact: true }))
    map.setStyle(read, { transformStyle: withData })
    frame.dataset.basemapShown = 'true'
  }
}

/** The number of rows with a position, and the box around them. */
async function measure(lines: string): Promise<{ total: number; bbox: Extent | undefined }> {
  const address = new URL(lines)
  address.searchParams.set('size', '0')
  address.searchParams.set('format', 'geojson')
  // Rows without a position are not on the map.
  if (!address.searchParams.has('bbox')) address.searchParams.set('bbox', '-180,-90,180,90')
  const response = await fetch(address, { credentials: 'same-origin' })
  if (!response.ok) throw new Error(String(response.status))
  const { total, bbox } = (await response.json()) as { total: number; bbox?: Extent } // format=geojson
  return { total, bbox: bbox?.length === 4 ? bbox : undefined }
}

/** Moves the map so that a popup is in its frame. */
function showWhole(map: MapLibreMap, popup: Popup): void {
  const element = popup.getElement()
  if (!element) return
  const [frame, box] = [map.getContainer().getBoundingClientRect(), element.getBoundingClientRect()]
  const beyond = (start: number, end: number) => Math.min(0, start) + Math.max(0, end)
  const x = beyond(box.left - frame.left - popupMargin, box.right - frame.right + popupMargin)
  const y = beyond(box.top - frame.top - popupMargin, box.bottom - frame.bottom + popupMargin)
  if (x !== 0 || y !== 0) map.panBy([x, y])
}

type Choosing = {
  language: string
  say: Record<string, string>
  drawn: () => Drawn | undefined
  /** The place of a row, if there are several rows. */
  placeOf: (id: string) => Stack | undefined
}

/** A click opens the popup of a place, or what a group holds. */
function chooseOnClick(map: MapLibreMap, frame: HTMLElement, { language, say, drawn, placeOf }: Choosing): void {
  const fields = JSON.parse(frame.dataset.fields ?? '[]') as PopupField[] // written by the page
  const { rows, truncate = '', selectable } = frame.dataset
  const layers = () => [...clickable, ...squareLayers].filter((id) => map.getLayer(id))
  const choose = async (event: { point: Point; lngLat: LngLat }, reach = 0) => {
    const { x, y } = event.point
    const box: [PointLike, PointLike] = [
      [x - reach, y - reach],
      [x + reach, y + reach],
    ]
    const all = map.queryRenderedFeatures(box, { layers: layers() })
    const [found] = all
    const lines = drawn()?.lines
    if (!found || !lines) return
    if (found.layer.id === 'groups') {
      const source = map.getSource<GeoJSONSource>('places')
      const zoom = await source?.getClusterExpansionZoom(Number(found.properties.cluster_id))
      map.easeTo({ center: event.lngLat, zoom: zoom ?? map.getZoom() + 2 })
      return
    }
    if (found.layer.id === 'squares') {
      map.easeTo({ center: event.lngLat, zoom: map.getZoom() + deeper })
      return
    }
    const square: unknown = found.layer.id === 'lone-points' ? found.properties.value : undefined
    const id = typeof square === 'string' ? await readLoneRow(lines, square).catch(() => undefined) : idOf(found)
    if (id === undefined) return
    // Vector tiles have a feature for each row.
    const under = [...new Set(all.filter(({ layer }) => layer.id === 'points').flatMap((one) => [idOf(one)]))]
    const { ids = under.length > 1 ? under : [id], center } = placeOf(id) ?? {}
    if (selectable) document.dispatchEvent(new CustomEvent('place', { detail: id }))
    const place = document.createElement('p')
    place.className = 'place'
    // Focus on the first link, below the values, would scroll past them.
    const popup = new Popup({ maxWidth: '320px', focusAfterOpen: false })
      .setLngLat(event.lngLat)
      .setDOMContent(place)
      .addTo(map)
    try {
      const described = { lines, fields, rows, truncate, language, say }
      await describeRows(described, { ids, center }, (content) => {
        popup.setDOMContent(content)
        showWhole(map, popup)
      })
    } catch {
      place.textContent = say.failed ?? ''
    }
    const close = popup.getElement()?.querySelector<HTMLElement>('.maplibregl-popup-close-button')
    close?.focus({ preventScroll: true })
    popup.getElement()?.addEventListener('keydown', (pressed) => {
      if (pressed.key !== 'Escape') return
      popup.remove()
      map.getCanvas().focus()
    })
  }
  map.on('click', (event) => void choose(event))
  // The keyboard moves the map: the feature in the middle is chosen.
  map.getCanvas().addEventListener('keydown', ({ key }) => {
    const lngLat = map.getCenter()
    if (key === 'Enter') void choose({ point: map.project(lngLat), lngLat }, middleReach)
  })
  map.on('mousemove', ({ point }) => {
    const isOver = map.queryRenderedFeatures(point, { layers: layers() }).length > 0
    map.getCanvas().style.cursor = isOver ? 'pointer' : ''
  })
}
