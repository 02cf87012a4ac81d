/** Buckets on a map: as the points of a GeoJSON collection, or of a vector tile. */
import { type Tile, vectorTile } from '../../formats/geo/vector-tile'
import type { Bounds, Shape } from '../../geometry'
import type { ReadableParameters } from '../../net/parameters'
import type { Metric } from '../query/aggregate-request'
import type { Column } from '../query/column'
import { columnOf } from '../query/find-column'
import { requiredTile } from '../query/parse/geo'
import { latitudeKey, longitudeKey } from '../query/position'
import { tileFormats } from '../query/request'
import type { LineSource } from '../query/source'

type Rendering = ({ is: 'json' | 'geojson' } | { is: 'tile'; tile: Tile }) & {
  /** Buckets of several lines are drawn as their boxes. */
  areBoxes?: boolean
}

/** The format of an aggregation: that of `GET /lines` where it is geometric, JSON otherwise. @throws `tile-missing` */
export function renderingOf(params: ReadableParameters): Rendering {
  const format = params.get('format') ?? ''
  if (tileFormats.has(format)) return { is: 'tile', tile: requiredTile(params.get('xyz')) }
  return { is: format === 'geojson' ? 'geojson' : 'json' }
}

/** A bucket with its members: `centroid` and `bbox` become those of its feature. */
type PlacedBucket = {
  value: string | number
  centroid?: { lat: number; lon: number }
  bbox?: Bounds
} & Record<string, unknown>

/**
 * A GeoJSON collection as text, or a tile; undefined for a tile without buckets.
 *
 * @param bounds of all lines
 */
export function renderBuckets(
  buckets: readonly PlacedBucket[],
  rendering: Exclude<Rendering, { is: 'json' }>,
  bounds: Bounds | undefined,
): string | Uint8Array<ArrayBuffer> | undefined {
  if (rendering.is === 'tile')
    return vectorTile(
      buckets.map((bucket) => lineOf(bucket, rendering.areBoxes)),
      rendering.tile,
    )
  const features = buckets.map(({ value, centroid, bbox, ...properties }) => ({
    type: 'Feature',
    id: value,
    // RFC 7946: the geometry of a feature without a place is null.
    geometry: centroid ? { type: 'Point', coordinates: [centroid.lon, centroid.lat] } : null,
    ...(bbox ? { bbox } : {}),
    properties,
  }))
  return JSON.stringify({ type: 'FeatureCollection', features, bbox: bounds ?? [] })
}

/** The identifier of a feature of a tile is a number: the value of the bucket is a property. */
function lineOf({ centroid, bbox, ...others }: PlacedBucket, areBoxes = false): Record<string, unknown> {
  if (areBoxes && bbox && Number(others.total) > 1) return { ...others, _geoshape: rectangle(bbox) }
  return centroid ? { ...others, _geopoint: `${centroid.lat},${centroid.lon}` } : others
}

function rectangle([west, south, east, north]: Bounds): Shape {
  const ring: [number, number][] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  return { type: 'Polygon', coordinates: [ring] }
}

type Side = readonly [of: 'latitude' | 'longitude', metric: 'avg' | 'min' | 'max']
const sides: readonly Side[] = [
  ['latitude', 'avg'],
  ['longitude', 'avg'],
  ['longitude', 'min'],
  ['latitude', 'min'],
  ['longitude', 'max'],
  ['latitude', 'max'],
]
/** No field has a colon in its key. */
const nameOf = ([of, metric]: Side): string => `:${of}:${metric}`
const positionNames: ReadonlySet<string> = new Set(sides.map(nameOf))

/** The metrics of the positions of the lines of a bucket, that `placedBuckets` reads; undefined where lines have no positions. */
export function positionMetrics(source: LineSource): Metric[] | undefined {
  const [latitude, longitude] = [columnOf(source, latitudeKey), columnOf(source, longitudeKey)]
  if (!latitude || !longitude) return undefined
  const columns: Record<Side[0], Column> = { latitude, longitude }
  return sides.map((side) => ({ name: nameOf(side), metric: side[1], column: columns[side[0]], percents: [] }))
}

/** The buckets of the first level of `values_agg`, with their `centroid` and `bbox`. */
export function placedBuckets({ members }: { members: string }): PlacedBucket[] {
  // `writeBuckets` writes the members of a JSON object.
  const { aggs = [] } = JSON.parse(`{${members}}`) as { aggs?: Record<string, unknown>[] }
  return placed(aggs)
}

/** The same buckets, those inside of them too, with `centroid` and `bbox` in place of the metrics of positions. */
function placed(buckets: readonly Record<string, unknown>[]): PlacedBucket[] {
  return buckets.map((bucket) => {
    const [lat, lon, west, south, east, north] = sides.map((side) => bucket[nameOf(side)])
    const others = Object.fromEntries(Object.entries(bucket).filter(([name]) => !positionNames.has(name)))
    const { aggs } = bucket
    return {
      ...others,
      value: typeof bucket.value === 'number' ? bucket.value : String(bucket.value),
      ...(typeof lat === 'number' && typeof lon === 'number' ? { centroid: { lat, lon } } : {}),
      ...(typeof lat === 'number' ? { bbox: [Number(west), Number(south), Number(east), Number(north)] as const } : {}),
      ...(Array.isArray(aggs) ? { aggs: placed(aggs) } : {}),
    }
  })
}
