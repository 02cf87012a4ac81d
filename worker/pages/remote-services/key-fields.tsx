import type { RemoteService } from '../../remote-services'
import type { View } from '../view'

const places = ['header', 'query', 'cookie'] as const

/** The inputs of an API key. */
export function KeyFields(props: { view: View; value?: RemoteService['key']; isRequired?: boolean }) {
  const { view, value, isRequired = false } = props
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
      <label>
        {say('keyValue')}
        <input name="keyValue" type="password" autocomplete="off" required={isRequired} />
      </label>
    </div>
  )
}
