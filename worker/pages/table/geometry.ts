/** Geometries in cells: what they are, in place of their coordinates. Pure. */
import type { MessageKey } from '../messages'
import type { View } from '../view'

const typeForm = /^\s*\{\s*"type"\s*:\s*"(\w+)"|"type"\s*:\s*"(\w+)"\s*\}?\s*$|^\s*(\w+)\s*\(/
const names = [
  'geometry:Point',
  'geometry:MultiPoint',
  'geometry:LineString',
  'geometry:MultiLineString',
  'geometry:Polygon',
  'geometry:MultiPolygon',
  'geometry:GeometryCollection',
  'geometry:Feature',
] as const satisfies MessageKey[]

/** The type of a GeoJSON or WKT text, which may be cut; undefined for another text. */
export function geometryText({ say }: Pick<View, 'say'>, text: string): string | undefined {
  const [, json, last, wkt] = typeForm.exec(text) ?? []
  const type = (json ?? last ?? wkt ?? '').toLowerCase()
  const name = names.find((key) => key.toLowerCase() === `geometry:${type}`)
  return name && say(name)
}

/** `48.51,2.35` in the numbers of the reader; undefined for another text. */
export function coordinatesText({ figure }: Pick<View, 'figure'>, text: string): string | undefined {
  const [, latitude, longitude] = /^\s*(-?\d{1,3}(?:\.\d+)?)\s*,\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(text) ?? []
  if (latitude === undefined || longitude === undefined) return undefined
  const values = [latitude, longitude].map((value) => figure(Number(value), false))
  return values.join(values.some((value) => value.includes(',')) ? ' ; ' : ', ')
}
