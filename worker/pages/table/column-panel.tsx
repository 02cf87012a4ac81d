import type { FieldStatistics } from '../../datasets'
import { isSortableField } from '../../lines'
import { capable } from '../../schema/capabilities'
import type { Field } from '../../schema/field'
import { changed } from '../address'
import { Icon } from '../components/icon'
import { Markdown } from '../components/markdown'
import { SidePanel } from '../components/panel'
import { HiddenInputs } from '../components/search-form'
import type { View } from '../view'
import { Distribution } from './distribution'
import { kindOf, nameOf, TypeMark } from './field'

type Props = {
  view: View
  address: string
  params: URLSearchParams
  field: Field
  statistics: FieldStatistics | undefined
}

/** The panel of a column: sort, filters, frequent values. */
export function ColumnPanel({ view, address, params, field, statistics }: Props) {
  const { say } = view
  const link = (changes: Record<string, string | undefined>) =>
    address + changed(params, { column: undefined, after: undefined, ...changes })
  return (
    <SidePanel view={view} title={nameOf(field)} close={link({})}>
      <p class="quiet">
        <TypeMark view={view} field={field} /> · <code>{field.key}</code>
        {field['x-concept'] && ` · ${field['x-concept'].title}`}
      </p>
      {field.description && <Markdown text={field.description} view={view} />}
      {isSortableField(field) && (
        <p class="button-row">
          <a class="button" href={link({ sort: field.key })} data-swap rel="nofollow">
            <Icon name="up" />
            {say('sortUp')}
          </a>
          <a class="button" href={link({ sort: `-${field.key}` })} data-swap rel="nofollow">
            <Icon name="down" />
            {say('sortDown')}
          </a>
        </p>
      )}
      <FilterForm view={view} address={address} params={params} field={field} />
      {statistics && <Distribution view={view} field={field} statistics={statistics} />}
      {statistics && statistics.frequent.length > 0 && (
        <section>
          <h3>{say('frequentValues')}</h3>
          <FrequentValues view={view} field={field} statistics={statistics} link={link} />
        </section>
      )}
    </SidePanel>
  )
}

function FrequentValues(props: {
  view: View
  field: Field
  statistics: FieldStatistics
  link: (changes: Record<string, string>) => string
}) {
  const { view, field, statistics, link } = props
  const filters = capable(field, 'index') && kindOf(field) !== 'date-time'
  return (
    <ul class="frequent">
      {statistics.frequent.map(([value, count]) => (
        <li>
          {filters && kindOf(field) === 'text' ? (
            <a href={link({ [`${field.key}_eq`]: value })} data-swap rel="nofollow">
              {value}
            </a>
          ) : (
            <span>{value}</span>
          )}
          <meter min={0} max={1} value={count / statistics.filled} aria-label={value} />
          <span class="count">{view.number(count)}</span>
        </li>
      ))}
    </ul>
  )
}

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
  const kind = kindOf(field)
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

function FilterForm({ view, address, params, field }: Omit<Props, 'statistics'>) {
  const { say } = view
  const inputs = inputsOf(field)
  const names = new Set([
    ...inputs.map(({ suffix }) => `${field.key}_${suffix}`),
    `${field.key}_exists`,
    `${field.key}_nexists`,
  ])
  if (kindOf(field) === 'boolean') names.add(`${field.key}_eq`)
  const presence = params.has(`${field.key}_exists`) ? 'exists' : params.has(`${field.key}_nexists`) ? 'nexists' : ''
  return (
    <form action={address} class="filter" data-swap>
      <HiddenInputs params={params} without={[...names, 'column', 'after', 'line']} />
      {inputs.map(({ suffix, label, type }) => (
        <label>
          {say(label)}
          <input
            type={type}
            name={`${field.key}_${suffix}`}
            value={params.get(`${field.key}_${suffix}`) ?? ''}
            {...(type === 'number' ? { step: 'any' } : {})}
          />
        </label>
      ))}
      {kindOf(field) === 'boolean' && (
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
