import { problem } from '../../../errors'
import type { Tile } from '../../../formats/geo/vector-tile'
import { limits } from '../../../limits'
import { Parameters, type ReadableParameters } from '../../../net/parameters'
import { wholeNumber } from '../../../net/whole-number'
import { capable } from '../../../schema/capabilities'
import { excerptOf } from '../../../schema/cut-text'
import type { Field } from '../../../schema/field'
import { parseWellFormed } from '../../../schema/well-formed'
import { typedWords } from '../../search/words'
import { filterRefused, isSearched, isSortable, sortRefused, systemKeys } from '../capability-errors'
import { accountField } from '../columns'
import { distanceKey, isDistanceKey, pointOfKey } from '../position'
import {
  type Filter,
  type Format,
  formats,
  geometric,
  type LinesRequest,
  type Sampling,
  type SearchMode,
  type SearchRequest,
  samplings,
  searchModes,
} from '../request'
import type { Scalar } from '../text'
import { dateMatchOf } from './date-match'
import { highlightOf, keysOf, thumbnailOf, tileFields } from './display'
import { parseFilter } from './filters'
import { geoOf, tileOf } from './geo'
import { conditionOfQuery } from './qs-conditions'

/** Aliases of formats. */
const sameFormats: ReadonlyMap<string, Format> = new Map([
  ['mvt', 'pbf'],
  ['vt', 'pbf'],
])

/** Parameters that are never column filters. */
const reserved: ReadonlySet<string> = new Set(['q_fields', 'q_mode', 'q_ignored'])

/**
 * Reads the parameters of `GET /lines`. Unknown parameters are ignored, except those
 * that end with a filter suffix.
 *
 * @param fields the schema, calculated fields included
 * @param located lines have positions
 * @throws Problem 400 naming the parameter, 501 for what is not implemented
 */
export function parseLinesQuery(
  sent: ReadableParameters,
  fields: readonly Field[],
  located = fields.some(({ key }) => key === '_geopoint'),
): LinesRequest {
  const params = Parameters.of(sent)
  const format = formatOf(params.get('format'), located)
  const after = afterOf(params.get('after'))
  const { filters, searches } = conditionsOf(params, fields)
  filters.push(...dateMatchOf(params, fields), ...ownershipOf(params, fields))
  const sampling = samplingOf(params.get('sampling'))
  const tile = format === 'pbf' ? { ...requiredTile(params.get('xyz')), sampling } : undefined
  const { conditions, near } = geoOf(tile ? params.without(['xyz']) : params, located)
  const query = params.get('qs')?.trim()
  if (query) conditions.push(conditionOfQuery(query, fields, searchFieldsOf(params.get('q_fields'), fields)))
  const request: LinesRequest = {
    format,
    ...windowOf(params, format, after !== undefined),
    // A tile shows a random sample of its lines.
    sort: sortOf(params.get('sort') || (tile ? '_rand' : null), fields, located),
    searches,
    filters,
    count: tile ? params.get('count') === 'true' : params.get('count') !== 'false',
    header: params.get('header') !== 'false',
    separator: params.get('sep')?.replaceAll('\0', '') || ',',
    arrays: params.get('arrays') === 'true',
  }
  const select = selectOf(params.get('select'), fields) ?? (tile && tileFields(fields))
  if (select) request.select = select
  if (params.get('count') === 'exact') request.countExactly = true
  if (after) request.after = after
  if (conditions.length > 0) request.conditions = conditions
  if (near) request.near = near
  if (tile) request.tile = tile
  const collapse = collapseOf(params.get('collapse'), fields)
  if (collapse !== undefined) request.collapse = collapse
  const html = params.get('html')
  if (html === 'true' || html === 'vuetify') request.html = html === 'true' ? 'cut' : 'whole'
  const highlight = highlightOf(params.get('highlight'), fields)
  if (highlight.length > 0) request.highlight = highlight
  if (params.get('wkt') === 'true') request.wkt = true
  const thumbnail = thumbnailOf(params.get('thumbnail'), fields)
  if (thumbnail) request.thumbnail = thumbnail
  const truncate = params.get('truncate')
  if (truncate) request.truncate = wholeNumber('truncate', truncate, 1)
  return request
}

function formatOf(text: string | null, located: boolean): Format {
  if (text === 'shp') throw problem('format-disabled', { format: text })
  const format = formats.find((candidate) => candidate === text) ?? sameFormats.get(text ?? '') ?? 'json'
  if (geometric.has(format) && !located) throw problem('format-not-geolocalized', { format })
  return format
}

function requiredTile(text: string | null): Tile {
  if (!text?.trim()) throw problem('tile-missing')
  return tileOf(text)
}

/** Lines and page; a CSV of any size is streamed, so only its page is bounded. */
function windowOf(params: ReadableParameters, format: Format, follows: boolean): { size: number; page: number } {
  const { maxSize, maxWindow } = limits.lines
  const defaultSize = format === 'pbf' ? limits.geo.tileSize : limits.lines.defaultSize
  const size = params.get('size') ? wholeNumber('size', params.get('size') ?? '', 0) : defaultSize
  const page = params.get('page') ? wholeNumber('page', params.get('page') ?? '', 1) : 1
  if (format === 'csv' && (page === 1 || follows)) return { size, page }
  if (size > maxSize || (!follows && page * size > maxWindow)) throw problem('window-too-large', { max: maxWindow })
  return { size, page }
}

/** Reads a cursor: the elements of a JSON array of scalars, without brackets. */
function afterOf(text: string | null): Scalar[] | undefined {
  if (text === null || text === '') return undefined
  try {
    const parsed = parseWellFormed(`[${text}]`, 'after')
    if (Array.isArray(parsed) && parsed.every(isScalar)) return parsed
  } catch {
    // The error is thrown below.
  }
  throw problem('after-malformed')
}

const isScalar = (value: unknown): value is Scalar =>
  value === null || typeof value === 'string' || typeof value === 'number'

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

/** The `owner` and `account` parameters: lines of an owner, and lines of any of several accounts. */
function ownershipOf(params: ReadableParameters, fields: readonly Field[]): Filter[] {
  const filters: Filter[] = []
  const [owner, accounts] = [params.get('owner'), keysOf(params.get('account') ?? '')]
  if (owner) filters.push({ key: '_owner', not: false, test: { op: 'eq', value: owner } })
  if (accounts.length === 0) return filters
  const field = accountField(fields)
  if (!field) throw problem('parameter-invalid', { parameter: 'account', reason: 'no field refers to an account.' })
  return [...filters, { key: field.key, not: false, test: { op: 'in', values: accounts } }]
}

function samplingOf(text: string | null): Sampling {
  const sampling = samplings.find((candidate) => candidate === (text || 'neighbors'))
  if (sampling) return sampling
  throw problem('parameter-invalid', { parameter: 'sampling', reason: 'Sampling can be "max" or "neighbors".' })
}

function sortOf(text: string | null, fields: readonly Field[], located: boolean): LinesRequest['sort'] {
  const terms = keysOf(text ?? '').map((term) => {
    const descending = term.startsWith('-')
    const written = descending ? term.slice(1) : term
    return { key: isDistanceKey(written) ? distanceSort(written, located) : written, descending }
  })
  return checkedSort(terms, fields)
}

/** The terms of an order, without repeated keys. @throws `sort-field-unknown`, `sort-refused` */
export function checkedSort(terms: LinesRequest['sort'], fields: readonly Field[]): LinesRequest['sort'] {
  const sort = new Map<string, boolean>()
  for (const { key, descending } of terms) {
    const field = fields.find((candidate) => candidate.key === key)
    if (!systemKeys.has(key) && !isDistanceKey(key)) {
      if (!field) throw problem('sort-field-unknown', { field: key })
      if (!isSortable(field)) throw sortRefused(field)
    }
    if (!sort.has(key)) sort.set(key, descending)
  }
  if (sort.size > limits.lines.maxSortKeys) {
    throw problem('parameter-invalid', { parameter: 'sort', reason: `more than ${limits.lines.maxSortKeys} fields.` })
  }
  return [...sort].map(([key, descending]) => ({ key, descending }))
}

function distanceSort(key: string, located: boolean): string {
  if (!located) throw problem('sort-not-geolocalized')
  const point = pointOfKey(key)
  if (point) return distanceKey(point)
  const reason = `"${excerptOf(key)}" is not _geo_distance:lon:lat.`
  throw problem('parameter-invalid', { parameter: 'sort', reason })
}

function conditionsOf(params: ReadableParameters, fields: readonly Field[]) {
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
    const [parameter = ''] = [...params].at(-1) ?? []
    throw problem('parameter-invalid', { parameter, reason: `more than ${limits.lines.maxConditions} conditions.` })
  }
  return { filters, searches }
}

function searchOf(params: ReadableParameters, parameter: string, fields: readonly Field[]): SearchRequest | undefined {
  const among = searchFieldsOf(params.get('q_fields'), fields)
  const text = params.get(parameter)?.trim()
  if (!text) return undefined
  const mode = params.get('q_mode') || 'adapt'
  if (!isMode(mode)) {
    throw problem('parameter-invalid', { parameter: 'q_mode', reason: `accepted values: ${searchModes.join(', ')}.` })
  }
  const search: SearchRequest = { parameter, text, mode, ranked: parameter === 'q' }
  const ignored = parameter === 'q' ? ignoredWords(params.get('q_ignored'), text) : []
  if (ignored.length > 0) search.ignored = ignored
  return checkedLength(among ? { ...search, fields: among } : search)
}

/** The words of `q_ignored`, as an adaptive search puts them in the link to its next page. */
function ignoredWords(text: string | null, searched: string): string[] {
  const ignored = keysOf(text ?? '')
  const words = typedWords(searched)
  const unknown = ignored.find((word) => !words.includes(word))
  if (unknown !== undefined) {
    const reason = `"${excerptOf(unknown)}" is not a word of q.`
    throw problem('parameter-invalid', { parameter: 'q_ignored', reason })
  }
  if (ignored.length === 0 || words.some((word) => !ignored.includes(word))) return ignored
  throw problem('parameter-invalid', { parameter: 'q_ignored', reason: 'no word of q would remain.' })
}

const isMode = (mode: string): mode is SearchMode => searchModes.some((candidate) => candidate === mode)

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
    const isSearchable = isSearched(field) || capable(field, 'index') || capable(field, 'wildcard')
    if (!isSearchable) throw filterRefused(field, 'q_fields', 'textStandard')
  }
  return keys.length > 0 ? keys : undefined
}
