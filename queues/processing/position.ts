/** Where a line is: from the fields that carry a geographic concept (contract datasets §5.8, lines §5.1). Pure. */
import { roleOf } from '../../worker/schema/concepts'
import type { Field } from '../../worker/schema/field'

/** Index of the fields that hold the position. */
export type PositionFields = { latitude: number; longitude: number } | { latLon: number }

/** The fields that locate a line, if any: latitude and longitude, else one field with both. */
export function positionFields(fields: readonly Field[]): PositionFields | undefined {
  const withRole = (role: string) => fields.findIndex((f) => f['x-refersTo'] && roleOf(f['x-refersTo']) === role)
  const [latitude, longitude, latLon] = [withRole('latitude'), withRole('longitude'), withRole('latLon')]
  if (latitude >= 0 && longitude >= 0) return { latitude, longitude }
  return latLon >= 0 ? { latLon } : undefined
}

/** Latitude and longitude; null where the line has none; undefined where they are not on Earth. */
export type Position = readonly [latitude: number, longitude: number] | null | undefined

/** The position that the values of a line tell. */
export function positionOf(from: PositionFields, values: readonly unknown[]): Position {
  if ('latLon' in from) {
    const text = values[from.latLon]
    if (text === null || text === undefined) return null
    const parts = String(text).split(/[,;]/)
    return parts.length === 2 ? onEarth(parts[0], parts[1]) : undefined
  }
  const [latitude, longitude] = [values[from.latitude], values[from.longitude]]
  if (latitude === null && longitude === null) return null
  return onEarth(latitude, longitude)
}

function onEarth(latitude: unknown, longitude: unknown): Position {
  const [lat, lon] = [toNumber(latitude), toNumber(longitude)]
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? [lat, lon] : undefined
}

function toNumber(value: unknown): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && value.trim() !== '' ? Number(value.trim().replace(',', '.')) : Number.NaN
}
