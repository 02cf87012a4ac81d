/** The state of a table is its query: the names are those of the API, so that the same query gives the data. Pure. */

/** Parameters of the page that the API does not know. */
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

/** What of the query the API is asked. */
export function askedOfApi(params: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...params].filter(([name]) => !own.has(name)))
}

/** Whether a parameter is a filter, on a field or on a concept. */
export const isFilter = (name: string): boolean => filterForm.test(name) || name.startsWith('_c_')

/** Filters on fields, in their order. */
export function filtersOf(params: URLSearchParams): ShownFilter[] {
  return [...params].flatMap(([parameter, value]) => {
    const [, key, operator] = filterForm.exec(parameter) ?? []
    return key !== undefined && operator !== undefined ? [{ parameter, key, operator, value }] : []
  })
}

/** How a field is sorted now. */
export function sortOf(params: URLSearchParams, key: string): 'ascending' | 'descending' | undefined {
  const [first] = (params.get('sort') ?? '').split(',')
  if (first === key) return 'ascending'
  return first === `-${key}` ? 'descending' : undefined
}

/** What the other data tabs keep of the query: searches and filters. */
export function sharedQuery(params: URLSearchParams): string {
  const kept = new URLSearchParams([...askedOfApi(params)].filter(([name]) => name !== 'select' && name !== 'sort'))
  const query = kept.toString()
  return query ? `?${query}` : ''
}
