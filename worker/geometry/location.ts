/** The location of a line, from the fields that carry a geographic concept. */
import { type ConceptRole, roleOf } from '../schema/concepts'
import type { Field } from '../schema/field'
import { pointOnSurface } from './point-on-surface'
import { mapProjection, type ProjectionCode } from './project'
import { readShape } from './read-shape'
import { type Bounds, boundsOf } from './shape'

/** The fields that locate the lines of a dataset, as indexes in the list of fields. */
export type LocationFields = {
  point?: { latitude: number; longitude: number } | { latLon: number } | { x: number; y: number }
  shape?: number
  /** Whether coordinates or shapes are in the projection of the dataset. */
  projected: boolean
}

/** A located line. */
export type LinePosition = {
  lat: number
  lon: number
  /** Where lines have shapes: the box around it, and its cleaned GeoJSON unless that is the stored text itself. */
  bounds?: Bounds
  shape?: string | null
}

/** The fields that locate lines; undefined when there is none. Point fields take precedence over shape fields. */
export function locationFields(fields: readonly Field[]): LocationFields | undefined {
  const withRole = (role: ConceptRole) =>
    fields.findIndex((field) => !field['x-calculated'] && roleOf(field['x-refersTo'] ?? '') === role)
  const [latitude, longitude, latLon] = [withRole('latitude'), withRole('longitude'), withRole('latLon')]
  const [x, y] = [withRole('coordX'), withRole('coordY')]
  const [geometry, geometryProj] = [withRole('geometry'), withRole('geometryProj')]
  const shape = geometry >= 0 ? geometry : geometryProj
  const located: LocationFields = { projected: geometry < 0 && geometryProj >= 0 }
  if (latitude >= 0 && longitude >= 0) located.point = { latitude, longitude }
  else if (latLon >= 0) located.point = { latLon }
  else if (x >= 0 && y >= 0) located.point = { x, y }
  if (shape >= 0) located.shape = shape
  return located.point || shape >= 0 ? located : undefined
}

/** `invalidField`: the index of the field whose value is not a valid coordinate or shape. */
type InvalidLocation = { invalidField: number }

/**
 * Compiles a function from the values of a line, in the order of the fields, to its position; null when it has none.
 *
 * @param code projection of the coordinates or shapes
 */
export function compileLocation(
  { point, shape, projected }: LocationFields,
  code?: ProjectionCode,
): (values: readonly unknown[]) => LinePosition | InvalidLocation | null {
  const projection = mapProjection(code)
  const pointAt = point && pointReader(point, projection)
  return (values) => {
    const at = pointAt?.(values) ?? null
    if (at && 'invalidField' in at) return at
    const value = shape === undefined ? null : values[shape]
    if (shape === undefined || value === null || value === undefined || value === '') return at
    const geometry = readShape(value, projected ? projection : undefined)
    if (geometry === undefined) return { invalidField: shape }
    const bounds = geometry && boundsOf(geometry)
    if (!geometry || !bounds) return at
    const text = JSON.stringify(geometry)
    const [lon, lat] = at ? [at.lon, at.lat] : pointOnSurface(geometry, bounds)
    return { lat, lon, bounds, shape: text === value ? null : text }
  }
}

type PointReader = (values: readonly unknown[]) => LinePosition | InvalidLocation | null

function pointReader(
  point: NonNullable<LocationFields['point']>,
  projection: ReturnType<typeof mapProjection>,
): PointReader {
  if ('latLon' in point) {
    return (values) => {
      const text = values[point.latLon]
      if (isMissing(text)) return null
      const parts = String(text).split(/[,;]/)
      return (parts.length === 2 && onEarth(parts[0], parts[1])) || { invalidField: point.latLon }
    }
  }
  const [first, second] = 'x' in point ? [point.y, point.x] : [point.latitude, point.longitude]
  return (values) => {
    const [northing, easting] = [values[first], values[second]]
    if (isMissing(northing) && isMissing(easting)) return null
    if (!('x' in point) || !projection) return onEarth(northing, easting) ?? { invalidField: first }
    const [lon, lat] = projection([toNumber(easting), toNumber(northing)])
    return onEarth(lat, lon) ?? { invalidField: first }
  }
}

const isMissing = (value: unknown): boolean => value === null || value === undefined || value === ''

function onEarth(latitude: unknown, longitude: unknown): LinePosition | undefined {
  const [lat, lon] = [toNumber(latitude), toNumber(longitude)]
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : undefined
}

function toNumber(value: unknown): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && value.trim() !== '' ? Number(value.trim().replace(',', '.')) : Number.NaN
}
