/** The values of a row, in the popup of its place; buttons go through the rows of the place. */
import { useState } from 'preact/hooks'
import { useLoaded } from '../shared/load'
import type { Surroundings } from '../shared/start'
import { hasValue, Value } from '../shared/value'
import type { MapConfig } from './config'
import type { MapMessages } from './messages'
import { readPlace } from './read-places'

type Input = {
  rows: readonly { id: string; name: string }[]
  surroundings: Surroundings
  config: MapConfig
  say: MapMessages
}

export function PlaceDetail({ rows, surroundings, config, say }: Input) {
  const { dataset, formats } = surroundings
  const [at, setAt] = useState(0)
  const { id = '', name = '' } = rows[at] ?? {}
  const { data } = useLoaded(id, () => readPlace(surroundings, config, id))
  const title = (config.label && formats.value(config.label, data?.[config.label.key])) || name || say.unnamed
  const fields = config.fields.filter(({ key }) => hasValue(data?.[key]))
  return (
    <div class="place" aria-live="polite">
      <h2>{title}</h2>
      {rows.length > 1 && (
        <p class="steps">
          <button type="button" aria-label={say.previous} onClick={() => setAt((at + rows.length - 1) % rows.length)}>
            ‹
          </button>
          <span>
            {at + 1} / {rows.length}
          </span>
          <button type="button" aria-label={say.next} onClick={() => setAt((at + 1) % rows.length)}>
            ›
          </button>
        </p>
      )}
      {data ? (
        <dl>
          {fields.map((field) => (
            <div key={field.key}>
              <dt>{field.name}</dt>
              <dd>
                <Value dataset={dataset} field={field} value={data[field.key]} formats={formats} />
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
