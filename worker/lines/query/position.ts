import type { Point } from './request'

/** Positions of lines in SQL. `columnOf` resolves `latitudeKey`, `longitudeKey` and the keys of distances. */

/** No field has a colon in its key. */
export const latitudeKey = '_geopoint:lat'
export const longitudeKey = '_geopoint:lon'

/** Mean radius of the Earth in metres (IUGG). */
export const earthRadius = 6_371_008.8

const prefix = '_geo_distance:'

/** Whether a sort key asks for a distance, well formed or not. */
export const isDistanceKey = (key: string): boolean => key.startsWith(prefix)

/** The key of the distance to a point. */
export const distanceKey = ({ lon, lat }: Point): string => `${prefix}${lon}:${lat}`

/** The point of `_geo_distance:lon:lat`, its longitude brought within [-180, 180]. */
export function pointOfKey(key: string): Point | undefined {
  if (!isDistanceKey(key)) return undefined
  const [lon, lat, ...others] = key.slice(prefix.length).split(':')
  return others.length === 0 ? pointOf(lon, lat) : undefined
}

/** Parses a point; undefined when it is not a position on Earth. */
export function pointOf(lonText: string | undefined, latText: string | undefined): Point | undefined {
  const [lon, lat] = [parseDegrees(lonText), parseDegrees(latText)]
  if (lon === undefined || lat === undefined || Math.abs(lat) > 90 || Math.abs(lon) > 540) return undefined
  return { lon: normalLongitude(lon), lat }
}

/** A plain decimal number; undefined for anything else. */
export function parseDegrees(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(text) ? Number(text) : undefined
}

/** The same meridian within [-180, 180]. */
export function normalLongitude(lon: number): number {
  if (lon > 180) return lon - 360
  return lon < -180 ? lon + 360 : lon
}

/**
 * Great-circle distance in metres, NULL without position. Rounded to the millimetre: the value in a cursor must equal
 * the distance computed for the next page.
 */
export function distanceSql({ lon, lat }: Point): string {
  const cosine = Math.cos((lat * Math.PI) / 180)
  const half = (column: string, degrees: number): string => `pow(sin(radians(${column}-(${degrees}))/2),2)`
  const haversine = `${half('t._lat', lat)}+(${cosine})*cos(radians(t._lat))*${half('t._lon', lon)}`
  return `round(${2 * earthRadius}*asin(min(1.0,sqrt(${haversine}))),3)`
}
