/** GeoJSON of files that are converted; GeoJSON and WKT of lines, from their JSON with `_geopoint`, `_geoshape` and `_id`. */
import { type Shape, writeWkt } from '../../geometry'

type Line = Record<string, unknown>

/** The members of the collection beside its features. */
type Collection = { total?: number | undefined; bounds: readonly number[] }

/** A FeatureCollection: the total when it was counted, the features, and the bounding box of all matching lines. */
export function featureCollection(lines: readonly Line[], { total, bounds }: Collection): string {
  return JSON.stringify({
    type: 'FeatureCollection',
    ...(total === undefined ? {} : { total }),
    features: lines.map(feature),
    bbox: bounds,
  })
}

/** A line with its geometry, or else its position; without either, it has no geometry. */
export function feature(line: Line): { type: 'Feature'; id: unknown; geometry?: Shape; properties: Line } {
  const { _score, _geoshape, _geocorners, ...others } = line
  const geometry = geometryOf(line)
  if (!geometry) return { type: 'Feature', id: line._id, properties: others }
  const { _geopoint, ...properties } = others
  return { type: 'Feature', id: line._id, geometry, properties: isShape(_geoshape) ? others : properties }
}

/** The geometry of a line: its `_geoshape`, or its `_geopoint`. */
export function geometryOf({ _geoshape, _geopoint }: Line): Shape | undefined {
  if (isShape(_geoshape)) return _geoshape
  const coordinates = pointOf(_geopoint)
  return coordinates && { type: 'Point', coordinates }
}

/** `_geoshape` is cleaned when it is stored. */
const isShape = (value: unknown): value is Shape => typeof value === 'object' && value !== null

/** One collection of the geometries of the lines that have any. */
export function geometryCollection(lines: readonly Line[]): string {
  return writeWkt({ type: 'GeometryCollection', geometries: lines.flatMap((line) => geometryOf(line) ?? []) })
}

/** `lat,lon` as longitude and latitude. */
function pointOf(position: unknown): [lon: number, lat: number] | undefined {
  const [lat, lon, ...others] = typeof position === 'string' ? position.split(',').map(Number) : []
  return lat === undefined || lon === undefined || others.length > 0 ? undefined : [lon, lat]
}

/** A feature of a file in another format. */
export type Feature = { geometry: object | null; properties: Record<string, unknown>; id?: string | number | undefined }

/** Streams features as the text of a GeoJSON file: a piece for each batch, so that the caller can yield to other work. */
export async function* featureCollectionText(batches: AsyncIterable<readonly Feature[]>): AsyncGenerator<string> {
  let before = '{"type":"FeatureCollection","features":[\n'
  for await (const features of batches) {
    let text = ''
    for (const { id, geometry, properties } of features) {
      text += `${before}${JSON.stringify({ type: 'Feature', ...(id === undefined ? {} : { id }), geometry, properties })}`
      before = ',\n'
    }
    yield text
  }
  yield before.startsWith('{') ? `${before}]}` : '\n]}\n'
}
