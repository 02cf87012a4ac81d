import { shortened } from '../../schema/cut-text'
import type { View } from '../view'
import type { RetypedColumn } from './check-types'
import { invalidInput, zerosInput } from './corrections'

type Props = { view: View; column: RetypedColumn; name: string }

/** What becomes of the values of a column that the type chosen for it does not represent. */
export function InvalidChoice({ view, column, name }: Props) {
  const { say } = view
  const { invalid, samples, treatments } = column
  if (invalid > 0 && treatments.length === 0) {
    return <p class="invalid-values loss">{say('typeUnsuited', { values: quoted(view, samples) })}</p>
  }
  return (
    <fieldset class="invalid-values">
      <legend class="visually-hidden">{say('labelled', { label: say('invalidValuesOf'), text: name })}</legend>
      {invalid > 0 && <Treatments view={view} column={column} />}
      {column.leadingZeros && <LeadingZerosChoice view={view} column={column} zeros={column.leadingZeros} />}
    </fieldset>
  )
}

function Treatments({ view, column }: Pick<Props, 'view' | 'column'>) {
  const { say } = view
  const { at, type, invalid, isExact, samples, treatments, chosen } = column
  const input = invalidInput(at, type)
  return (
    <>
      <p class="loss">
        {say(isExact ? 'invalidValues' : 'invalidValuesAtLeast', { count: invalid, values: quoted(view, samples) })}
      </p>
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
    </>
  )
}

function LeadingZerosChoice(
  props: Pick<Props, 'view' | 'column'> & { zeros: NonNullable<RetypedColumn['leadingZeros']> },
) {
  const { view, column, zeros } = props
  const { say } = view
  const { count, sample, isExact, isAccepted } = zeros
  const value = shortened(sample, 30)
  const number = shortened(sample.replace(/^0+(?=\d)/, ''), 30)
  return (
    <>
      <p class="loss">{say(isExact ? 'zerosLost' : 'zerosLostAtLeast', { count, value, number })}</p>
      <label class="choice">
        <input type="checkbox" name={zerosInput(column.at, column.type)} value="remove" checked={isAccepted} />
        {say('removeZeros')}
      </label>
    </>
  )
}

const quoted = ({ say }: View, samples: readonly string[]): string =>
  samples.map((sample) => say('quotedValue', { value: shortened(sample, 30) })).join(', ')
