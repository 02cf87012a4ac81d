import type { MapLibreMap } from 'maplibre-gl'

export type Extent = [west: number, south: number, east: number, north: number]

/** Draws the bounding box of the data. */
export function addExtent(map: MapLibreMap, [west, south, east, north]: Extent, color: string): void {
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
  map.addLayer({ id: 'extent', type: 'fill', source: 'extent', paint: { 'fill-color': color, 'fill-opacity': 0.12 } })
  map.addLayer({ id: 'extent-line', type: 'line', source: 'extent', paint: { 'line-color': color, 'line-width': 2 } })
}
