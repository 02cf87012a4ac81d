import type { Field } from '../../schema/field'
import { Icon } from '../components/icon'
import { changed } from '../page-query'
import type { ShownFilter } from '../table/state'
import type { View } from '../view'
import { filterText, labelOf } from './filter-text'
import { periodFilter, periodIn } from './period'
import { periodName } from './periods'

type Props = {
  view: View
  address: string
  params: URLSearchParams
  all: readonly Field[]
  filter: ShownFilter
}

/** A filter in words, which a click removes. The two bounds of a year or a month are one. */
export function FilterChip({ view, address, params, all, filter }: Props) {
  const { key, operator, parameter } = filter
  const period = operator === 'gte' || operator === 'lte' ? periodIn(params, key) : undefined
  if (period && operator === 'lte') return null
  const changes = period ? periodFilter(key, undefined) : { [parameter]: undefined }
  return (
    <li>
      <a
        class="chip"
        href={address + changed(params, { ...changes, after: undefined })}
        data-swap
        title={view.say('removeFilter')}
      >
        {period
          ? view.say('labelled', { label: labelOf(key, all), text: periodName(view, period) })
          : filterText(view, filter, all)}
        <Icon name="close" />
      </a>
    </li>
  )
}
