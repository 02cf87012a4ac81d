/** The places of a map: fetched as GeoJSON when there are few, as vector tiles otherwise. */
import type { FeatureCollection } from 'geojson'
import { addProtocol, type ExpressionSpecification, type LayerSpecification, type MapLibreMap } from 'maplibre-gl'
import { ground, labelFont } from '../../../../applications/shared/basemap/style'
import type { Theme } from '../../../../applications/shared/legends/palette'
import type { Drawn } from './map-settings'
import { colorOf, radiusExpression } from './paint'
import { type Counts, readCounts } from './sampling'
import { centersOf, smallShapeRadius } from './small-shapes'
import { type Stacks, stackCount, stackPoints } from './stacked-points'

/** Places fetched as GeoJSON; beyond, vector tiles are used. */
export const maxGeojsonFeatures = 5_000
/** The zoom of the last tiles; beyond, these are enlarged. */
export const maxTileZoom = 16

type FeaturesInput = {
  /** Those of the page, instead of those of the service. */
  points?: FeatureCollection
  drawn: Drawn
  theme: Theme
  /** The colour of the pages. */
  leading: string
  isTiled: boolean
  /** Points drawn and points there are, by tile. */
  counts: Map<string, Counts>
}

export const featureSources = ['places', 'shapes', 'centers']
const layers = ['shapes', 'outlines', 'lines', 'centers', 'points', 'groups', 'group-counts']
/** Layers whose features are places, or groups of them. */
export const clickable = ['groups', 'points', 'centers', 'lines', 'shapes']

/**
 * Draws places in the place of those that were drawn before: points in groups, unless colours or sizes tell them apart.
 *
 * @returns the points that share their place with others, none where vector tiles are drawn
 */
export async function drawFeatures(map: MapLibreMap, places: FeaturesInput): Promise<Stacks> {
  const { isTiled, drawn } = places
  const columns = [drawn.colors?.field, drawn.radius?.field].flatMap((key) => key ?? [])
  const stacks = stackPoints(isTiled ? [] : await featuresOf(places), columns)
  const { features } = stacks
  for (const id of layers) if (map.getLayer(id)) map.removeLayer(id)
  for (const id of featureSources) if (map.getSource(id)) map.removeSource(id)
  const isGrouped = !isTiled && !drawn.colors && !drawn.radius
  if (isTiled) {
    map.addSource('places', { type: 'vector', tiles: [tileAddress(places)], maxzoom: maxTileZoom })
  } else {
    const collection = (isPoint: boolean) => ({
      type: 'FeatureCollection' as const,
      features: features.filter(({ geometry }) => (geometry?.type === 'Point') === isPoint),
    })
    // A clustered source only draws points.
    const shapes = collection(false)
    map.addSource('shapes', { type: 'geojson', data: shapes })
    map.addSource('centers', { type: 'geojson', data: { ...shapes, features: centersOf(shapes.features) } })
    const rows: ExpressionSpecification = ['+', ['coalesce', ['get', stackCount], 1]]
    const cluster = {
      ...{ cluster: isGrouped, clusterRadius: 44, clusterMaxZoom: 13 },
      ...(isGrouped ? { clusterProperties: { [stackCount]: rows } } : {}),
    }
    map.addSource('places', { type: 'geojson', data: collection(true), ...cluster })
  }
  for (const layer of placeLayers(places)) map.addLayer(layer)
  if (!isTiled) map.addLayer(centerLayer(places), 'points')
  if (isGrouped) map.addLayer(groupLayer(places), 'points')
  if (!isTiled) map.addLayer(countLayer(places, labelFont(map.getStyle())))
  return stacks
}

/** The columns that a map needs. */
function selectOf({ colors, radius }: Drawn, isTiled: boolean): string {
  const place = isTiled ? [] : ['_geopoint']
  return [...new Set(['_id', ...place, ...[colors?.field, radius?.field].flatMap((key) => key ?? [])])].join(',')
}

async function featuresOf({ points, drawn }: FeaturesInput): Promise<FeatureCollection['features']> {
  if (points) return points.features
  const address = new URL(drawn.lines)
  address.searchParams.set('select', selectOf(drawn, false))
  address.searchParams.set('format', 'geojson')
  address.searchParams.set('size', String(maxGeojsonFeatures))
  const response = await fetch(address, { credentials: 'same-origin' })
  if (!response.ok) throw new Error(String(response.status))
  return ((await response.json()) as FeatureCollection).features // format=geojson
}

const protocol = 'places'

/** Tiles are fetched by this page, which reads in their headers whether they hold all points. */
function tileAddress({ drawn, counts }: FeaturesInput): string {
  const address = new URL(drawn.lines)
  address.searchParams.set('select', selectOf(drawn, true))
  address.searchParams.set('format', 'pbf')
  address.searchParams.set('sampling', 'even')
  address.searchParams.set('count', 'true')
  const base = `${address}&xyz=`
  counts.clear()
  addProtocol(protocol, async ({ url }, { signal }) => {
    const [x, y, z] = url.slice(`${protocol}://`.length).split('/')
    const response = await fetch(`${base}${x},${y},${z}`, { credentials: 'same-origin', signal })
    if (!response.ok) throw new Error(String(response.status))
    const sampling = readCounts(response.headers.get('x-tilesampling'))
    if (sampling) counts.set(`${z}/${x}/${y}`, sampling)
    return { data: await response.arrayBuffer() }
  })
  return `${protocol}://{x}/{y}/{z}`
}

function placeLayers({ drawn, theme, leading, isTiled }: FeaturesInput): LayerSpecification[] {
  const part = isTiled ? { 'source-layer': 'results' } : {}
  const shapes = { source: isTiled ? 'places' : 'shapes', ...part }
  const { colors, radius } = drawn
  const color = colorOf(colors, { theme, leading })
  const size = radiusExpression(radius)
  const rings = ground[theme][1]
  return [
    {
      ...{ id: 'shapes', type: 'fill', ...shapes, filter: ['==', ['geometry-type'], 'Polygon'] },
      paint: { 'fill-color': color, 'fill-opacity': colors ? 0.75 : 0.25 },
    },
    {
      ...{ id: 'outlines', type: 'line', ...shapes, filter: ['==', ['geometry-type'], 'Polygon'] },
      // Areas with colours of their own are separated by the ground between them.
      paint: { 'line-color': colors ? rings : color, 'line-width': colors ? 0.8 : 2 },
    },
    {
      ...{ id: 'lines', type: 'line', ...shapes, filter: ['==', ['geometry-type'], 'LineString'] },
      paint: { 'line-color': color, 'line-width': 2.5 },
    },
    {
      ...{ id: 'points', type: 'circle', source: 'places', ...part },
      filter: ['all', ['==', ['geometry-type'], 'Point'], ['!', ['has', 'point_count']]],
      // The smaller ones lie above the larger ones.
      layout: radius ? { 'circle-sort-key': ['-', 0, ['to-number', ['get', radius.field], 0]] } : {},
      paint: {
        'circle-color': color,
        'circle-radius': size ?? pointRadius(isTiled),
        'circle-opacity': size ? 0.7 : isTiled ? 0.65 : 0.9,
        'circle-stroke-width': size ? 1 : isTiled ? 0 : 1.5,
        'circle-stroke-color': rings,
      },
    },
  ]
}

/** The points of small shapes; tiles have them already. */
function centerLayer({ drawn, theme, leading }: FeaturesInput): LayerSpecification {
  return {
    ...{ id: 'centers', type: 'circle', source: 'centers' },
    paint: {
      'circle-color': colorOf(drawn.colors, { theme, leading }),
      'circle-radius': smallShapeRadius(),
      'circle-opacity': 0.9,
    },
  }
}

const rowsRoot: ExpressionSpecification = ['sqrt', ['get', stackCount]]
/** The radius of a circle with a number of rows, in pixels. */
const countRadius: ExpressionSpecification = ['interpolate', ['linear'], rowsRoot, 1, 12, 60, 34]

/** The radius of points; that of a place with several rows has room for their number. */
function pointRadius(isTiled: boolean): ExpressionSpecification {
  const at = (pixels: number): ExpressionSpecification => ['case', ['has', stackCount], 12, pixels]
  return ['interpolate', ['linear'], ['zoom'], 4, at(isTiled ? 1.5 : 4), 10, at(3.5), 16, at(7)]
}

function groupLayer({ drawn, theme, leading }: FeaturesInput): LayerSpecification {
  const color = colorOf(drawn.colors, { theme, leading })
  return {
    ...{ id: 'groups', type: 'circle', source: 'places', filter: ['has', 'point_count'] },
    paint: {
      'circle-color': color,
      'circle-opacity': 0.85,
      'circle-radius': countRadius,
      'circle-stroke-width': 4,
      'circle-stroke-color': color,
      'circle-stroke-opacity': 0.25,
    },
  }
}

/** The number of rows of a group, or of a place with several. */
function countLayer({ theme }: FeaturesInput, font = ['sans-serif']): LayerSpecification {
  const rows: ExpressionSpecification = ['get', stackCount]
  return {
    ...{ id: 'group-counts', type: 'symbol', source: 'places', filter: ['has', stackCount] },
    layout: {
      'text-field': ['case', ['<', rows, 10_000], ['to-string', rows], ['concat', ['round', ['/', rows, 1_000]], 'k']],
      'text-size': 12,
      'text-font': font,
      'text-allow-overlap': true,
    },
    paint: { 'text-color': theme === 'dark' ? '#08201a' : '#ffffff' },
  }
}
