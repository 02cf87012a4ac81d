import type { FieldStatistics } from '../../datasets'
import { capable } from '../../schema/capabilities'
import type { Field } from '../../schema/field'
import { HiddenInputs } from '../components/search-form'
import { cellKind } from '../table/field'
import type { View } from '../view'

type Input = {
  suffix: string
  label:
    | 'filter:eq'
    | 'filter:gte'
    | 'filter:lte'
    | 'filter:search'
    | 'filter:starts'
    | 'filter:since'
    | 'filter:before'
  type: string
}

/** The filter operators of a type of column. */
function inputsOf(field: Field): Input[] {
  const kind = cellKind(field)
  if (!capable(field, 'index')) {
    return capable(field, 'text') ? [{ suffix: 'search', label: 'filter:search', type: 'search' }] : []
  }
  switch (kind) {
    case 'number':
      return [
        { suffix: 'gte', label: 'filter:gte', type: 'number' },
        { suffix: 'lte', label: 'filter:lte', type: 'number' },
      ]
    case 'date':
    case 'date-time':
      return [
        { suffix: 'gte', label: 'filter:since', type: 'date' },
        { suffix: 'lte', label: 'filter:before', type: 'date' },
      ]
    case 'boolean':
      return []
    default:
      return [
        ...(capable(field, 'text')
          ? [{ suffix: 'search', label: 'filter:search', type: 'search' } satisfies Input]
          : []),
        { suffix: 'starts', label: 'filter:starts', type: 'text' },
        { suffix: 'eq', label: 'filter:eq', type: 'text' },
      ]
  }
}

type Props = {
  view: View
  address: string
  params: URLSearchParams
  field: Field
  /** The extremes of the values are the placeholders of the bounds. */
  statistics: Pick<FieldStatistics, 'min' | 'max'> | undefined
}

/** The filters of a column. */
export function FilterForm({ view, address, params, field, statistics }: Props) {
  const { say } = view
  const inputs = inputsOf(field)
  const names = new Set([
    ...inputs.map(({ suffix }) => `${field.key}_${suffix}`),
    `${field.key}_exists`,
    `${field.key}_nexists`,
  ])
  if (cellKind(field) === 'boolean') names.add(`${field.key}_eq`)
  const extremes = new Map([
    ['gte', statistics?.min],
    ['lte', statistics?.max],
  ])
  const placeholderOf = (extreme: unknown) => (typeof extreme === 'number' ? view.figure(extreme, false) : '')
  const presence = params.has(`${field.key}_exists`) ? 'exists' : params.has(`${field.key}_nexists`) ? 'nexists' : ''
  return (
    <form action={address} class="filter" data-swap>
      <HiddenInputs params={params} without={[...names, 'after', 'line']} />
      <div class={inputs.some(({ suffix }) => extremes.has(suffix)) ? 'inputs bounds' : 'inputs'}>
        {inputs.map(({ suffix, label, type }) => (
          <label>
            {say(label)}
            <input
              type={type}
              name={`${field.key}_${suffix}`}
              value={params.get(`${field.key}_${suffix}`) ?? ''}
              {...(type === 'number' ? { step: 'any', placeholder: placeholderOf(extremes.get(suffix)) } : {})}
            />
          </label>
        ))}
      </div>
      {cellKind(field) === 'boolean' && (
        <label>
          {say('filter:eq')}
          <select name={`${field.key}_eq`}>
            {['', 'true', 'false'].map((value) => (
              <option value={value} selected={params.get(`${field.key}_eq`) === value}>
                {value === '' ? say('any') : say(value === 'true' ? 'yes' : 'no')}
              </option>
            ))}
          </select>
        </label>
      )}
      {capable(field, 'index') && (
        <fieldset>
          <legend>{say('presence')}</legend>
          <label>
            <input type="checkbox" name={`${field.key}_exists`} value="true" checked={presence === 'exists'} />{' '}
            {say('filled')}
          </label>
          <label>
            <input type="checkbox" name={`${field.key}_nexists`} value="true" checked={presence === 'nexists'} />{' '}
            {say('emptyOnes')}
          </label>
        </fieldset>
      )}
      <button class="primary" type="submit">
        {say('apply')}
      </button>
    </form>
  )
}
