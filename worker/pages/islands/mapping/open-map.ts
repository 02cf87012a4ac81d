import {
  FullscreenControl,
  GeolocateControl,
  type IControl,
  MapLibreMap,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
} from 'maplibre-gl'
import { coastline } from '../../../../applications/shared/basemap/style'
import type { Theme } from '../../../../applications/shared/legends/palette'
import { positionMs } from '../../../limits/service/islands'
import type { Extent } from './extent'
import { readView } from './view-address'

type Opening = { assets: string; theme: Theme; bounds: Extent; say: Record<string, string>; isStill: boolean }

/** A map that shows the coastline, at the view of the address or around a box. */
export function openMap(frame: HTMLElement, { assets, theme, bounds, say, isStill }: Opening): MapLibreMap {
  const sheet = document.createElement('link')
  sheet.rel = 'stylesheet'
  sheet.href = `${assets}/map.css`
  document.head.append(sheet)
  setWorkerUrl(`${assets}/map-worker.js`)
  const [west = -5, south = 41, east = 10, north = 51] = bounds
  const view = readView(new URLSearchParams(location.search).get('view'))
  const map = new MapLibreMap({
    container: frame,
    style: coastline(`${assets}/land.json`, theme),
    ...(view ?? { bounds: [west, Math.max(-85, south), east, Math.min(85, north)] }),
    fitBoundsOptions: { padding: 48, maxZoom: 15 },
    attributionControl: false,
    canvasContextAttributes: { preserveDrawingBuffer: true },
    dragRotate: false,
    interactive: !isStill,
    pitchWithRotate: false,
    locale: {
      'Map.Title': say.map ?? '',
      'NavigationControl.ZoomIn': say.zoomIn ?? '',
      'NavigationControl.ZoomOut': say.zoomOut ?? '',
      'Popup.Close': say.close ?? '',
      'AttributionControl.ToggleAttribution': say.attribution ?? '',
      'FullscreenControl.Enter': say.fullScreen ?? '',
      'FullscreenControl.Exit': say.leaveFullScreen ?? '',
      'GeolocateControl.FindMyLocation': say.findMe ?? '',
      'GeolocateControl.LocationNotAvailable': say.cannotFindMe ?? '',
    },
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  if (!isStill) for (const control of controlsOf(say)) map.addControl(control)
  map.addControl(new ScaleControl())
  return map
}

/** Zoom buttons; with a stage, full screen with the legend, and the position of the reader. */
function controlsOf(say: Record<string, string>): IControl[] {
  const stage = document.querySelector<HTMLElement>('#map-stage')
  const zoom = new NavigationControl({ showCompass: false })
  if (!stage) return [zoom]
  const position = new GeolocateControl({ positionOptions: { enableHighAccuracy: true, timeout: positionMs } })
  position.on('error', () => {
    const status = document.querySelector('#map-status')
    if (status) status.textContent = say.cannotFindMe ?? ''
  })
  // A page in a frame may not have the right to fill the screen.
  return [zoom, ...(document.fullscreenEnabled ? [new FullscreenControl({ container: stage })] : []), position]
}

/** Moves a map to a box. */
export function showBox(map: MapLibreMap, [west, south, east, north]: Extent, animate: boolean): void {
  const isMoving = animate && !matchMedia('(prefers-reduced-motion: reduce)').matches
  map.fitBounds([west, Math.max(-85, south), east, Math.min(85, north)], {
    padding: 48,
    maxZoom: 15,
    animate: isMoving,
  })
}
