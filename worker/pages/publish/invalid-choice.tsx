import { shortened } from '../../schema/cut-text'
import type { View } from '../view'
import { invalidInput } from './corrections'
import type { RetypedColumn } from './retyped'

/** What becomes of the values of a column that are not of the type chosen for it. */
export function InvalidChoice({ view, column, name }: { view: View; column: RetypedColumn; name: string }) {
  const { say } = view
  const { at, type, invalid, isExact, samples, treatments, chosen } = column
  const values = samples.map((sample) => say('quotedValue', { value: shortened(sample, 30) })).join(', ')
  const input = invalidInput(at, type)
  if (treatments.length === 0) return <p class="invalid-values loss">{say('typeUnsuited', { values })}</p>
  return (
    <fieldset class="invalid-values">
      <legend class="visually-hidden">{`${say('invalidValuesOf')}: ${name}`}</legend>
      <p class="loss">{say(isExact ? 'invalidValues' : 'invalidValuesAtLeast', { count: invalid, values })}</p>
      {treatments[0] === 'keep' ? (
        <p>
          <input type="hidden" name={input} value="keep" />
          {say('invalid:keep')}
        </p>
      ) : (
        treatments.map((treatment) => (
          <label class="choice">
            <input type="radio" name={input} value={treatment} checked={treatment === chosen} data-review />
            {say(`invalid:${treatment}`, { count: invalid })}
          </label>
        ))
      )}
    </fieldset>
  )
}
