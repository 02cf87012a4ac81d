/** Records of a `.shp` (ESRI Shapefile Technical Description, 1998) as geometries of GeoJSON. Heights and measures are left out. */
import { problem } from '../../errors'
import type { Position, Projection } from '../../geometry'
import { limits } from '../../limits'
import type { ByteReader } from './byte-reader'

const HEADER_BYTES = 100
/** The surfaces of bodies, in triangles. */
const MULTIPATCH = 31
/** The last type of others: points with measures. */
const MOST = 28

/** Geometries in the order of the file; null for records without one. @throws `shapefile-invalid`, `shapefile-multipatch`, `feature-too-detailed` */
export async function* readShp(reader: ByteReader, project: Projection): AsyncGenerator<object | null> {
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

function geometryOf(record: DataView, project: Projection): object | null {
  const declared = record.getInt32(0, true)
  if (declared === 0) return null
  if (declared === MULTIPATCH) throw problem('shapefile-multipatch')
  // Types with heights or measures are those without, plus ten or twenty.
  const type = declared % 10
  if (declared < 0 || declared > MOST || type === 0) throw invalid()
  if (type === 1) return { type: 'Point', coordinates: positions(record, 4, 1, project)[0] }
  if (type === 8) return { type: 'MultiPoint', coordinates: positions(record, 40, record.getInt32(36, true), project) }
  if (type !== 3 && type !== 5) throw invalid()
  const lines = partsOf(record, project)
  if (type === 5) return areas(lines)
  return lines.length === 1
    ? { type: 'LineString', coordinates: lines[0] }
    : { type: 'MultiLineString', coordinates: lines }
}

function positions(record: DataView, from: number, count: number, project: Projection): Position[] {
  if (count < 0 || from + count * 16 > record.byteLength) throw invalid()
  if (count > limits.geo.maxPositions) throw problem('feature-too-detailed', { max: limits.geo.maxPositions })
  return Array.from({ length: count }, (_, at) => {
    const offset = from + at * 16
    return project([record.getFloat64(offset, true), record.getFloat64(offset + 8, true)])
  })
}

function partsOf(record: DataView, project: Projection): Position[][] {
  const [parts, points] = [record.getInt32(36, true), record.getInt32(40, true)]
  const from = 44 + parts * 4
  if (parts < 0 || from > record.byteLength) throw invalid()
  const all = positions(record, from, points, project)
  const starts = Array.from({ length: parts }, (_, at) => record.getInt32(44 + at * 4, true))
  return starts.map((start, at) => {
    const end = starts[at + 1] ?? points
    // Parts follow one another: overlapping ones would give more positions than the record has.
    if (start < 0 || start > end || end > points) throw invalid()
    return all.slice(start, end)
  })
}

/** Outer rings are clockwise and holes counterclockwise; a hole need not follow its outer ring. */
function areas(rings: readonly Position[][]): object | null {
  const outer = rings.filter((ring) => turn(ring) <= 0)
  const polygonsByRing = (outer.length > 0 ? outer : rings).map((ring) => ({ ring, box: boxOf(ring), rings: [ring] }))
  const holesOutside: Position[][][] = []
  let steps = 0
  for (const hole of outer.length > 0 ? rings.filter((ring) => turn(ring) > 0) : []) {
    const [first] = hole
    const enclosing =
      first &&
      polygonsByRing.find(({ ring, box }) => {
        const mayContain = isInBox(first, box)
        steps += mayContain ? ring.length : 1
        if (steps > limits.files.maxRingSteps) throw invalid()
        return mayContain && isInside(first, ring)
      })
    // A hole outside of every ring is a polygon wound in the wrong direction.
    if (enclosing) enclosing.rings.push(hole)
    else holesOutside.push([hole])
  }
  const polygons = [...polygonsByRing.map((area) => area.rings), ...holesOutside]
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

type Box = { west: number; south: number; east: number; north: number }

function boxOf(ring: readonly Position[]): Box {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity }
  for (const [x, y] of ring) {
    box.west = Math.min(box.west, x)
    box.south = Math.min(box.south, y)
    box.east = Math.max(box.east, x)
    box.north = Math.max(box.north, y)
  }
  return box
}

const isInBox = ([x, y]: Position, { west, south, east, north }: Box): boolean =>
  x >= west && x <= east && y >= south && y <= north

function isInside(position: Position, ring: readonly Position[]): boolean {
  // Read by index: this runs millions of times, and destructuring costs ten times as much.
  const x = position[0]
  const y = position[1]
  let inside = false
  let last = ring.at(-1) ?? position
  for (const next of ring) {
    if (next[1] > y !== last[1] > y && x < ((last[0] - next[0]) * (y - next[1])) / (last[1] - next[1]) + next[0]) {
      inside = !inside
    }
    last = next
  }
  return inside
}
