import { problem } from '../../../errors'
import { limits } from '../../../limits'
import { Parameters, type ReadableParameters } from '../../../net/parameters'
import { wholeNumber } from '../../../net/whole-number'
import type { Field } from '../../../schema/field'
import { parseWellFormed } from '../../../schema/well-formed'
import { accountField } from '../find-column'
import { type Filter, type Format, type LinesRequest, type Sampling, samplings } from '../request'
import type { Scalar } from '../sql-text'
import { dateMatchOf } from './date-match'
import { geoOf, requiredTile } from './geo'
import {
  collapseOf,
  formatOf,
  highlightOf,
  keysOf,
  selectOf,
  separatorOf,
  thumbnailOf,
  tileFields,
} from './output-parameters'
import { conditionOfQuery } from './qs-conditions'
import { filtersAndSearches, searchFieldsOf } from './searches'
import { sortOf } from './sort'

/**
 * Reads the parameters of `GET /lines`. Unknown parameters are ignored, except those
 * that end with a filter suffix.
 *
 * @param fields the schema, calculated fields included
 * @param located lines have positions
 * @param now the time of the request, for date math
 * @throws Problem 400 naming the parameter
 */
export function parseLinesQuery(
  sent: ReadableParameters,
  fields: readonly Field[],
  located = fields.some(({ key }) => key === '_geopoint'),
  now?: Date,
): LinesRequest {
  const params = Parameters.of(sent)
  const format = formatOf(params.get('format'), located)
  const after = afterOf(params.get('after'))
  const { filters, searches } = filtersAndSearches(params, { fields, now })
  filters.push(...ownershipOf(params, fields))
  const sampling = samplingOf(params.get('sampling'))
  const tile = format === 'pbf' ? { ...requiredTile(params.get('xyz')), sampling } : undefined
  const { conditions, near } = geoOf(tile ? params.without(['xyz']) : params, located)
  conditions.push(...dateMatchOf(params, { fields, now }))
  const query = params.get('qs')?.trim()
  if (query) {
    const among = searchFieldsOf(params.get('q_fields'), fields)
    conditions.push(conditionOfQuery(query, { fields, among, now }))
  }
  const request: LinesRequest = {
    format,
    ...windowOf(params, format, after !== undefined),
    // A tile shows a random sample of its lines.
    sort: sortOf(params.get('sort') || (tile ? '_rand' : null), fields, located),
    searches,
    filters,
    count: tile ? params.get('count') === 'true' : params.get('count') !== 'false',
    header: params.get('header') !== 'false',
    separator: separatorOf(params.get('sep')),
    ...(params.get('use_labels') === 'true' ? { useLabels: true } : {}),
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

/** Lines of the first page of formats that are written while their lines are read: any number, or those of a sheet. */
const fileSizes: ReadonlyMap<Format, number> = new Map([
  ['csv', Number.POSITIVE_INFINITY],
  ['geojson', Number.POSITIVE_INFINITY],
  ['xlsx', limits.lines.sheetRows],
  ['ods', limits.lines.sheetRows],
])

/** Lines and page. */
function windowOf(params: ReadableParameters, format: Format, follows: boolean): { size: number; page: number } {
  const { maxSize, maxWindow } = limits.lines
  const defaultSize = format === 'pbf' ? limits.geo.tileSize : limits.lines.defaultSize
  const size = params.get('size') ? wholeNumber('size', params.get('size') ?? '', 0) : defaultSize
  const page = params.get('page') ? wholeNumber('page', params.get('page') ?? '', 1) : 1
  const fileSize = page === 1 || follows ? fileSizes.get(format) : undefined
  if (fileSize !== undefined) {
    if (size > fileSize) throw problem('window-too-large', { max: fileSize })
    return { size, page }
  }
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

/** The `owner` and `account` parameters: lines of an owner, and lines of any of several accounts. */
function ownershipOf(params: ReadableParameters, fields: readonly Field[]): Filter[] {
  const filters: Filter[] = []
  const [owner, accounts] = [params.get('owner'), keysOf(params.get('account') ?? '')]
  if (owner) filters.push({ key: '_owner', not: false, test: { op: 'eq', value: owner } })
  if (accounts.length === 0) return filters
  const field = accountField(fields)
  if (!field)
    throw problem('parameter-invalid', {
      parameter: 'account',
      reason: { en: 'no field refers to an account.', fr: 'aucune colonne ne désigne un compte.' },
    })
  return [...filters, { key: field.key, not: false, test: { op: 'in', values: accounts } }]
}

function samplingOf(text: string | null): Sampling {
  const sampling = samplings.find((candidate) => candidate === (text || 'neighbors'))
  if (sampling) return sampling
  throw problem('parameter-invalid', {
    parameter: 'sampling',
    reason: {
      en: 'Sampling can be "max" or "neighbors" (or "even").',
      fr: 'Sampling can be "max" or "neighbors" (ou "even").',
    },
  })
}
