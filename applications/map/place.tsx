/** The values of one place, in its popup. */
import { useLoaded } from '../shared/load'
import type { Surroundings } from '../shared/start'
import { hasValue, Value } from '../shared/value'
import type { MapConfig } from './config'
import type { MapMessages } from './messages'
import { readPlace } from './read'

type Input = { id: string; name: string; surroundings: Surroundings; config: MapConfig; say: MapMessages }

export function PlaceDetail({ id, name, surroundings, config, say }: Input) {
  const { formats } = surroundings
  const { data } = useLoaded(id, () => readPlace(surroundings, config, id))
  const title = (config.label && formats.value(config.label, data?.[config.label.key])) || name || say.unnamed
  const fields = config.fields.filter(({ key }) => hasValue(data?.[key]))
  return (
    <div class="place" aria-live="polite">
      <h2>{title}</h2>
      {data ? (
        <dl>
          {fields.map((field) => (
            <div key={field.key}>
              <dt>{field.name}</dt>
              <dd>
                <Value field={field} value={data[field.key]} formats={formats} />
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <p>{surroundings.say.loading}</p>
      )}
    </div>
  )
}
