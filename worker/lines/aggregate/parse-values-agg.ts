import { problem } from '../../errors'
import { limits } from '../../limits'
import { Parameters, type ReadableParameters } from '../../net/parameters'
import { wholeNumber } from '../../net/whole-number'
import { capable } from '../../schema/capabilities'
import { excerptOf } from '../../schema/cut-text'
import type { Field } from '../../schema/field'
import type { BucketOrder, GroupLevel, Interval, Metric, Missing, ValuesAggRequest } from '../query/aggregate-request'
import type { Column } from '../query/column'
import { columnOf } from '../query/find-column'
import { momentOf, parseDay } from '../query/parse/dates'
import { parseLinesQuery } from '../query/parse/parse'
import type { LinesRequest } from '../query/request'
import type { LineSource } from '../query/source'
import { positionMetrics } from './buckets-on-map'
import { intervalOf } from './intervals'
import { levelItems } from './level-items'
import { checkGroup } from './metrics'
import { metricsOf } from './parse-metrics'

/** Parameters of `GET /lines` that aggregations ignore. */
const foreign = ['format', 'count', 'page', 'after', 'collapse', 'sort', 'size', 'header', 'sep']

/**
 * Reads the parameters of `GET /values_agg`.
 *
 * @param options.isPlaced with the metrics of positions (`positionMetrics`)
 * @throws Problem 400 naming the parameter
 */
export function parseValuesAgg(
  sent: ReadableParameters,
  source: LineSource,
  { isPlaced = false }: { isPlaced?: boolean } = {},
): ValuesAggRequest {
  const params = Parameters.of(sent)
  const keys = levelItems(params.get('field')).filter((key) => key !== '')
  if (keys.length === 0) throw problem('parameter-missing', { parameter: 'field' })
  if (keys.length > limits.lines.maxGroupLevels) {
    throw problem('parameter-invalid', {
      parameter: 'field',
      reason: {
        en: `more than ${limits.lines.maxGroupLevels} fields.`,
        fr: `plus de ${limits.lines.maxGroupLevels} colonnes.`,
      },
    })
  }
  const metrics = metricsOf(params, source)
  // The last item may be the order of the lines inside, with commas.
  const sorts = levelItems(params.get('sort')).flatMap((item) => item.split(','))
  const intervals = levelItems(params.get('interval'))
  const missing = levelItems(params.get('missing'))
  const sizes = sizesOf(params.get('agg_size'), keys.length)
  const levels = keys.map((key, at): GroupLevel => {
    const field = groupField(key, source)
    const column = columnOf(source, key)
    if (!column) throw problem('group-field-unknown', { parameter: 'field', field: key })
    const interval = intervalOf(intervals[at], column, field)
    const level: GroupLevel = {
      column,
      interval,
      size: sizes[at] ?? limits.lines.defaultBuckets,
      order: orderOf(sorts[at], key, interval, metrics),
    }
    const replacement = missing[at] ? missingOf(missing[at], field, column) : undefined
    return replacement ? { ...level, missing: replacement } : level
  })
  const lines = linesOf(params, sorts.slice(keys.length).join(','), source)
  checkWindow(lines.size, levels)
  const positions = isPlaced ? positionMetrics(source) : []
  if (!positions) throw problem('format-not-geolocalized', { format: params.get('format') ?? '' })
  const request: ValuesAggRequest = {
    levels,
    metrics: [...metrics, ...positions],
    lines,
    countsValues: params.get('precision_threshold') !== '0',
  }
  const follow = followOf(levels[0], source.fields)
  return follow === undefined ? request : { ...request, follow }
}

/** The lines to aggregate, and the order and format of the lines inside the buckets. */
export function linesOf(params: ReadableParameters, sort: string, source: LineSource): LinesRequest {
  const size = params.get('size') ? wholeNumber('size', params.get('size') ?? '') : 0
  if (size > limits.lines.maxSize) throw problem('size-too-large', { parameter: 'size', max: limits.lines.maxSize })
  const inner = Parameters.of(params)
    .without(foreign)
    .with({ size: String(size), ...(sort ? { sort } : {}) })
  return parseLinesQuery(inner, source.fields, source.pointer.layout.located, source.now)
}

function groupField(key: string, { fields }: LineSource): Field {
  const field = fields.find((candidate) => candidate.key === key)
  if (!field) throw problem('group-field-unknown', { parameter: 'field', field: key })
  checkGroup(field)
  return field
}

/** Number of buckets of each level, for the levels that name one. @throws Problem 400 */
export function sizesOf(text: string | null, levels: number): number[] {
  const sizes = levelItems(text).map((item) =>
    item === '' ? limits.lines.defaultBuckets : wholeNumber('agg_size', item),
  )
  const max = limits.lines.maxLevelBuckets
  if (sizes.some((size) => size > max)) throw problem('size-too-large', { parameter: 'agg_size', max })
  return sizes.slice(0, levels)
}

function orderOf(text: string | undefined, key: string, interval: Interval, metrics: readonly Metric[]): BucketOrder[] {
  const sortable = metrics.some(
    ({ name, metric }) => name === 'metric' && metric !== 'stats' && metric !== 'percentiles',
  )
  const order: BucketOrder[] = []
  const complete = (by: BucketOrder['by'], descending: boolean): void => {
    if (!order.some((term) => term.by === by)) order.push({ by, descending })
  }
  if (text) {
    const sortKey = text.replace(/^-/, '')
    const by = ['count', '_count'].includes(sortKey)
      ? 'count'
      : ['key', '_key', key].includes(sortKey)
        ? 'key'
        : sortKey === 'metric' && sortable
          ? 'metric'
          : undefined
    if (!by) throw problem('group-sort-refused', { field: key, key: excerptOf(sortKey) })
    complete(by, text.startsWith('-'))
  } else if (interval.is !== 'value' && interval.is !== 'steps') {
    complete('key', false)
  }
  if (sortable) complete('metric', true)
  complete('count', true)
  complete('key', false)
  return order
}

function missingOf(text: string, field: Field, { kind, key }: Column): Missing {
  const refused = (type: string) => problem('missing-invalid', { type, field: key })
  if (kind === 'number') {
    const number = Number(text)
    if (!Number.isFinite(number)) throw refused('number')
    return { key: number, label: number }
  }
  if (kind === 'boolean') {
    if (text !== 'true' && text !== 'false') throw refused('boolean')
    return { key: text === 'true' ? 1 : 0, label: text }
  }
  if (kind === 'day') {
    const day = parseDay(text)
    if (day === undefined) throw refused('date')
    return { key: day, label: day }
  }
  if (kind !== 'moment') return { key: text, label: text }
  const day = parseDay(text)
  const instant = momentOf(day === undefined ? text : `${day}T00:00:00`, field.timeZone)
  if (instant === undefined) throw refused('date-time')
  return { key: instant, label: day === undefined ? text : new Date(instant).toISOString() }
}

/** Bounds the number of lines in a response: buckets times lines per bucket. */
function checkWindow(size: number, levels: readonly GroupLevel[]): void {
  const max = limits.lines.maxBucketLines
  const buckets = levels.reduce((product, level) => product * level.size, 1)
  if (size > limits.lines.freeBucketLines && size * buckets > max) throw problem('bucket-lines-too-many', { max })
}

/**
 * Buckets ordered by key can be paginated by a filter on the last key. Two cases cannot: the bucket of lines without value
 * would be filtered out, and a line with several values would be counted again.
 */
function followOf(level: GroupLevel | undefined, fields: readonly Field[]): string | undefined {
  const [first] = level?.order ?? []
  if (!level || first?.by !== 'key' || level.interval.is !== 'value' || level.missing || level.column.multiple) return
  const field = fields.find(({ key }) => key === level.column.key)
  if (!field || !capable(field, 'index') || level.size === 0) return undefined
  return `${level.column.key}_${first.descending ? 'lt' : 'gt'}`
}
