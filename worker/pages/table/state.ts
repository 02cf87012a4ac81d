/** The state of a table is its query, with the parameters of the API, so that the same query returns the data. Pure. */

import { limits } from '../../limits'
import { splitFilter } from '../../schema/filter-suffixes'

/** Parameters of an open panel, of a position in the rows and of the last action: other tabs, and a new search, are without them. */
export const transientParameters = [
  'after',
  'line',
  'column',
  'figures',
  'count',
  'values',
  'saved',
  'added',
  'print',
] as const

/** Rows of a table that is printed with a number of columns. */
export const printedLines = (columns: number): number =>
  Math.min(limits.pages.printedLines, Math.ceil(limits.pages.printedCells / Math.max(1, columns)))

/** The parameters without the transient ones. */
export function withoutTransient(params: URLSearchParams): URLSearchParams {
  const names: readonly string[] = transientParameters
  return new URLSearchParams([...params].filter(([name]) => !names.includes(name)))
}

/** Parameters of the settings of a chart. */
export const chartParameters = [
  'chart',
  'field',
  'metric',
  'metric_field',
  'interval',
  'series',
  'order',
  'top_series',
  'top',
  'others',
] as const

/** Parameters of the settings of a map. */
export const mapParameters = ['category', 'color', 'classes', 'method', 'radius', 'view'] as const

/** Parameters of the page that are not parameters of the API. */
const own: ReadonlySet<string> = new Set([
  ...transientParameters,
  ...chartParameters,
  'columns',
  'display',
  'fixed',
  'widths',
  'timezone',
  'theme',
  'interaction',
  'selectable',
  ...mapParameters,
])

export type ShownFilter = { parameter: string; key: string; operator: string; value: string }

/** The part of the query for the API, with the mode of the search: pages require all words, the API by default does not. */
export function apiQuery(params: URLSearchParams): URLSearchParams {
  const query = withoutOwn(params)
  if (query.has('q')) query.set('q_mode', wordsOf(params))
  return query
}

const withoutOwn = (params: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...params].filter(([name]) => !own.has(name)))

/** The mode of a search: `and`, all its words, `or`, any of them, or another of the API that an address names. */
export function wordsOf(params: URLSearchParams): string {
  const mode = params.get('q_mode') ?? ''
  // An adaptive search decides from the data which words count: its pages could not say what it has done.
  return mode === '' || mode === 'adapt' ? 'and' : mode
}

/** Whether a search has several words, so that its mode matters, and no operators that say it themselves. */
export const hasSeveralWords = (text: string | null): boolean =>
  text !== null && !/[+|"()]/.test(text) && text.trim().split(/\s+/).length > 1

/** Parameters of the API that choose lines, besides filters. */
const choosing = new Set(['q', 'q_mode', 'q_fields', 'qs', 'bbox', 'geo_distance', 'owner', 'account', 'draft'])

/** Parameters of the API that order lines and choose columns. */
const arranging = new Set(['select', 'sort'])

/** The parameters that choose lines: what is grouped, counted and drawn are the lines of the table. */
export function linesQuery(params: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...apiQuery(params)].filter(([name]) => choosing.has(name) || isFilter(name)))
}

/** The address of a file for people, whose headers are the names on the page. Programs read the names of the columns of the file. */
export function downloadAddress(table: string, format: string, query: string): string {
  const params = new URLSearchParams(query)
  if (format === 'csv' || format === 'xlsx' || format === 'ods') params.set('use_labels', 'true')
  return params.size === 0 ? `${table}.${format}` : `${table}.${format}?${params}`
}

/** The name of a file of the lines, without its extension: `suffix` tells that some are left out. */
export const fileNameOf = (name: string, params: URLSearchParams, suffix: string): string =>
  isFiltered(params) ? `${name}-${suffix}` : name

/** Parameters that leave no line out by themselves. */
const neutral = new Set(['draft', 'q_mode', 'q_fields'])

/** Whether some lines are left out. */
export const isFiltered = (params: URLSearchParams): boolean =>
  [...linesQuery(params).keys()].some((name) => !neutral.has(name))

/** Whether a parameter is a filter, on a field or on a concept. */
const isFilter = (name: string): boolean => splitFilter(name) !== undefined || name.startsWith('_c_')

/** The parameters without the filters on a column. */
export const withoutFiltersOf = (params: URLSearchParams, key: string): URLSearchParams =>
  new URLSearchParams([...params].filter(([name]) => splitFilter(name)?.name !== key))

/** Filters on fields, in order. */
export function filtersOf(params: URLSearchParams): ShownFilter[] {
  return [...params].flatMap(([parameter, value]) => {
    const filter = splitFilter(parameter)
    return filter ? [{ parameter, key: filter.name, operator: filter.suffix, value }] : []
  })
}

/** The current sort of a field. */
export function sortOf(params: URLSearchParams, key: string): 'ascending' | 'descending' | undefined {
  const [first] = (params.get('sort') ?? '').split(',')
  if (first === key) return 'ascending'
  return first === `-${key}` ? 'descending' : undefined
}

/** The sort by a column after those of other columns; undefined where there are none, or enough of them. */
export function sortAfter(params: URLSearchParams, key: string): string | undefined {
  const terms = (params.get('sort') ?? '').split(',').filter((term) => term !== '' && term.replace(/^-/, '') !== key)
  return terms.length > 0 && terms.length < limits.pages.sortColumns ? `${terms.join(',')},` : undefined
}

/** The parameters that all tabs pass on, so that each has its filters and settings when the reader comes back. */
export function keptParams(params: URLSearchParams): URLSearchParams {
  const isKept = (name: string) => choosing.has(name) || isFilter(name) || own.has(name) || arranging.has(name)
  return new URLSearchParams([...withoutTransient(params)].filter(([name]) => isKept(name)))
}

/** `keptParams` as the query of an address: empty, or with its question mark. */
export function keptQuery(params: URLSearchParams): string {
  const query = keptParams(params).toString()
  return query ? `?${query}` : ''
}

/** The parameters that do not choose lines: layout, settings of charts and maps. */
export function withoutFilters(params: URLSearchParams): string {
  const others = [...keptParams(params)].filter(
    ([name]) => neutral.has(name) || !(choosing.has(name) || isFilter(name)),
  )
  return others.length > 0 ? `?${new URLSearchParams(others)}` : ''
}
