/** Fields of schemas and columns of files, as unit tests write them. */
import type { DetectedField, Field } from '../../worker/schema/field'

export const field = (key: string, type: Field['type'] = 'string', rest: Partial<Field> = {}): Field => ({
  key,
  type,
  ...rest,
})
export const column = (key: string, type: DetectedField['type'] = 'string', rest: Partial<DetectedField> = {}) => ({
  key,
  'x-originalName': key.toUpperCase(),
  type,
  ...rest,
})
export const lat = 'http://schema.org/latitude'
export const lon = 'http://schema.org/longitude'
export const latLon = 'http://www.w3.org/2003/01/geo/wgs84_pos#lat_long'
export const geometry = 'https://purl.org/geojson/vocab#geometry'

/** The keys, types and formats of the columns of a file. */
export const typesOf = (schema: readonly { key: string; type: string; format?: string }[]) =>
  schema
    .filter(({ key }) => !key.startsWith('_'))
    .map(({ key, type, format }) => [key, type, ...(format ? [format] : [])])
