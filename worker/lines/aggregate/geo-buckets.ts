import { problem } from '../../errors'
import type { Bounds } from '../../geometry'
import { limits } from '../../limits'
import { Parameters, type ReadableParameters } from '../../net/parameters'
import type { Metric, ValuesAggRequest } from '../query/aggregate-request'
import type { Column } from '../query/column'
import { columnOf } from '../query/find-column'
import { boxOf, tileBox, tileOf } from '../query/parse/geo'
import { latitudeKey, longitudeKey } from '../query/position'
import type { LineSource } from '../query/source'
import { cellSql, geohashCell, geohashLength } from './geohash'
import { levelItems } from './level-items'
import { metricsOf } from './parse-metrics'
import { linesOf, sizesOf } from './parse-values-agg'
import { bucketName, figuresOf, type ReadBuckets } from './write-buckets'

/** A geohash grid: an aggregation by cell, with the centroid of the lines of each cell. */
type GeoAggRequest = ValuesAggRequest & { length: number }

/** Reads the parameters of `GET /geo_agg`. @throws Problem 400 naming the parameter */
export function parseGeoAgg(params: ReadableParameters, source: LineSource, bounds: Bounds | undefined): GeoAggRequest {
  const [lat, lon] = [columnOf(source, latitudeKey), columnOf(source, longitudeKey)]
  if (!lat || !lon) throw problem('aggregate-not-geolocalized')
  const [size = limits.lines.defaultBuckets] = sizesOf(params.get('agg_size'), 1)
  const sent = Parameters.of(params)
  const inner = sent.get('size') ? sent : sent.with({ size: '1' })
  const lines = linesOf(inner, levelItems(params.get('sort')).join(','), source)
  if (lines.size > limits.lines.freeBucketLines) {
    throw problem('size-too-large', { parameter: 'size', max: limits.lines.freeBucketLines })
  }
  const length = geohashLength(zoomOf(params) ?? bounds ?? [-180, -90, 180, 90], size)
  const cell: Column = { ...lat, key: 'cell', sql: cellSql(length, lat.sql, lon.sql) }
  const middle = (column: Column): Metric => ({ name: column.key, metric: 'avg', column, percents: [] })
  return {
    length,
    levels: [
      {
        column: cell,
        interval: { is: 'value' },
        size,
        order: [
          { by: 'count', descending: true },
          { by: 'key', descending: false },
        ],
      },
    ],
    // The centroid of each cell follows the requested metrics.
    metrics: [...metricsOf(params, source), middle(lat), middle(lon)],
    lines,
    countsValues: false,
  }
}

/** The visible box. */
function zoomOf(params: ReadableParameters): Bounds | undefined {
  const [bbox, xyz] = [params.get('bbox') ?? params.get('_c_bbox'), params.get('xyz')]
  if (!bbox && !xyz) return undefined
  const { left, bottom, right, top } = bbox ? boxOf('bbox', bbox) : tileBox(tileOf(xyz ?? ''))
  return [left, bottom, right < left ? right + 360 : right, top]
}

type GeoBucket = {
  total: number
  value: string
  centroid: { lat: number; lon: number }
  center: { lat: number; lon: number }
  bbox: Bounds
  results: unknown[]
} & Record<string, unknown>

/** The cells that have lines, by decreasing number of lines. */
export function geoBuckets(request: GeoAggRequest, read: ReadBuckets): GeoBucket[] {
  const requested = request.metrics.slice(0, -2)
  return read.rows.map((row) => {
    const { geohash, box } = geohashCell(Number(row.k0), request.length)
    const [west, south, east, north] = box
    const figures = figuresOf(request.metrics, row)
    const [lat, lon] = figures.slice(-2).map(Number)
    const lines = read.lines.get(bucketName([row.k0])) ?? []
    return {
      total: Number(row.n),
      value: geohash,
      centroid: { lat: lat ?? 0, lon: lon ?? 0 },
      center: { lat: (south + north) / 2, lon: (west + east) / 2 },
      bbox: box,
      // Each line is a JSON object written by SQLite.
      results: lines.map((line): unknown => JSON.parse(line)),
      ...Object.fromEntries(requested.map(({ name }, at) => [name, figures[at] ?? null])),
    }
  })
}
