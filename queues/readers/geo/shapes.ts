/** Records of a `.shp` (ESRI Shapefile Technical Description, 1998) as geometries of GeoJSON. Heights and measures are left out. */
import { problem } from '../../../worker/errors'
import { limits } from '../../../worker/limits'
import type { ByteReader } from './byte-reader'

type Position = [number, number]
export type Projected = (position: Position) => Position

const HEADER_BYTES = 100

/** Geometries in the order of the file; null for records without one. @throws `shapefile-invalid` */
export async function* shapes(reader: ByteReader, project: Projected): AsyncGenerator<object | null> {
  const header = await reader.take(HEADER_BYTES)
  if (header.byteLength < HEADER_BYTES || header.getInt32(0) !== 9994) throw invalid()
  for (;;) {
    const head = await reader.take(8)
    if (head.byteLength === 0) return
    if (head.byteLength < 8) throw invalid()
    const length = head.getInt32(4) * 2
    if (length < 4 || length > limits.files.maxFeatureChars) throw invalid()
    const record = await reader.take(length)
    if (record.byteLength < length) throw invalid()
    yield geometryOf(record, project)
  }
}

const invalid = () => problem('shapefile-invalid')

function geometryOf(record: DataView, project: Projected): object | null {
  // Types with heights or measures are those without, plus ten or twenty.
  const type = record.getInt32(0, true) % 10
  if (type === 0) return null
  if (type === 1) return { type: 'Point', coordinates: positions(record, 4, 1, project)[0] }
  if (type === 8) return { type: 'MultiPoint', coordinates: positions(record, 40, record.getInt32(36, true), project) }
  if (type !== 3 && type !== 5) throw invalid()
  const lines = partsOf(record, project)
  if (type === 5) return areas(lines)
  return lines.length === 1
    ? { type: 'LineString', coordinates: lines[0] }
    : { type: 'MultiLineString', coordinates: lines }
}

function positions(record: DataView, from: number, count: number, project: Projected): Position[] {
  if (count < 0 || from + count * 16 > record.byteLength) throw invalid()
  return Array.from({ length: count }, (_, at) => {
    const offset = from + at * 16
    return project([record.getFloat64(offset, true), record.getFloat64(offset + 8, true)])
  })
}

function partsOf(record: DataView, project: Projected): Position[][] {
  const [parts, points] = [record.getInt32(36, true), record.getInt32(40, true)]
  const from = 44 + parts * 4
  if (parts < 0 || from > record.byteLength) throw invalid()
  const all = positions(record, from, points, project)
  return Array.from({ length: parts }, (_, at) => {
    const end = at + 1 < parts ? record.getInt32(44 + (at + 1) * 4, true) : points
    return all.slice(record.getInt32(44 + at * 4, true), end)
  })
}

/** Outer rings turn clockwise, each followed or not by its holes, which turn the other way. */
function areas(rings: readonly Position[][]): object | null {
  const outer = rings.filter((ring) => turn(ring) <= 0)
  const polygons = (outer.length > 0 ? outer : rings).map((ring) => [ring])
  for (const hole of outer.length > 0 ? rings.filter((ring) => turn(ring) > 0) : []) {
    const around = polygons.find(([ring]) => ring && hole[0] && isInside(hole[0], ring))
    // A hole in nothing is an area whose ring was turned the wrong way.
    if (around) around.push(hole)
    else polygons.push([hole])
  }
  if (polygons.length === 0) return null
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: polygons[0] }
    : { type: 'MultiPolygon', coordinates: polygons }
}

/** Twice the signed area: negative when the ring turns clockwise. */
function turn(ring: readonly Position[]): number {
  let sum = 0
  for (const [at, [x, y]] of ring.entries()) {
    const [nextX, nextY] = ring[(at + 1) % ring.length] ?? [x, y]
    sum += x * nextY - nextX * y
  }
  return sum
}

function isInside([x, y]: Position, ring: readonly Position[]): boolean {
  let inside = false
  for (const [at, [x1, y1]] of ring.entries()) {
    const [x2, y2] = ring[(at + 1) % ring.length] ?? [x1, y1]
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside
  }
  return inside
}
