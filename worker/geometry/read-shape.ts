import { limits } from '../limits'
import type { Projection } from './project'
import { type Bounds, boundsOf, mapRuns, type Position, type Shape } from './shape'
import { simplified } from './simplify'
import { readWkt } from './wkt'

/**
 * Reads a geometry: GeoJSON (object or text, a Feature stands for its geometry) or WKT, converted to longitudes and
 * latitudes. Rings are closed and wound as in RFC 7946, section 3.1.6; shapes of many vertices are simplified.
 *
 * @returns null when it has no position, undefined when it is not a geometry on Earth
 */
export function readShape(value: unknown, projection?: Projection): Shape | null | undefined {
  const sound = soundShape(parsed(value), 0)
  if (!sound) return sound
  const projected = projection ? mapRuns(sound, (run) => run.map(projection)) : sound
  const bounds = boundsOf(projected)
  if (!bounds) return null
  return isOnEarth(bounds) ? simplified(mapAreas(projected), limits.geo.maxVertices) : undefined
}

const isOnEarth = ([west, south, east, north]: Bounds): boolean =>
  west >= -180 && east <= 180 && south >= -90 && north <= 90

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const text = value.trim()
  if (!text.startsWith('{')) return readWkt(text)
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Null for an empty geometry, undefined for an invalid one. */
function soundShape(value: unknown, depth: number): Shape | null | undefined {
  if (typeof value !== 'object' || value === null || depth > limits.geo.maxDepth) return undefined
  const { type, coordinates, geometries, geometry } = value as Record<string, unknown>
  switch (type) {
    case 'Feature':
      return geometry === null ? null : soundShape(geometry, depth + 1)
    case 'Point': {
      const position = positionOf(coordinates)
      return position && { type, coordinates: position }
    }
    case 'MultiPoint':
      return filled(type, listOf(coordinates, positionOf))
    case 'LineString':
      return filled(type, listOf(coordinates, positionOf))
    case 'MultiLineString':
      return filled(type, listOf(coordinates, lineOf))
    case 'Polygon':
      return filled(type, listOf(coordinates, ringOf))
    case 'MultiPolygon':
      return filled(
        type,
        listOf(coordinates, (area) => listOf(area, ringOf)),
      )
    case 'GeometryCollection': {
      const parts = listOf(geometries, (part) => soundShape(part, depth + 1))
      const flat = parts?.flatMap((part) => (part?.type === type ? part.geometries : (part ?? [])))
      return flat && (flat.length === 0 ? null : { type, geometries: flat })
    }
  }
  return undefined
}

/** Null for an empty geometry, undefined for an invalid one. */
function filled<Type extends string, Item>(
  type: Type,
  coordinates: Item[] | undefined,
): { type: Type; coordinates: Item[] } | null | undefined {
  if (!coordinates) return undefined
  return coordinates.length === 0 ? null : { type, coordinates }
}

function listOf<Item>(value: unknown, read: (item: unknown) => Item | undefined): Item[] | undefined {
  if (!Array.isArray(value)) return undefined
  const items: Item[] = []
  for (const element of value) {
    const item = read(element)
    if (item === undefined) return undefined
    items.push(item)
  }
  return items
}

function positionOf(value: unknown): Position | undefined {
  if (!Array.isArray(value)) return undefined
  const [x, y]: unknown[] = value
  return Number.isFinite(x) && Number.isFinite(y) ? [Number(x), Number(y)] : undefined
}

const lineOf = (value: unknown): Position[] | undefined => listOf(value, positionOf)

/** A ring ends where it starts. */
function ringOf(value: unknown): Position[] | undefined {
  const ring = lineOf(value)
  const [first, last] = [ring?.[0], ring?.at(-1)]
  if (!ring || !first || !last || ring.length < 3) return undefined
  return first[0] === last[0] && first[1] === last[1] ? ring : [...ring, first]
}

/** Outer rings counterclockwise, holes clockwise. */
function mapAreas(shape: Shape): Shape {
  const wound = (area: Position[][]) => area.map((ring, at) => (turns(ring) === (at === 0) ? ring : ring.toReversed()))
  if (shape.type === 'Polygon') return { type: 'Polygon', coordinates: wound(shape.coordinates) }
  if (shape.type === 'MultiPolygon') return { type: 'MultiPolygon', coordinates: shape.coordinates.map(wound) }
  if (shape.type !== 'GeometryCollection') return shape
  return { type: 'GeometryCollection', geometries: shape.geometries.map(mapAreas) }
}

/** Whether a ring runs counterclockwise (shoelace formula). */
function turns(ring: readonly Position[]): boolean {
  let twiceArea = 0
  for (let at = 1; at < ring.length; at++) {
    const [[x0, y0], [x1, y1]] = [ring[at - 1] ?? [0, 0], ring[at] ?? [0, 0]]
    twiceArea += x0 * y1 - x1 * y0
  }
  return twiceArea >= 0
}
