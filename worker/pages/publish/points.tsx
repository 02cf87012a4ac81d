import type { Dataset } from '../../datasets'
import { compilePlace, placeFields } from '../../geometry'
import { conceptById } from '../../schema/concepts'
import type { Field } from '../../schema/field'
import { ownValue } from '../../schema/own-value'
import type { View } from '../view'
import type { ReadDraft } from './read-draft'

type Props = { view: View; dataset: Dataset; fields: readonly Field[]; read: ReadDraft }

/** The first rows on a map, when columns are coordinates or geometries, or are proposed as such. */
export function PointsMap({ view, fields, read }: Props) {
  const { say, baseUrl } = view
  const features = pointsOf(fields, read)
  if (features.length === 0) return null
  const [longitudes, latitudes] = [0, 1].map((axis) => features.map(({ geometry }) => geometry.coordinates[axis] ?? 0))
  const bounds = [
    Math.min(...(longitudes ?? [])),
    Math.min(...(latitudes ?? [])),
    Math.max(...(longitudes ?? [])),
    Math.max(...(latitudes ?? [])),
  ]
  const texts = { zoomIn: say('zoomIn'), zoomOut: say('zoomOut'), close: say('close'), map: say('tab:map') }
  return (
    <section>
      <h2>{say('tab:map')}</h2>
      <p class="quiet">{say('pointsHelp', { count: features.length })}</p>
      <div
        id="map"
        class="map review-map"
        data-points={JSON.stringify({ type: 'FeatureCollection', features })}
        data-bounds={JSON.stringify(bounds)}
        data-assets={`${baseUrl}/assets/build`}
        data-texts={JSON.stringify(texts)}
        data-language={view.language}
      />
    </section>
  )
}

type Point = { type: 'Feature'; properties: object; geometry: { type: 'Point'; coordinates: [number, number] } }

function pointsOf(fields: readonly Field[], { lines, proposed, projection }: ReadDraft): Point[] {
  const withConcepts = fields.map((field) => {
    const proposal = conceptById(proposed.get(field.key)?.concept)
    return { ...field, 'x-refersTo': field['x-refersTo'] ?? proposal?.identifiers[0] ?? null }
  })
  const located = placeFields(withConcepts)
  if (!located) return []
  const placeOf = compilePlace(located, projection)
  return lines.flatMap((line) => {
    const place = placeOf(withConcepts.map(({ key }) => ownValue(line, key)))
    if (!place || 'misplaced' in place) return []
    return [{ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [place.lon, place.lat] } }]
  })
}
