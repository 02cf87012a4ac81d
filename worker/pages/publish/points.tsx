import type { Dataset } from '../../datasets'
import { conceptOf } from '../../schema/concepts'
import type { Field } from '../../schema/field'
import { ownValue } from '../../schema/own-value'
import type { View } from '../view'
import type { ReadDraft } from './read-draft'

type Props = { view: View; dataset: Dataset; fields: readonly Field[]; read: ReadDraft }

/** The first rows on a map, when two columns are a latitude and a longitude, or are proposed as such. */
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

function pointsOf(fields: readonly Field[], { lines, proposed }: ReadDraft): Point[] {
  const isA = (concept: string) => (field: Field) =>
    (conceptOf(field['x-refersTo'] ?? '')?.id ?? proposed.get(field.key)?.concept) === concept
  const [latitude, longitude] = [fields.find(isA('latitude')), fields.find(isA('longitude'))]
  if (!latitude || !longitude) return []
  return lines.flatMap((line) => {
    const [x, y] = [ownValue(line, longitude.key), ownValue(line, latitude.key)]
    if (typeof x !== 'number' || typeof y !== 'number') return []
    return [{ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [x, y] } }]
  })
}
