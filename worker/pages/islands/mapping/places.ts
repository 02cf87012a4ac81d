/** The points of a map: fetched as GeoJSON when there are few, as vector tiles otherwise. */
import type { FeatureCollection } from 'geojson'
import type { DataDrivenPropertyValueSpecification, MapLibreMap } from 'maplibre-gl'
import { data, ground, type Theme } from './theme'

/** Points fetched as GeoJSON; beyond, vector tiles are used. */
export const maxPlaces = 5_000
const other = '#8a9691'

/** A category field, and the colour of each of its values. */
export type Category = { field: string; values: { value: string; color: string }[] }

/** `points`: those of the page, instead of those of the service. */
type Places = { points?: FeatureCollection; lines: string; theme: Theme; category: Category | null; sampled: boolean }

/** The points: clustered, unless they are coloured by category. */
export async function addPlaces(
  map: MapLibreMap,
  { points: given, lines, theme, category, sampled }: Places,
): Promise<void> {
  const address = new URL(lines || location.href)
  address.searchParams.set('select', ['_id', '_geopoint', ...(category ? [category.field] : [])].join(','))
  if (sampled) {
    address.searchParams.set('format', 'pbf')
    map.addSource('places', { type: 'vector', tiles: [`${address}&xyz={x},{y},{z}`], maxzoom: 16 })
  } else {
    address.searchParams.set('format', 'geojson')
    address.searchParams.set('size', String(maxPlaces))
    const fetched = async () =>
      (await (await fetch(address, { credentials: 'same-origin' })).json()) as FeatureCollection // format=geojson
    const { features } = given ?? (await fetched())
    const [points, shapes] = [true, false].map((isPoint) => ({
      type: 'FeatureCollection' as const,
      features: features.filter(({ geometry }) => (geometry?.type === 'Point') === isPoint),
    }))
    // A clustered source only draws points.
    if (shapes) map.addSource('shapes', { type: 'geojson', data: shapes })
    map.addSource('places', {
      type: 'geojson',
      data: points ?? '',
      cluster: category === null,
      clusterRadius: 44,
      clusterMaxZoom: 13,
    })
  }
  const layer = sampled ? { 'source-layer': 'results' } : {}
  const color = colorOf(category, theme)
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
  if (sampled || category) return
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

/** A constant colour, or that of the category. */
function colorOf(category: Category | null, theme: Theme): DataDrivenPropertyValueSpecification<string> {
  const [first, ...rest] = (category?.values ?? []).map(({ value, color }): [string, string] => [value, color])
  if (!category || !first) return data[theme]
  return ['match', ['to-string', ['get', category.field]], ...first, ...rest.flat(), other]
}
