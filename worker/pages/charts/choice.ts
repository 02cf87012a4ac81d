/** The settings of a chart: from the query, else derived from the fields. Pure. */
import type { FieldStatistics } from '../../datasets'
import { DAY_MS } from '../../limits/units'
import { capable } from '../../schema/capabilities'
import type { Field } from '../../schema/field'
import { isCode } from '../table/quantity'

export const metrics = ['count', 'sum', 'avg', 'min', 'max'] as const
export type MetricChoice = (typeof metrics)[number]
export const units = ['day', 'week', 'month', 'quarter', 'year'] as const

export type Choice = {
  field: Field
  metric: MetricChoice
  metricField: Field | undefined
  /** Interval of numbers, or unit of dates; undefined: each value is a group. */
  interval: string | undefined
  /** Groups are sorted by value, not by size. */
  ordered: boolean
}

/** Fields that support grouping. */
export function groupable(fields: readonly Field[]): Field[] {
  return fields.filter((field) => !field['x-calculated'] && capable(field, 'values') && field.type !== 'object')
}

export function isNumeric(field: Field): boolean {
  return field.type === 'integer' || field.type === 'number'
}

/** Numbers whose sum or average says something: no codes, and no coordinates. */
export const isMeasure = (field: Field): boolean => isNumeric(field) && !isCode(field)

const isDate = (field: Field) => field.format === 'date' || field.format === 'date-time'

/** The settings of a query; undefined when no field supports grouping. */
export function chosen(
  params: URLSearchParams,
  fields: readonly Field[],
  statistics: ReadonlyMap<string, FieldStatistics>,
): Choice | undefined {
  const candidates = groupable(fields)
  const field = candidates.find(({ key }) => key === params.get('field')) ?? suggested(candidates, statistics)
  if (!field) return undefined
  const metricField = candidates.filter(isNumeric).find(({ key }) => key === params.get('metric_field'))
  const metricName = metrics.find((name) => name === params.get('metric')) ?? 'count'
  const isAdded = metricName === 'sum' || metricName === 'avg'
  const isShown = metricField && (!isAdded || isMeasure(metricField))
  const metric = isShown ? metricName : 'count'
  const interval = params.get('interval') || suggestedInterval(field, statistics.get(field.key))
  const isStep = interval !== undefined && interval !== 'value'
  const allowed = isStep && (isNumeric(field) ? Number(interval) > 0 : isDate(field)) ? interval : undefined
  return { field, metric, metricField, interval: allowed, ordered: allowed !== undefined }
}

/** The default field: one with few distinct values, else a date, else a number. */
function suggested(fields: readonly Field[], statistics: ReadonlyMap<string, FieldStatistics>): Field | undefined {
  const repeats = (field: Field) => {
    const fieldStatistics = statistics.get(field.key)
    if (!fieldStatistics || fieldStatistics.cardinality < 2 || fieldStatistics.cardinality > 30) return false
    return fieldStatistics.filled >= fieldStatistics.empty && fieldStatistics.filled > fieldStatistics.cardinality
  }
  const texts = fields.filter((field) => field.type === 'string' && !isDate(field))
  const preferred = texts.find(repeats) ?? fields.find(isDate) ?? fields.find(repeats) ?? fields.find(isNumeric)
  return preferred ?? texts.find((field) => (statistics.get(field.key)?.cardinality ?? 0) <= 30) ?? fields[0]
}

/** An interval for about twenty groups between the minimum and the maximum. */
function suggestedInterval(field: Field, statistics: FieldStatistics | undefined): string | undefined {
  const { min, max, cardinality = 0 } = statistics ?? {}
  if (isDate(field)) return suggestedStep(String(min ?? ''), String(max ?? ''))
  if (!isNumeric(field) || cardinality <= 30 || typeof min !== 'number' || typeof max !== 'number') return undefined
  return String(niceStep((max - min) / 20))
}

/** The step of dates that shows the time between two with a readable number of groups. */
export function suggestedStep(first: string, last: string): (typeof units)[number] {
  const days = (Date.parse(last) - Date.parse(first)) / DAY_MS || 0
  if (days <= 45) return 'day'
  return days <= 200 ? 'week' : days <= 365 * 4 ? 'month' : 'year'
}

/** The next of 1, 2, 5, 10, 20, 50 … */
export function niceStep(rough: number): number {
  if (!(rough > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].find((one) => one * power >= rough * 0.999) ?? 10
  return Number((step * power).toPrecision(1))
}

/** The `values_agg` query of the settings. */
export function aggregation(choice: Choice, shared: URLSearchParams): URLSearchParams {
  const query = new URLSearchParams(shared)
  query.set('field', choice.field.key)
  if (choice.interval) {
    query.set('interval', choice.interval)
    query.set('sort', 'key')
  } else {
    query.set('agg_size', '25')
    // The largest groups first, unless the values are ordered.
    query.set('sort', choice.metric === 'count' ? '-count' : '-metric')
  }
  if (choice.metric !== 'count' && choice.metricField) {
    query.set('metric', choice.metric)
    query.set('metric_field', choice.metricField.key)
  }
  return query
}
