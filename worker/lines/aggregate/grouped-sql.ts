import type { Metric } from '../query/aggregate-request'
import { elementSql } from '../query/sql/where'
import { aggregateCount, metricSql, needsElements } from './metrics'

/** Aggregates of all metrics over the columns `m0`, `m1` … */
export function aggregatesOf(metrics: readonly Metric[]): string[] {
  return metrics.flatMap((metric, at) => metricSql(metric, { value: `m${at}`, rank: `p${at}`, count: `c${at}` }))
}

/** Adds the ranks `p0` … and numbers `c0` … of the values that percentiles need, within the groups of `keys`. */
export function ranked(base: string, metrics: readonly Metric[], keys: string): string {
  const within = keys ? `PARTITION BY ${keys} ` : ''
  const ranks = metrics.flatMap(({ metric, column }, at) =>
    metric === 'percentiles' && !column.multiple
      ? [
          `row_number() OVER (${within}ORDER BY m${at} NULLS LAST) AS p${at}`,
          `count(m${at}) OVER (${within}) AS c${at}`,
        ]
      : [],
  )
  return ranks.length === 0 ? base : `SELECT *,${ranks.join(',')} FROM (${base})`
}

/**
 * Groups of the rows of `base` by its columns `keys`: these, `columns`, and the aggregates `a0` … of the metrics.
 *
 * @param where which rows
 */
export function groupedSql(
  base: string,
  {
    metrics,
    keys,
    columns,
    where = '',
  }: { metrics: readonly Metric[]; keys: readonly string[]; columns: string; where?: string },
): string {
  const names = keys.join(',')
  const figures = aggregatesOf(metrics).map((sql, at) => `,${sql} AS a${at}`)
  const groups = `SELECT ${names},${columns}${figures.join('')} FROM (${ranked(base, metrics, names)})${where} GROUP BY ${names}`
  const lists = metrics.flatMap((metric, at) => (needsElements(metric) ? [{ metric, at }] : []))
  if (lists.length === 0) return groups
  const elementColumns = new Map<number, string>()
  let index = 0
  for (const [at, metric] of metrics.entries()) {
    const length = aggregateCount(metric)
    if (needsElements(metric))
      for (let offset = 0; offset < length; offset++) elementColumns.set(index + offset, `q${at}.a${offset}`)
    index += length
  }
  const replaced = figures.map((_, at) => `,${elementColumns.get(at) ?? `g.a${at}`} AS a${at}`)
  const otherColumns = columns.split(',').map((column) => `g.${column.slice(column.lastIndexOf(' ') + 1)}`)
  const joins = lists.map(
    ({ metric, at }) =>
      ` LEFT JOIN (${elementsSql(base, { metric, at, names, where })}) AS q${at} ON ${keys
        .map((key) => `q${at}.${key} IS g.${key}`)
        .join(' AND ')}`,
  )
  return `SELECT ${[...keys.map((key) => `g.${key}`), ...otherColumns].join(',')}${replaced.join('')} FROM (${groups}) AS g${joins.join('')}`
}

/** The aggregates of a metric that reads each element of a list. */
function elementsSql(
  base: string,
  { metric, at, names, where }: { metric: Metric; at: number; names: string; where: string },
): string {
  const elementMetrics = [{ ...metric, column: { ...metric.column, multiple: false } }]
  const rows = `SELECT ${names},${elementSql(metric.column, 'e.value')} AS m0 FROM (${base}) AS b JOIN json_each(b.m${at}) AS e${where}`
  const figures = aggregatesOf(elementMetrics).map((sql, index) => `${sql} AS a${index}`)
  return `SELECT ${names},${figures.join(',')} FROM (${ranked(rows, elementMetrics, names)}) GROUP BY ${names}`
}
