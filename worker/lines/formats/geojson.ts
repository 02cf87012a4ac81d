/** GeoJSON and WKT of lines (contract lines §2.4, §2.5), made of their JSON with `_geopoint` and `_id` in it. */

type Line = Record<string, unknown>

/** What surrounds the features. */
export type Collection = { total?: number | undefined; bounds: readonly number[] }

/** A FeatureCollection: total when known, features, and the box around all lines that match. */
export function featureCollection(lines: readonly Line[], { total, bounds }: Collection): string {
  return JSON.stringify({
    type: 'FeatureCollection',
    ...(total === undefined ? {} : { total }),
    features: lines.map(feature),
    bbox: bounds,
  })
}

/** A line with its position as geometry; without one, it has no geometry. */
function feature(line: Line): object {
  const { _geopoint, _score, _geoshape, _geocorners, ...properties } = line
  const point = pointOf(_geopoint)
  const geometry = point ? { geometry: { type: 'Point', coordinates: point } } : {}
  return { type: 'Feature', id: line._id, ...geometry, properties }
}

/** One collection of the points of the lines that have any. */
export function geometryCollection(lines: readonly Line[]): string {
  const points = lines.flatMap((line) => {
    const point = pointOf(line._geopoint)
    return point ? [`POINT (${point.join(' ')})`] : []
  })
  return points.length === 0 ? 'GEOMETRYCOLLECTION EMPTY' : `GEOMETRYCOLLECTION (${points.join(', ')})`
}

/** `lat,lon` of data as longitude and latitude. */
function pointOf(position: unknown): [lon: number, lat: number] | undefined {
  const [lat, lon, ...others] = typeof position === 'string' ? position.split(',').map(Number) : []
  return lat === undefined || lon === undefined || others.length > 0 ? undefined : [lon, lat]
}
