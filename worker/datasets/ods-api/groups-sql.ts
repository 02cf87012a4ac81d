import { limits } from '../../limits'
import type { LineSource, LinesPlan } from '../../lines'
import { aggregatesOf, groupedSql } from '../../lines/aggregate/grouped-sql'
import { bucketSql } from '../../lines/aggregate/intervals'
import { metricValueSql } from '../../lines/aggregate/metrics'
import { offsetSql, zoneSteps } from '../../lines/aggregate/zone-steps'
import type { Metric } from '../../lines/query/aggregate-request'
import type { Column } from '../../lines/query/column'
import { columnOf } from '../../lines/query/find-column'
import { fromSql } from '../../lines/query/sql/from'
import { groupKeySql } from '../../lines/query/sql/where'
import type { Statement } from '../../lines/query/sql-text'
import { Bindings, limitSql } from '../../lines/query/sql-text'
import type { OdsValue } from './expression-types'
import { durations, isDuration } from './expression-types'
import type { Named } from './read-expressions'
import type { OdsRequest } from './request'
import { strftimeOf } from './values'

/**
 * SQL of the groups of a request: `k0` … the keys, `n` the number of lines, `a0` … the aggregates of the metrics, `groups` the number of groups.
 * Ranges with bounds are all groups, also empty ones; lines beyond the bounds are in none.
 *
 * @param order terms over these names, with their direction
 */
export function groupsSql(
  { groups, limit, offset, timeZone }: OdsRequest,
  {
    plan,
    source,
    metrics,
    order,
  }: { plan: LinesPlan; source: LineSource; metrics: readonly Metric[]; order: readonly string[] },
): Statement {
  const bindings = new Bindings()
  const columns = groups.map(({ expression }) => requiredColumn(expression, source))
  const columnsRead = [...columns, ...metrics.map(({ column }) => column)]
  const { from, where } = fromSql(plan, columnsRead, bindings)
  const joins = columns.map((column, at) => (column.multiple ? ` LEFT JOIN json_each(${column.sql}) AS e${at}` : ''))
  const keys = groups.map((group, at) => `${keySql(group, columns[at], at, timeZone, bindings)} AS k${at}`)
  const values = metrics.map((metric, at) => `${metricValueSql(metric.column)} AS m${at}`)
  const base = `SELECT ${[...keys, ...values].join(',')} FROM ${from}${joins.join('')}${where}`
  const named = groups.map((_, at) => `k${at}`)
  const grouped = groupedSql(base, { metrics, keys: named, columns: 'count(*) AS n' })
  const [only] = groups
  const all =
    only?.expression.is === 'between'
      ? withEmptyRanges(grouped, { ranges: only.expression.bounds.length - 1, metrics })
      : `${grouped} LIMIT ${limits.ods.maxGroups}`
  const text =
    `SELECT *,count(*) OVER () AS groups FROM (${all}) ` +
    `ORDER BY ${[...order, ...named].join(',')} ${limitSql(limit, offset)}`
  return bindings.statement(text)
}

/** A group for each range, without lines where `grouped` has none. */
function withEmptyRanges(grouped: string, { ranges, metrics }: { ranges: number; metrics: readonly Metric[] }): string {
  const places = JSON.stringify(Array.from({ length: ranges }, (_, at) => at))
  const figures = aggregatesOf(metrics).map((_, at) => `,g.a${at} AS a${at}`)
  return `SELECT r.value AS k0,ifnull(g.n,0) AS n${figures.join('')} FROM json_each('${places}') AS r LEFT JOIN (${grouped}) AS g ON g.k0=r.value`
}

function requiredColumn({ field }: OdsValue, source: LineSource): Column {
  const column = columnOf(source, field.key)
  if (!column) throw new Error(`no column for ${field.key}`)
  return column
}

function keySql(
  { expression }: Named<OdsValue>,
  column: Column | undefined,
  at: number,
  timeZone: string,
  bindings: Bindings,
): string {
  if (!column) return 'NULL'
  const isMoment = column.kind === 'moment'
  const value = groupKeySql(column, `e${at}.value`)
  const zone = isMoment ? { timeZone } : {}
  switch (expression.is) {
    case 'field':
      return value
    case 'steps':
      return bucketSql(value, { is: 'steps', step: expression.step })
    case 'between': {
      const valueExpression = metricValueSql({ ...column, multiple: false, sql: value })
      const places = expression.bounds.slice(0, -1).map((from, at) => {
        const below = expression.bounds[at + 1] ?? null
        const sides = [
          from === null ? [] : `v>=${bindings.bind(from)}`,
          below === null ? [] : `v<${bindings.bind(below)}`,
        ]
        return `WHEN ${sides.flat().join(' AND ') || 'v IS NOT NULL'} THEN ${at}`
      })
      return `(SELECT CASE WHEN v IS NULL THEN NULL ${places.join(' ')} END FROM (SELECT ${valueExpression} AS v))`
    }
    case 'period':
      if (isDuration(expression.unit)) {
        const ms = durations[expression.unit]
        return isMoment ? bucketSql(value, { is: 'instants', ms, timeZone }) : `unixepoch(${value})*1000`
      }
      return bucketSql(value, { is: 'calendar', unit: expression.unit, ...zone })
    case 'format': {
      const format = bindings.bind(strftimeOf(expression.pattern))
      if (!isMoment) return `strftime(${format},${value})`
      return `strftime(${format},(${value}+${offsetSql(value, zoneSteps(timeZone))})/1000.0,'unixepoch')`
    }
  }
}
