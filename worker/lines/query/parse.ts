import { problem } from '../../errors'
import { limits } from '../../limits'
import { capable } from '../../schema/capabilities'
import type { Field } from '../../schema/field'
import { dateMatchOf } from './date-match'
import { parseFilter } from './filters'
import { geoOf } from './geo'
import { filterRefused, isSearched, isSortable, sortRefused, systemKeys } from './operations'
import { distanceKey, isDistanceKey, pointOfKey } from './position'
import { conditionOfQuery } from './qs-conditions'
import {
  type Filter,
  type Format,
  formats,
  type LinesRequest,
  type SearchMode,
  type SearchRequest,
  searchModes,
} from './request'
import type { Scalar } from './text'

/** What would change the set of lines and is not there yet: refused, since an answer without it would be a wrong answer. */
const missingParameters = ['owner', 'account']
const missingFormats: ReadonlySet<string> = new Set(['shp', 'pbf', 'mvt', 'vt'])

/** Parameters that are never column filters. */
const reserved: ReadonlySet<string> = new Set(['q_fields', 'q_mode'])

const samplings = ['max', 'neighbors']

/**
 * Reads the parameters of `GET /lines` (contract lines §1.2–1.6, §2.1). Unknown parameters are ignored, except those
 * that end with a filter suffix.
 *
 * @param fields the schema, calculated fields included
 * @param located lines have positions
 * @throws Problem 400 naming the parameter, 501 for what is not there yet
 */
export function parseLinesQuery(
  params: URLSearchParams,
  fields: readonly Field[],
  located = fields.some(({ key }) => key === '_geopoint'),
): LinesRequest {
  for (const parameter of missingParameters) {
    if (params.get(parameter)) throw problem('not-implemented', { what: `The parameter "${parameter}"` })
  }
  const format = formatOf(params.get('format'), located)
  const after = afterOf(params.get('after'))
  const { filters, searches } = conditionsOf(params, fields)
  filters.push(...dateMatchOf(params, fields))
  const { conditions, near } = geoOf(params, located)
  const query = params.get('qs')?.trim()
  if (query) conditions.push(conditionOfQuery(query, fields, searchFieldsOf(params.get('q_fields'), fields)))
  checkSampling(params.get('sampling'))
  const request: LinesRequest = {
    format,
    ...windowOf(params, format, after !== undefined),
    sort: sortOf(params.get('sort'), fields, located),
    searches,
    filters,
    count: params.get('count') !== 'false',
    header: params.get('header') !== 'false',
    separator: params.get('sep')?.replaceAll('\0', '') || ',',
    arrays: params.get('arrays') === 'true',
  }
  const select = selectOf(params.get('select'), fields)
  if (select) request.select = select
  if (after) request.after = after
  if (conditions.length > 0) request.conditions = conditions
  if (near) request.near = near
  const collapse = collapseOf(params.get('collapse'), fields)
  if (collapse !== undefined) request.collapse = collapse
  const html = params.get('html')
  if (html === 'true' || html === 'vuetify') request.html = html === 'true' ? 'cut' : 'whole'
  const highlight = highlightOf(params.get('highlight'), fields)
  if (highlight.length > 0) request.highlight = highlight
  const truncate = params.get('truncate')
  if (truncate) request.truncate = wholeNumber('truncate', truncate, 1)
  return request
}

function formatOf(text: string | null, located: boolean): Format {
  if (text && missingFormats.has(text)) throw problem('not-implemented', { what: `The format "${text}"` })
  const format = formats.find((known) => known === text) ?? 'json'
  if ((format === 'geojson' || format === 'wkt') && !located) throw problem('format-not-geolocalized', { format })
  return format
}

/** Lines and page; a CSV of any size is streamed, so only its page is bounded. */
function windowOf(params: URLSearchParams, format: Format, follows: boolean): { size: number; page: number } {
  const { defaultSize, maxSize, maxWindow } = limits.lines
  const size = params.get('size') ? wholeNumber('size', params.get('size') ?? '', 0) : defaultSize
  const page = params.get('page') ? wholeNumber('page', params.get('page') ?? '', 1) : 1
  if (format === 'csv' && (page === 1 || follows)) return { size, page }
  if (size > maxSize || (!follows && page * size > maxWindow)) throw problem('window-too-large', { max: maxWindow })
  return { size, page }
}

function wholeNumber(parameter: string, text: string, min: number): number {
  const value = /^\d{1,15}$/.test(text.trim()) ? Number(text) : -1
  if (value >= min) return value
  throw problem('parameter-invalid', {
    parameter,
    reason: `"${text.slice(0, 100)}" is not a whole number from ${min}.`,
  })
}

/** The inside of a JSON array of scalars. */
function afterOf(text: string | null): Scalar[] | undefined {
  if (text === null || text === '') return undefined
  try {
    const parsed: unknown = JSON.parse(`[${text}]`)
    if (Array.isArray(parsed) && parsed.every(isScalar)) return parsed
  } catch {
    // Said below.
  }
  throw problem('after-malformed')
}

const isScalar = (value: unknown): value is Scalar =>
  value === null || typeof value === 'string' || typeof value === 'number'

const keysOf = (text: string): string[] =>
  text
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '')

function selectOf(text: string | null, fields: readonly Field[]): string[] | undefined {
  const keys = keysOf(text ?? '')
  if (keys.length === 0 || keys.includes('*')) return undefined
  for (const key of keys) {
    if (!systemKeys.has(key) && !fields.some((field) => field.key === key)) {
      throw problem('select-field-unknown', { field: key })
    }
  }
  return [...new Set(keys)]
}

function collapseOf(key: string | null, fields: readonly Field[]): string | undefined {
  if (!key) return undefined
  const field = fields.find((candidate) => candidate.key === key)
  if (!field && (key === '_score' || !systemKeys.has(key))) {
    throw problem('field-unknown', { parameter: 'collapse', field: key })
  }
  if (field?.separator) throw problem('collapse-refused', { field: key })
  return key
}

function highlightOf(text: string | null, fields: readonly Field[]): string[] {
  return keysOf(text ?? '').map((key) => {
    const field = fields.find((candidate) => candidate.key === key)
    if (!field) throw problem('field-unknown', { parameter: 'highlight', field: key })
    if (!isSearched(field)) throw filterRefused(field, 'highlight', 'textStandard')
    return key
  })
}

function checkSampling(sampling: string | null): void {
  if (!sampling || samplings.includes(sampling)) return
  throw problem('parameter-invalid', { parameter: 'sampling', reason: 'Sampling can be "max" or "neighbors".' })
}

function sortOf(text: string | null, fields: readonly Field[], located: boolean): LinesRequest['sort'] {
  const terms = new Map<string, boolean>()
  for (const term of keysOf(text ?? '')) {
    const descending = term.startsWith('-')
    const written = descending ? term.slice(1) : term
    const key = isDistanceKey(written) ? distanceSort(written, located) : written
    const field = fields.find((candidate) => candidate.key === key)
    if (!systemKeys.has(key) && !isDistanceKey(key)) {
      if (!field) throw problem('sort-field-unknown', { field: key })
      if (!isSortable(field)) throw sortRefused(field)
    }
    if (!terms.has(key)) terms.set(key, descending)
  }
  if (terms.size > limits.lines.maxSortKeys) {
    throw problem('parameter-invalid', { parameter: 'sort', reason: `more than ${limits.lines.maxSortKeys} fields.` })
  }
  return [...terms].map(([key, descending]) => ({ key, descending }))
}

function distanceSort(key: string, located: boolean): string {
  if (!located) throw problem('sort-not-geolocalized')
  const point = pointOfKey(key)
  if (point) return distanceKey(point)
  const reason = `"${key.slice(0, 100)}" is not _geo_distance:lon:lat.`
  throw problem('parameter-invalid', { parameter: 'sort', reason })
}

function conditionsOf(params: URLSearchParams, fields: readonly Field[]) {
  const filters: Filter[] = []
  const searches: SearchRequest[] = []
  for (const parameter of ['q', '_c_q']) {
    const search = searchOf(params, parameter, fields)
    if (search) searches.push(search)
  }
  for (const [parameter, value] of params) {
    const parsed = reserved.has(parameter) ? undefined : parseFilter(parameter, value, fields)
    if (parsed && 'filter' in parsed) filters.push(parsed.filter)
    if (parsed && 'search' in parsed) searches.push(checkedLength(parsed.search))
  }
  if (filters.length + searches.length > limits.lines.maxConditions) {
    const [parameter = ''] = [...params.keys()].slice(-1)
    throw problem('parameter-invalid', { parameter, reason: `more than ${limits.lines.maxConditions} conditions.` })
  }
  return { filters, searches }
}

function searchOf(params: URLSearchParams, parameter: string, fields: readonly Field[]): SearchRequest | undefined {
  const among = searchFieldsOf(params.get('q_fields'), fields)
  const text = params.get(parameter)?.trim()
  if (!text) return undefined
  const mode = params.get('q_mode') || 'adapt'
  if (!isMode(mode)) {
    throw problem('parameter-invalid', { parameter: 'q_mode', reason: `accepted values: ${searchModes.join(', ')}.` })
  }
  const search: SearchRequest = { parameter, text, mode, ranked: parameter === 'q' }
  return checkedLength(among ? { ...search, fields: among } : search)
}

const isMode = (mode: string): mode is SearchMode => searchModes.some((known) => known === mode)

function checkedLength(search: SearchRequest): SearchRequest {
  if (search.text.length <= limits.lines.maxSearchChars) return search
  const reason = `more than ${limits.lines.maxSearchChars} characters.`
  throw problem('parameter-invalid', { parameter: search.parameter, reason })
}

function searchFieldsOf(text: string | null, fields: readonly Field[]): string[] | undefined {
  const keys = keysOf(text ?? '')
  for (const key of keys) {
    const field = fields.find((candidate) => candidate.key === key)
    if (!field) throw problem('field-unknown', { parameter: 'q_fields', field: key })
    const isFound = isSearched(field) || capable(field, 'index') || capable(field, 'wildcard')
    if (!isFound) throw filterRefused(field, 'q_fields', 'textStandard')
  }
  return keys.length > 0 ? keys : undefined
}
