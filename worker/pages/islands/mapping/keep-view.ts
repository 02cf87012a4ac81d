/** The address of the page has the centre and the zoom of the map. */
import type { MapLibreMap } from 'maplibre-gl'
import { readView, writeView } from './view-address'

export const viewInAddress = () => readView(new URLSearchParams(location.search).get('view'))

/**
 * Writes the view into the address when the map moves, and moves the map when the reader goes back.
 *
 * @returns writes the view of the map into the address
 */
export function keepView(map: MapLibreMap): () => void {
  const write = () => {
    const { lng, lat } = map.getCenter()
    const address = new URL(location.href)
    const view = writeView({ zoom: map.getZoom(), center: [lng, lat] })
    if (address.searchParams.get('view') === view) return
    address.searchParams.set('view', view)
    // Slashes are allowed in a query, and easier to read.
    history.replaceState(history.state, '', address.href.replaceAll('%2F', '/'))
    passOn(view)
    document.dispatchEvent(new CustomEvent('moved', { detail: 'replace' }))
  }
  map.on('moveend', write)
  addEventListener('popstate', () => {
    const view = viewInAddress()
    if (view) map.jumpTo(view)
  })
  return write
}

/** The links to the other tabs keep the view, so that the map has it when the reader comes back. */
function passOn(view: string): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.tabs a')) {
    const address = new URL(link.href)
    address.searchParams.set('view', view)
    link.href = address.href.replaceAll('%2F', '/')
  }
}
