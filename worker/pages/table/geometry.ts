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
