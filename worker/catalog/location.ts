/** The spatial coverage of a dataset in DCAT-AP. Pure. */
import type { Property, RdfValue } from './rdf'

const geoJsonType = 'https://www.iana.org/assignments/media-types/application/vnd.geo+json'

/** The extent of the rows: in WKT as DCAT-AP recommends, and in GeoJSON, the only one that CKAN stores and udata reads. */
export function location(label: string | undefined, bbox: readonly number[] | undefined): Property[] {
  const ring = bbox?.length === 4 ? cornersOf(bbox) : undefined
  if (!label && !ring) return []
  const geoJson = JSON.stringify({ type: 'Polygon', coordinates: [ring] })
  const properties: Property[] = [
    ...(label ? [['rdfs:label', { text: label }] satisfies Property] : []),
    ...(ring
      ? [
          ['dcat:bbox', wkt(ring)] satisfies Property,
          ['locn:geometry', { text: geoJson, type: geoJsonType }] satisfies Property,
        ]
      : []),
  ]
  return [['dct:spatial', { types: ['dct:Location'], properties }]]
}

function cornersOf([west = 0, south = 0, east = 0, north = 0]: readonly number[]): number[][] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
}

const wkt = (ring: readonly number[][]): RdfValue => ({
  text: `POLYGON((${ring.map((corner) => corner.join(' ')).join(', ')}))`,
  type: 'geo:wktLiteral',
})
