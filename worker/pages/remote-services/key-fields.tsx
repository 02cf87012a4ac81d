import { Field } from '../components/field'
import type { View } from '../view'

const places = ['header', 'query', 'cookie'] as const

type Props = {
  view: View
  /** The key that is stored, or was sent; its value is not shown. */
  value?: { in: string; name: string } | undefined
  isRequired?: boolean
  /** Why the value was refused. */
  refusal?: string | undefined
}

/** The inputs of an API key. */
export function KeyFields({ view, value, isRequired = false, refusal }: Props) {
  const { say } = view
  return (
    <div class="fields">
      <label>
        {say('keyPlace')}
        <select name="keyIn">
          {places.map((place) => (
            <option value={place} selected={value?.in === place}>
              {say(`keyPlace:${place}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {say('keyName')}
        <input
          name="keyName"
          autocomplete="off"
          value={value?.name ?? ''}
          placeholder="x-api-key"
          required={isRequired}
        />
      </label>
      <Field refusal={refusal}>
        {(attributes) => (
          <label>
            {say('keyValue')}
            <input name="keyValue" type="password" autocomplete="off" required={isRequired} {...attributes} />
          </label>
        )}
      </Field>
    </div>
  )
}
