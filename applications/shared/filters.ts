/**
 * Filters in the address of the page. `_c_{concept}_{operator}` concerns every dataset with a column of that concept,
 * `_d_{dataset}_{column}_{operator}` one dataset. Pages that embed several applications share them. Pure.
 */

import type { Dataset, Field } from './application'
import { writeList } from './charting/filter-list'

const operators = [
  'eq',
  'neq',
  'in',
  'nin',
  'gte',
  'gt',
  'lte',
  'lt',
  'starts',
  'contains',
  'search',
  'exists',
  'nexists',
]
type Operator = 'eq' | 'in' | 'gte' | 'lte' | 'search'

/** The filters of an address as parameters of the API of a dataset, except those on one column. */
export function filterParameters(
  address: URLSearchParams,
  dataset: Pick<Dataset, 'id'>,
  without?: Field,
): [name: string, value: string][] {
  const own = `_d_${dataset.id}_`
  const left = without ? new Set(operators.flatMap((operator) => namesOf(dataset, without, operator))) : undefined
  return [...address].flatMap(([name, value]): [string, string][] => {
    if (value === '' || left?.has(name)) return []
    if (name.startsWith('_c_')) return [[name, value]]
    return name.startsWith(own) ? [[name.slice(own.length), value]] : []
  })
}

/** The parameter of the address for a column: that of its concept, which other datasets follow too, else its own. */
function filterName(dataset: Pick<Dataset, 'id'>, { key, concept }: Field, operator: Operator): string {
  return concept ? `_c_${concept}_${operator}` : `_d_${dataset.id}_${key}_${operator}`
}

const namesOf = (dataset: Pick<Dataset, 'id'>, { key, concept }: Field, operator: string): string[] => [
  `_d_${dataset.id}_${key}_${operator}`,
  ...(concept ? [`_c_${concept}_${operator}`] : []),
]

/** The values that an address selects of a column, by `eq` or `in`. */
export function selectedValues(address: URLSearchParams, dataset: Pick<Dataset, 'id'>, field: Field): string[] {
  const [one] = namesOf(dataset, field, 'eq').flatMap((name) => address.get(name) || [])
  const [several] = namesOf(dataset, field, 'in').flatMap((name) => address.get(name) || [])
  return [...(one === undefined ? [] : [one]), ...(several === undefined ? [] : readList(several))]
}

/** The address that selects values of a column: by `eq` one, by `in` several. */
export function withSelected(
  address: URLSearchParams,
  { dataset, field, values }: { dataset: Pick<Dataset, 'id'>; field: Field; values: readonly string[] },
): URLSearchParams {
  const next = new URLSearchParams(address)
  for (const operator of ['eq', 'in']) for (const name of namesOf(dataset, field, operator)) next.delete(name)
  const [first] = values
  if (first !== undefined && values.length === 1) next.set(filterName(dataset, field, 'eq'), first)
  if (values.length > 1) next.set(filterName(dataset, field, 'in'), writeList(values))
  return next
}

/** The same with one value added, or removed when it was selected. */
export function withToggled(
  address: URLSearchParams,
  { dataset, field, value }: { dataset: Pick<Dataset, 'id'>; field: Field; value: string },
): URLSearchParams {
  const before = selectedValues(address, dataset, field)
  const values = before.includes(value) ? before.filter((one) => one !== value) : [...before, value]
  return withSelected(address, { dataset, field, values })
}

export function readList(text: string): string[] {
  if (text.trimStart().startsWith('"')) {
    try {
      const values: unknown = JSON.parse(`[${text}]`)
      if (Array.isArray(values)) return values.map(String)
    } catch {
      // Read as plain values, as the service reports it.
    }
  }
  return text
    .split(',')
    .map((value) => value.trim())
    .filter(Boolean)
}

/** A filter of the address, for people. */
export type ActiveFilter = { name: string; field: Field; operator: string; values: string[] }

/** The filters of the address that concern columns of a dataset. */
export function activeFilters(address: URLSearchParams, dataset: Dataset): ActiveFilter[] {
  return dataset.fields.flatMap((field) =>
    operators.flatMap((operator) =>
      namesOf(dataset, field, operator).flatMap((name) => {
        const value = address.get(name)
        if (!value) return []
        return [{ name, field, operator, values: /^n?in$/.test(operator) ? readList(value) : [value] }]
      }),
    ),
  )
}
