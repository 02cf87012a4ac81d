/** The address of the page has the centre and the zoom of the map. */
import type { MapLibreMap } from 'maplibre-gl'
import { readView, writeView } from './view-address'

export const viewInAddress = () => readView(new URLSearchParams(location.search).get('view'))

/**
 * Follows the map with the address, and the address with the map when the reader goes back.
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
    document.dispatchEvent(new CustomEvent('moved', { detail: 'replace' }))
  }
  map.on('moveend', write)
  addEventListener('popstate', () => {
    const view = viewInAddress()
    if (view) map.jumpTo(view)
  })
  return write
}
