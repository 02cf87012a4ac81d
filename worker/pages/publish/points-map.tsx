import { compileLocation, type LinePosition, locationFields } from '../../geometry'
import { conceptById } from '../../schema/concepts'
import type { Field } from '../../schema/field'
import { ownValue } from '../../schema/own-value'
import type { View } from '../view'
import { positionKey, type ReadDraft } from './read-draft'

type Point = { type: 'Feature'; properties: object; geometry: { type: 'Point'; coordinates: [number, number] } }

/** The first rows on a map: their points, their bounding box, and texts about them. */
type ReviewedPoints = {
  points: { type: 'FeatureCollection'; features: Point[] }
  bounds: number[]
  /** Empty when no column is a coordinate or a geometry. */
  text: string
}

type Props = { view: View; fields: readonly Field[]; read: ReadDraft; pointsUrl: string }

/**
 * The first rows on a map, when columns are coordinates or geometries, or are proposed as such. The island `map` draws them again
 * when a concept, a type or the projection is chosen.
 */
export function PointsMap({ view, fields, read, pointsUrl }: Props) {
  const { say, baseUrl } = view
  const reviewed = pointsOf(view, withProposals(fields, read), read)
  const texts = { zoomIn: say('zoomIn'), zoomOut: say('zoomOut'), close: say('close'), map: say('tab:map') }
  return (
    <section hidden={reviewed.text === ''}>
      <h2>{say('tab:map')}</h2>
      <p class="quiet" role="status" data-points-text>
        {reviewed.text}
      </p>
      <div
        id="map"
        class="map review-map"
        hidden={reviewed.points.features.length === 0}
        data-points={JSON.stringify(reviewed)}
        data-follows={pointsUrl}
        data-assets={`${baseUrl}/assets/build`}
        data-texts={JSON.stringify(texts)}
        data-language={view.language}
      />
    </section>
  )
}

/** The fields with the concepts that are proposed for them. */
const withProposals = (fields: readonly Field[], { proposed }: ReadDraft): Field[] =>
  fields.map((field) => {
    const proposal = conceptById(proposed.get(field.key)?.concept)
    return { ...field, 'x-refersTo': field['x-refersTo'] ?? proposal?.identifiers[0] ?? null }
  })

/** The computed position of a line (`_geopoint`), for geometries that are truncated in pages of lines. */
function storedPlace(line: Record<string, unknown>): { lat: number; lon: number } | undefined {
  const [lat, lon] = String(ownValue(line, positionKey) ?? '')
    .split(',')
    .map(Number)
  return lat !== undefined && lon !== undefined && !Number.isNaN(lat + lon) ? { lat, lon } : undefined
}

/** The points of some lines, by the concepts of their fields. */
export function pointsOf(
  { say }: View,
  fields: readonly Field[],
  { lines, projection, bbox }: Pick<ReadDraft, 'lines' | 'projection' | 'bbox'>,
): ReviewedPoints {
  const located = locationFields(fields)
  const placeOf = located && compileLocation(located, projection)
  const places = lines.flatMap((line) => {
    const position = placeOf?.(fields.map(({ key }) => ownValue(line, key)))
    const isCut = position && 'invalidField' in position && position.invalidField === located?.shape
    const shown = isCut ? storedPlace(line) : position
    if (!shown || 'invalidField' in shown) return []
    const { lon, lat } = shown
    // The extent of a geometry that is cut is within that of all rows.
    const own: LinePosition = shown
    const extent: readonly number[] | undefined = isCut ? bbox : own.bounds
    return [{ lon, lat, bounds: extent && extent.length === 4 ? extent : [lon, lat, lon, lat] }]
  })
  const features = places.map(
    ({ lon, lat }): Point => ({
      type: 'Feature',
      properties: {},
      geometry: { type: 'Point', coordinates: [lon, lat] },
    }),
  )
  const along = (side: number) => places.map(({ bounds }) => bounds[side] ?? 0)
  return {
    points: { type: 'FeatureCollection', features },
    bounds:
      places.length > 0
        ? [Math.min(...along(0)), Math.min(...along(1)), Math.max(...along(2)), Math.max(...along(3))]
        : [],
    text: features.length > 0 ? say('pointsHelp', { count: features.length }) : located ? say('pointsNone') : '',
  }
}
