import { problem } from '../../errors'
import { limits } from '../../limits'
import type { ReadableParameters } from '../../net/parameters'
import { excerptOf } from '../../schema/cut-text'
import type { Field } from '../../schema/field'
import type { Metric } from '../query/aggregate-request'
import { columnOf } from '../query/find-column'
import type { LineSource } from '../query/source'
import { levelItems } from './level-items'
import { aggregateCount, checkMetric, defaultPercents, metricsFor } from './metrics'

/** `metric` with `metric_field`, and `extra_metrics`, of `values_agg`. @throws Problem 400 naming the parameter */
export function metricsOf(params: ReadableParameters, source: LineSource): Metric[] {
  const metrics: Metric[] = []
  const percents = percentsOf(params.get('percents'))
  const [metric, field] = [params.get('metric'), params.get('metric_field')]
  if (metric && field) metrics.push(metricOf('metric', { parameter: 'metric_field', field, metric, percents }, source))
  for (const item of levelItems(params.get('extra_metrics')).filter(Boolean)) {
    const at = item.lastIndexOf(':')
    if (at < 1) {
      throw problem('parameter-invalid', {
        parameter: 'extra_metrics',
        reason: {
          en: `"${excerptOf(item)}" is not field:metric.`,
          fr: `"${excerptOf(item)}" n'est pas de la forme colonne:calcul.`,
        },
      })
    }
    const request = { parameter: 'extra_metrics', field: item.slice(0, at), metric: item.slice(at + 1), percents }
    const name = `${request.field}_${request.metric}`
    if (!metrics.some((existing) => existing.name === name)) metrics.push(metricOf(name, request, source))
  }
  const aggregates = metrics.reduce((sum, metric) => sum + aggregateCount(metric), 0)
  if (aggregates > limits.sql.maxAggregates) {
    const max = limits.sql.maxAggregates
    throw problem('parameter-invalid', {
      parameter: 'extra_metrics',
      reason: {
        en: `more than ${max} numbers: "stats" counts as five, "percentiles" as one and two for each of them.`,
        fr: `plus de ${max} nombres : "stats" en compte cinq, "percentiles" un et deux pour chacun d'eux.`,
      },
    })
  }
  return metrics
}

/** The one metric of `metric_agg`. @throws Problem 400 naming the parameter */
export function parseMetricAgg(params: ReadableParameters, source: LineSource): Metric {
  const metric = params.get('metric')
  if (!metric) throw problem('parameter-missing', { parameter: 'metric' })
  const parameter = params.get('field') ? 'field' : 'metric_field'
  const field = params.get(parameter)
  if (!field) throw problem('parameter-missing', { parameter: 'field' })
  return metricOf('metric', { parameter, field, metric, percents: percentsOf(params.get('percents')) }, source)
}

/** The metrics of several fields. The default depends on the type: see `defaultFields`. */
export function parseSimpleMetrics(
  params: ReadableParameters,
  source: LineSource,
): { keys: readonly string[]; metrics: readonly Metric[] } {
  const fields = levelItems(params.get('fields')).filter(Boolean)
  const requested = levelItems(params.get('metrics')).filter(Boolean)
  for (const metric of requested) {
    if (!metricsFor({ key: '', type: 'number' }).some((allowed) => allowed === metric)) {
      throw problem('metric-refused', {
        metric: excerptOf(metric),
        field: '*',
        accepted: metricsFor({ key: '', type: 'number' }).join(', '),
      })
    }
  }
  const keys = fields.length > 0 ? [...new Set(fields)] : defaultFields(source.fields, requested)
  const metrics = keys.flatMap((key) => {
    const field = source.fields.find((candidate) => candidate.key === key)
    if (!field) throw problem('group-field-unknown', { parameter: 'fields', field: key })
    if (metricsFor(field).length === 0)
      throw problem('metric-refused', { metric: requested.join(',') || '*', field: key, accepted: '-' })
    const names = requested.length > 0 ? requested : usualMetrics(field)
    // A field without default metric is still checked: it may not allow aggregations.
    if (names.length === 0) checkMetric(field, 'value_count')
    return names.map((metric) =>
      metricOf(metric, { parameter: 'fields', field: key, metric, percents: defaultPercents }, source),
    )
  })
  return { keys, metrics }
}

function defaultFields(fields: readonly Field[], requested: readonly string[]): string[] {
  return fields
    .filter((field) => {
      const accepted = metricsFor(field)
      const isGrouped = field['x-capabilities']?.values !== false
      const suits = requested.every((metric) => accepted.some((candidate) => candidate === metric))
      return !field['x-calculated'] && isGrouped && accepted.length > 0 && suits
    })
    .map(({ key }) => key)
}

function usualMetrics(field: Field): string[] {
  const accepted = metricsFor(field)
  if (accepted.includes('min')) return ['min', 'max']
  return accepted.includes('cardinality') ? ['cardinality'] : []
}

type MetricRequest = { parameter: string; field: string; metric: string; percents: readonly number[] }

function metricOf(
  name: string,
  { parameter, field: key, metric, percents }: MetricRequest,
  source: LineSource,
): Metric {
  const field = source.fields.find((candidate) => candidate.key === key)
  const column = field && columnOf(source, key)
  if (!field) throw problem('group-field-unknown', { parameter, field: excerptOf(key) })
  const checked = checkMetric(field, metric)
  if (!column) throw problem('group-field-unknown', { parameter, field: excerptOf(key) })
  return { name, metric: checked, column, percents }
}

function percentsOf(text: string | null): readonly number[] {
  const items = levelItems(text).filter(Boolean)
  if (items.length === 0) return defaultPercents
  const percents = items.map(Number)
  if (percents.length > limits.lines.maxPercents || !percents.every((percent) => percent >= 0 && percent <= 100)) {
    const reason = {
      en: `up to ${limits.lines.maxPercents} numbers from 0 to 100 are expected.`,
      fr: `au plus ${limits.lines.maxPercents} nombres de 0 à 100 sont attendus.`,
    }
    throw problem('parameter-invalid', { parameter: 'percents', reason })
  }
  return percents
}

/** The metric of `min/{field}` and `max/{field}`. @throws `values-field-unknown`, and what `checkMetric` throws */
export function parseBound(metric: 'min' | 'max', key: string, source: LineSource): Metric {
  if (!source.fields.some((field) => field.key === key))
    throw problem('values-field-unknown', { field: excerptOf(key) })
  return metricOf(metric, { parameter: 'field', field: key, metric, percents: defaultPercents }, source)
}
