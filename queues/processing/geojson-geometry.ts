/** The projection and the geometry column of a GeoJSON file. */
import { problem } from '../../worker/errors'
import type { RecordReader } from '../../worker/formats/record-reader'
import { epsgCodeOf, type ProjectionCode, projectionCodes } from '../../worker/geometry'
import type { DetectedField } from '../../worker/schema/field'

const concepts = {
  geographic: 'https://purl.org/geojson/vocab#geometry',
  projected: 'http://data.ign.fr/def/geometrie#Geometry',
} as const

/** The projection declared in the file; undefined for WGS 84. @throws `projection-unsupported` */
export function declaredProjection({ crs }: RecordReader): ProjectionCode | undefined {
  const code = crs === undefined ? undefined : epsgCodeOf(crs)
  if (code === undefined || code === 'EPSG:4326') return undefined
  const projection = projectionCodes.find((name) => name === code)
  if (!projection) throw problem('projection-unsupported', { code, supported: projectionCodes.join(', ') })
  return projection
}

/** The geometry column has the geometry concept and is a string, whatever its values look like. */
export function withGeometry(detected: DetectedField[], projection: ProjectionCode | undefined): DetectedField[] {
  const concept = projection ? concepts.projected : concepts.geographic
  return detected.map((field) =>
    field['x-originalName'] === 'geometry'
      ? { key: field.key, 'x-originalName': field['x-originalName'], type: 'string', concept }
      : field,
  )
}
