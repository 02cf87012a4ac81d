import { problem, untranslated } from '../../errors'
import type { Tile } from '../../formats/geo/vector-tile'
import type { Bounds } from '../../geometry'
import { limits } from '../../limits'
import { Parameters, type ReadableParameters } from '../../net/parameters'
import type { Metric, ValuesAggRequest } from '../query/aggregate-request'
import type { Column } from '../query/column'
import { columnOf } from '../query/find-column'
import { boxOf, requiredTile, tileBox, tileOf } from '../query/parse/geo'
import { latitudeKey, longitudeKey } from '../query/position'
import type { LineSource } from '../query/source'
import { cellSql, geohashCell, geohashLength } from './geohash'
import { levelItems } from './level-items'
import { maxSquares, squareOf, squareSql } from './map-squares'
import { metricsOf } from './parse-metrics'
import { linesOf, sizesOf } from './parse-values-agg'
import { bucketName, figuresOf, type ReadBuckets } from './write-buckets'

/** The cells of a grid: geohashes of a length, or the squares of a tile of a map. */
type Grid = { is: 'geohash'; length: number } | { is: 'squares'; tile: Tile }

/** An aggregation by cell, with the centroid of the lines of each cell. */
type GeoAggRequest = ValuesAggRequest & { grid: Grid }

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
  const grid = gridOf(params, bounds, size)
  const sql = grid.is === 'squares' ? squareSql(grid.tile, lat.sql, lon.sql) : cellSql(grid.length, lat.sql, lon.sql)
  const cell: Column = { ...lat, key: 'cell', sql }
  const middle = (column: Column): Metric => ({ name: column.key, metric: 'avg', column, percents: [] })
  return {
    grid,
    levels: [
      {
        column: cell,
        interval: { is: 'value' },
        size: grid.is === 'squares' ? maxSquares : size,
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

/** @throws Problem 400 for an unknown grid, and for squares without a tile, or of one that is too deep */
function gridOf(params: ReadableParameters, bounds: Bounds | undefined, size: number): Grid {
  const name = params.get('grid') ?? 'geohash'
  if (name === 'geohash') {
    return { is: name, length: geohashLength(zoomOf(params) ?? bounds ?? [-180, -90, 180, 90], size) }
  }
  if (name !== 'squares')
    throw problem('parameter-invalid', { parameter: 'grid', reason: untranslated('geohash, squares') })
  const tile = requiredTile(params.get('xyz'))
  const max = limits.geo.maxSquareZoom
  if (tile.z <= max) return { is: name, tile }
  throw problem('parameter-invalid', {
    parameter: 'xyz',
    reason: { en: `squares end at zoom ${max}.`, fr: `les carrés s’arrêtent au zoom ${max}.` },
  })
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

/** The name and the box of a cell; undefined for a square of another tile. */
function cellOf(number: number, grid: Grid): { name: string; box: Bounds } | undefined {
  if (grid.is === 'geohash') return geohashCell(number, grid.length)
  const square = squareOf(number, grid.tile)
  return square && { name: square.name, box: [square.box.left, square.box.bottom, square.box.right, square.box.top] }
}

/** The cells that have lines, by decreasing number of lines. */
export function geoBuckets(request: GeoAggRequest, read: ReadBuckets): GeoBucket[] {
  const requested = request.metrics.slice(0, -2)
  return read.rows.flatMap((row) => {
    const cell = cellOf(Number(row.k0), request.grid)
    if (!cell) return []
    const [west, south, east, north] = cell.box
    const figures = figuresOf(request.metrics, row)
    const [lat, lon] = figures.slice(-2).map(Number)
    const lines = read.lines.get(bucketName([row.k0])) ?? []
    return {
      total: Number(row.n),
      value: cell.name,
      centroid: { lat: lat ?? 0, lon: lon ?? 0 },
      center: { lat: (south + north) / 2, lon: (west + east) / 2 },
      bbox: cell.box,
      // Each line is a JSON object written by SQLite.
      results: lines.map((line): unknown => JSON.parse(line)),
      ...Object.fromEntries(requested.map(({ name }, at) => [name, figures[at] ?? null])),
    }
  })
}
