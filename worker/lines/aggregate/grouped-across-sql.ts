import type { Metric } from '../query/aggregate-request'
import type { LinesPlan } from '../query/plan/plan'
import { perDatabaseSql } from '../query/sql/per-database'
import { elementSql } from '../query/sql/where'
import type { Bindings } from '../query/sql-text'
import { aggregatesOf, groupedSql } from './grouped-sql'

/** Groups of the lines of tables in several databases: each database groups its own, and the groups are merged. */

/** The groups of an aggregation. */
export type GroupsAcross = {
  metrics: readonly Metric[]
  keys: readonly string[]
  /** The lines of some tables: the keys, `v`, and the values `m0`, `m1` … of metrics. */
  base: (lines: LinesPlan, metrics: readonly Metric[], bindings: Bindings) => string
  /** The condition on the keys of a line. */
  whereLine: string
  /** The condition on the keys of a merged group. */
  whereGroup: string
}

/** Rows have the keys, `n` (lines), `v` (the smallest), and the aggregates `a0` … of the metrics (`groupedSql`). */
export function groupedAcrossSql(lines: LinesPlan, groups: GroupsAcross, bindings: Bindings): string {
  const { metrics, keys, base, whereLine, whereGroup } = groups
  const partials = metrics.flatMap(partialMetrics)
  const names = [...keys, 'n', 'v', ...partials.map((_, at) => `a${at}`)]
  const parts = perDatabaseSql(lines, names, bindings, (own, ownBindings) =>
    groupedSql(base(own, partials, ownBindings), {
      metrics: partials,
      keys,
      columns: 'count(*) AS n,min(v) AS v',
      where: whereLine,
    }),
  )
  const figures: string[] = []
  const joins: string[] = []
  let read = 0
  for (const [at, metric] of metrics.entries()) {
    const columns = partialMetrics(metric).map(() => `p.a${read++}`)
    if (columns.length > 0) figures.push(...mergedSql(metric, columns))
    else {
      const compared = comparedSql(lines, metric, groups, bindings)
      const same = keys.map((key) => `q${at}.${key} IS p.${key}`).join(' AND ')
      joins.push(` LEFT JOIN (${compared}) AS q${at} ON ${same}`)
      // The join repeats the figure in each row of a group: max() picks one.
      figures.push(...aggregatesOf([single(metric)]).map((_, index) => `max(q${at}.a${index})`))
    }
  }
  const aggregates = figures.map((sql, at) => `,${sql} AS a${at}`).join('')
  const columns = keys.map((key) => `p.${key} AS ${key}`).join(',')
  return (
    `SELECT ${columns},sum(p.n) AS n,min(p.v) AS v${aggregates} ` +
    `FROM (SELECT * FROM (${parts})${whereGroup}) AS p${joins.join('')} GROUP BY ${keys.map((key) => `p.${key}`).join(',')}`
  )
}

/** The metrics that each database computes, to be merged into one over all; none if only the values can be merged (cardinality). */
function partialMetrics(requested: Metric): Metric[] {
  switch (requested.metric) {
    case 'sum':
    case 'value_count':
    case 'min':
    case 'max':
      return [requested]
    case 'avg':
      return [
        { ...requested, metric: 'sum' },
        { ...requested, metric: 'value_count' },
      ]
    case 'stats':
      return [
        { ...requested, metric: 'value_count' },
        { ...requested, metric: 'min' },
        { ...requested, metric: 'max' },
        { ...requested, metric: 'sum' },
      ]
    case 'cardinality':
    case 'percentiles':
      return []
  }
}

/** The aggregates of a metric (`metricSql`) from the columns of `partialMetrics`. */
function mergedSql({ metric }: Metric, columns: readonly string[]): string[] {
  const [first = '', second = '', third = '', fourth = ''] = columns
  const average = (sum: string, count: string) => `total(${sum})/nullif(sum(${count}),0)`
  switch (metric) {
    case 'value_count':
      return [`sum(${first})`]
    case 'sum':
      return [`total(${first})`]
    case 'avg':
      return [average(first, second)]
    case 'stats':
      return [`sum(${first})`, `min(${second})`, `max(${third})`, average(fourth, first), `total(${fourth})`]
    default:
      return [`${metric}(${first})`]
  }
}

/** A metric over the values of all databases: cardinality needs each once in a group. */
function comparedSql(
  lines: LinesPlan,
  metric: Metric,
  { keys, base, whereLine, whereGroup }: GroupsAcross,
  bindings: Bindings,
): string {
  const { column } = metric
  const distinct = metric.metric === 'cardinality' ? 'DISTINCT ' : ''
  const values = perDatabaseSql(lines, [...keys, 'm0'], bindings, (own, ownBindings) => {
    const rows = base(own, [metric], ownBindings)
    const value = column.multiple ? elementSql(column, 'e.value') : 'b.m0'
    const elements = column.multiple ? ' JOIN json_each(b.m0) AS e' : ''
    return `SELECT ${distinct}${keys.join(',')},${value} AS m0 FROM (${rows}) AS b${elements}${whereLine}`
  })
  return groupedSql(values, { metrics: [single(metric)], keys, columns: 'count(*) AS n', where: whereGroup })
}

const single = (metric: Metric): Metric => ({ ...metric, column: { ...metric.column, multiple: false } })
