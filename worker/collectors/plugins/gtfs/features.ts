/** Stops and shapes of a GTFS archive as features of GeoJSON. */
import { problem, type Reason } from '../../../errors'
import { limits } from '../../../limits'
import { MB } from '../../../limits/units'
import type { JsonRecord } from '../records'
import type { GtfsArchive, GtfsRow } from './archive'

/** The stops with all their columns; entrances and boarding areas may have no position. */
export async function* stopFeatures(archive: GtfsArchive): AsyncGenerator<JsonRecord> {
  for await (const { stop_lat, stop_lon, ...properties } of archive.rowsOf('stops.txt')) {
    const position = positionOf(stop_lon, stop_lat)
    yield { type: 'Feature', properties, geometry: position ? { type: 'Point', coordinates: position } : null }
  }
}

/**
 * The shapes with the route that runs on them. The points of a shape may be in any order.
 *
 * @throws `collector-data-invalid` for more shapes, points or routes than fit in memory
 */
export async function* shapeFeatures(archive: GtfsArchive): AsyncGenerator<JsonRecord> {
  // Order, longitude and latitude of each point in turn: as plain numbers they take 24 bytes.
  const points = new Map<string, number[]>()
  const { maxShapes, maxShapePoints } = limits.collectors
  let count = 0
  for await (const { shape_id = '', shape_pt_lat, shape_pt_lon, shape_pt_sequence } of archive.rowsOf('shapes.txt')) {
    const position = positionOf(shape_pt_lon, shape_pt_lat)
    if (!position) continue
    if (++count > maxShapePoints) throw tooMany('shapes.txt', maxShapePoints, { en: 'points', fr: 'points' })
    const shape = points.get(shape_id)
    if (shape) shape.push(Number(shape_pt_sequence), ...position)
    else points.set(shape_id, [Number(shape_pt_sequence), ...position])
    if (points.size > maxShapes) throw tooMany('shapes.txt', maxShapes, { en: 'shapes', fr: 'tracés' })
  }
  const routes = await routesOfShapes(archive, points)
  for (const [shape_id, shape] of points) {
    const coordinates = inOrder(shape)
    if (coordinates.length < 2) continue
    yield {
      type: 'Feature',
      properties: { shape_id, ...routes.get(shape_id) },
      geometry: { type: 'LineString', coordinates },
    }
  }
}

function inOrder(shape: readonly number[]): number[][] {
  const starts = Array.from({ length: shape.length / 3 }, (_, at) => at * 3)
  starts.sort((one, other) => (shape[one] ?? 0) - (shape[other] ?? 0))
  return starts.map((at) => shape.slice(at + 1, at + 3))
}

/** The route of each shape, and the direction of the first trip on it. */
async function routesOfShapes(
  archive: GtfsArchive,
  known: ReadonlyMap<string, unknown>,
): Promise<Map<string, GtfsRow>> {
  const { maxRouteBytes } = limits.collectors
  let bytes = 0
  const keep = (row: GtfsRow, file: string) => {
    // A value takes some 16 bytes beside its text.
    for (const value of Object.values(row)) bytes += 16 + value.length
    if (bytes > maxRouteBytes) throw tooMany(file, maxRouteBytes / MB, { en: 'MB of routes', fr: 'Mo de lignes' })
    return row
  }
  const routes = new Map<string, GtfsRow>()
  for await (const route of archive.rowsOf('routes.txt')) {
    routes.set(route.route_id ?? '', keep(route, 'routes.txt'))
  }
  const shapes = new Map<string, GtfsRow>()
  for await (const { shape_id = '', route_id = '', trip_headsign = '', direction_id = '' } of archive.rowsOf(
    'trips.txt',
  )) {
    if (!known.has(shape_id) || shapes.has(shape_id)) continue
    const trip = keep({ route_id, trip_headsign, direction_id }, 'trips.txt')
    shapes.set(shape_id, { ...routes.get(route_id), ...trip })
  }
  return shapes
}

const tooMany = (file: string, max: number, { en, fr }: Reason) =>
  problem('collector-data-invalid', {
    reason: { en: `${file} has more than ${max} ${en}`, fr: `${file} a plus de ${max} ${fr}` },
  })

/** Longitude and latitude; undefined for a position that is missing or impossible. */
function positionOf(lon = '', lat = ''): [number, number] | undefined {
  const position: [number, number] = [Number(lon), Number(lat)]
  const [x, y] = position
  return lon !== '' && lat !== '' && Math.abs(x) <= 180 && Math.abs(y) <= 90 ? position : undefined
}
