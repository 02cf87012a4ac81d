/** Where a line is: from the fields that carry a geographic concept (contract datasets §5.8, lines §5.1). */
import { type Role, roleOf } from '../schema/concepts'
import type { Field } from '../schema/field'
import { type ProjectionCode, projectionOf } from './project'
import { readShape } from './read'
import { type Bounds, boundsOf } from './shape'
import { pointOn } from './surface'

/** How the fields of a dataset locate its lines: positions in the list of fields. */
export type PlaceFields = {
  point?: { latitude: number; longitude: number } | { latLon: number } | { x: number; y: number }
  shape?: number
  /** Coordinates, or shapes, are in the projection of the dataset. */
  projected: boolean
}

/** A located line. */
export type Place = {
  lat: number
  lon: number
  /** Where lines have shapes: the box around it, and its cleaned GeoJSON unless that is the stored text itself. */
  bounds?: Bounds
  shape?: string | null
}

/** The fields that locate lines; undefined when none does. Those of a point come before those of a shape. */
export function placeFields(fields: readonly Field[]): PlaceFields | undefined {
  const withRole = (role: Role) =>
    fields.findIndex((field) => !field['x-calculated'] && roleOf(field['x-refersTo'] ?? '') === role)
  const [latitude, longitude, latLon] = [withRole('latitude'), withRole('longitude'), withRole('latLon')]
  const [x, y] = [withRole('coordX'), withRole('coordY')]
  const [geometry, geometryProj] = [withRole('geometry'), withRole('geometryProj')]
  const shape = geometry >= 0 ? geometry : geometryProj
  const found: PlaceFields = { projected: geometry < 0 && geometryProj >= 0 }
  if (latitude >= 0 && longitude >= 0) found.point = { latitude, longitude }
  else if (latLon >= 0) found.point = { latLon }
  else if (x >= 0 && y >= 0) found.point = { x, y }
  if (shape >= 0) found.shape = shape
  return found.point || shape >= 0 ? found : undefined
}

/** What is wrong with a line: the field at this position is no place on Earth. */
export type Misplaced = { misplaced: number }

/**
 * Compiles what finds the place of a line from its values, in the order of the fields. Null: it has none.
 *
 * @param code projection of coordinates and shapes that are in one
 */
export function placer(
  { point, shape, projected }: PlaceFields,
  code?: ProjectionCode,
): (values: readonly unknown[]) => Place | Misplaced | null {
  const projection = projectionOf(code)
  const pointAt = point && pointReader(point, projection)
  return (values) => {
    const at = pointAt?.(values) ?? null
    if (at && 'misplaced' in at) return at
    const value = shape === undefined ? null : values[shape]
    if (shape === undefined || value === null || value === undefined || value === '') return at
    const read = readShape(value, projected ? projection : undefined)
    if (read === undefined) return { misplaced: shape }
    const bounds = read && boundsOf(read)
    if (!read || !bounds) return at
    const text = JSON.stringify(read)
    const [lon, lat] = at ? [at.lon, at.lat] : pointOn(read, bounds)
    return { lat, lon, bounds, shape: text === value ? null : text }
  }
}

type PointReader = (values: readonly unknown[]) => Place | Misplaced | null

function pointReader(
  point: NonNullable<PlaceFields['point']>,
  projection: ReturnType<typeof projectionOf>,
): PointReader {
  if ('latLon' in point) {
    return (values) => {
      const text = values[point.latLon]
      if (isMissing(text)) return null
      const parts = String(text).split(/[,;]/)
      return (parts.length === 2 && onEarth(parts[0], parts[1])) || { misplaced: point.latLon }
    }
  }
  const [first, second] = 'x' in point ? [point.y, point.x] : [point.latitude, point.longitude]
  return (values) => {
    const [one, other] = [values[first], values[second]]
    if (isMissing(one) && isMissing(other)) return null
    if (!('x' in point) || !projection) return onEarth(one, other) ?? { misplaced: first }
    const [lon, lat] = projection([toNumber(other), toNumber(one)])
    return onEarth(lat, lon) ?? { misplaced: first }
  }
}

const isMissing = (value: unknown): boolean => value === null || value === undefined || value === ''

function onEarth(latitude: unknown, longitude: unknown): Place | undefined {
  const [lat, lon] = [toNumber(latitude), toNumber(longitude)]
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : undefined
}

function toNumber(value: unknown): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && value.trim() !== '' ? Number(value.trim().replace(',', '.')) : Number.NaN
}
