/** The state of a table is its query, with the parameters of the API, so that the same query returns the data. Pure. */

/** Parameters of the page that are not parameters of the API. */
const own: ReadonlySet<string> = new Set([
  'column',
  'line',
  'after',
  'columns',
  'display',
  'fixed',
  'interaction',
  'selectable',
  'category',
])
const filterForm = /^(.+)_(eq|neq|in|nin|gte|gt|lte|lt|starts|contains|search|exists|nexists)$/

export type ShownFilter = { parameter: string; key: string; operator: string; value: string }

/** The part of the query for the API. */
export function apiQuery(params: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...params].filter(([name]) => !own.has(name)))
}

/** Whether a parameter is a filter, on a field or on a concept. */
export const isFilter = (name: string): boolean => filterForm.test(name) || name.startsWith('_c_')

/** Filters on fields, in order. */
export function filtersOf(params: URLSearchParams): ShownFilter[] {
  return [...params].flatMap(([parameter, value]) => {
    const [, key, operator] = filterForm.exec(parameter) ?? []
    return key !== undefined && operator !== undefined ? [{ parameter, key, operator, value }] : []
  })
}

/** The current sort of a field. */
export function sortOf(params: URLSearchParams, key: string): 'ascending' | 'descending' | undefined {
  const [first] = (params.get('sort') ?? '').split(',')
  if (first === key) return 'ascending'
  return first === `-${key}` ? 'descending' : undefined
}

/** The part of the query that other data tabs keep: search and filters. */
export function sharedQuery(params: URLSearchParams): string {
  const shared = new URLSearchParams([...apiQuery(params)].filter(([name]) => name !== 'select' && name !== 'sort'))
  const query = shared.toString()
  return query ? `?${query}` : ''
}
