import { capable } from '../../schema/capabilities'
import type { Field } from '../../schema/field'
import { Icon } from '../components/icon'
import { changed } from '../page-query'
import { cellKind, nameOf } from '../table/field'
import { ActiveFilters } from '../table/toolbar'
import type { View } from '../view'

type Props = { view: View; address: string; params: URLSearchParams; fields: readonly Field[] }

/** The current filters, and a menu of the columns that rows can be filtered by: each opens its panel. */
export function FilterMenu({ view, address, params, fields, hasSearch }: Props & { hasSearch: boolean }) {
  const filterable = fields.filter(isFilterable)
  return (
    <div class="filter-menu">
      {filterable.length > 0 && (
        <details class="menu">
          <summary>
            <Icon name="filter" />
            {view.say('addFilter')}
          </summary>
          <div class="menu-body columns">
            {filterable.map((field) => (
              <a href={address + changed(params, { column: field.key })} data-swap="keep" rel="nofollow">
                {nameOf(field)}
              </a>
            ))}
          </div>
        </details>
      )}
      <ActiveFilters view={view} address={address} params={params} all={fields} hasSearch={hasSearch} />
    </div>
  )
}

const isFilterable = (field: Field): boolean =>
  !field['x-calculated'] && cellKind(field) !== 'place' && (capable(field, 'index') || capable(field, 'text'))
