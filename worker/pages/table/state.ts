/** The state of a table is its query, with the parameters of the API, so that the same query returns the data. Pure. */

/** Parameters of the page that are not parameters of the API. */
const own: ReadonlySet<string> = new Set([
  'column',
  'line',
  'after',
  'columns',
  'display',
  'fixed',
  'widths',
  'figures',
  'interaction',
  'selectable',
  'category',
  'color',
  'classes',
  'method',
  'radius',
  'view',
])
const filterForm = /^(.+)_(eq|neq|in|nin|gte|gt|lte|lt|starts|contains|search|exists|nexists)$/

export type ShownFilter = { parameter: string; key: string; operator: string; value: string }

/** The part of the query for the API, with the mode of the search: pages require all words, the API by default does not. */
export function apiQuery(params: URLSearchParams): URLSearchParams {
  const query = withoutOwn(params)
  if (query.has('q')) query.set('q_mode', wordsOf(params))
  return query
}

const withoutOwn = (params: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...params].filter(([name]) => !own.has(name)))

/** Modes of a search that a reader chooses between: lines with all its words, or with any of them. */
export type Words = 'and' | 'or'

/** The mode of a search; that of an address that other pages link to may be another of the API. */
export function wordsOf(params: URLSearchParams): string {
  const mode = params.get('q_mode') ?? ''
  // An adaptive search decides from the data which words count: its pages could not say what it has done.
  return mode === '' || mode === 'adapt' ? 'and' : mode
}

/** Whether a search has several words, so that its mode matters, and no operators that say it themselves. */
export const hasSeveralWords = (text: string | null): boolean =>
  /^[^+|"()]*[^\s+|"()]\s+[^\s+|"()][^+|"()]*$/.test(text ?? '')

/** The parameters that choose lines: what is grouped, counted and drawn are the lines of the table. */
export function linesQuery(params: URLSearchParams): URLSearchParams {
  return new URLSearchParams(
    [...apiQuery(params)].filter(([name]) => ['q', 'q_mode', 'draft'].includes(name) || isFilter(name)),
  )
}

/** Whether some lines are left out. */
export const isFiltered = (params: URLSearchParams): boolean =>
  [...linesQuery(params).keys()].some((name) => name !== 'draft')

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
  const shared = new URLSearchParams([...withoutOwn(params)].filter(([name]) => name !== 'select' && name !== 'sort'))
  const query = shared.toString()
  return query ? `?${query}` : ''
}
