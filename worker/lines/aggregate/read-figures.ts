import type { TableDatabases } from '../../db/lines-databases'
import { limits } from '../../limits'
import { defaultTimeZone } from '../../schema/dates/zone'
import type { Field } from '../../schema/field'
import type { Metric } from '../query/aggregate-request'
import type { Column } from '../query/column'
import { checkCost } from '../query/cost/check'
import { groupsCost } from '../query/cost/estimate'
import { isScattered, type LinesPlan, unrankedPlan } from '../query/plan/plan'
import type { LinesRequest } from '../query/request'
import type { LineSource } from '../query/source'
import { fromSql } from '../query/sql/from'
import { elementSql } from '../query/sql/where'
import { Bindings, type Statement } from '../query/sql-text'
import { rowsReadOf, runAll } from '../read/run-statements'
import { isoWithOffset } from './buckets'
import { totalSql } from './buckets-sql'
import { groupedAcrossSql } from './grouped-across-sql'
import { aggregatesOf, ranked } from './grouped-sql'
import { aggregateCount, type Figure, metricValueSql } from './metrics'
import { figuresOf } from './write-buckets'

/** Figures over all lines that match: `total`, and one figure per metric. */
export type Figures = { total: number; figures: Figure[]; rowsRead: number }

/** Reads figures in one round trip. */
export async function readFigures(
  db: TableDatabases,
  { metrics, lines }: { metrics: readonly Metric[]; lines: LinesRequest },
  source: LineSource,
): Promise<Figures> {
  const plan = unrankedPlan(lines, source)
  checkCost(groupsCost(plan, { levels: [], metrics }, source), source)
  const statements: Statement[] = []
  const groups = groupsOf(metrics)
  for (const group of groups) statements.push(figuresSql(group, plan))
  if (plan.count === 'query') statements.push(totalSql(plan))
  const results = await runAll(db, statements)
  const figures: Figure[] = metrics.map(() => null)
  groups.forEach(({ metrics: computed, indexes }, at) => {
    const row = results[at]?.results[0] ?? {}
    figuresOf(computed, row).forEach((figure, index) => {
      figures[indexes[index] ?? 0] = figure
    })
  })
  const total = plan.count === 'query' ? Number(results.at(-1)?.results[0]?.total ?? 0) : plan.tableCount
  return { total, figures, rowsRead: rowsReadOf(results) }
}

type Group = { metrics: Metric[]; indexes: number[]; columns: Column[]; list?: string }

/** A multi-valued field is read element by element, in a separate statement: `list` is the SQL of the JSON array. */
function groupsOf(metrics: readonly Metric[]): Group[] {
  const groups: Group[] = []
  let open: Group | undefined
  let aggregates = 0
  metrics.forEach((metric, index) => {
    const { column } = metric
    if (column.multiple) {
      const element = { ...column, sql: elementSql(column, 'e.value'), multiple: false }
      groups.push({ metrics: [{ ...metric, column: element }], indexes: [index], columns: [column], list: column.sql })
      return
    }
    const needed = aggregateCount(metric)
    if (!open || aggregates + needed > limits.sql.maxAggregates) {
      open = { metrics: [], indexes: [], columns: [] }
      aggregates = 0
      groups.push(open)
    }
    aggregates += needed
    open.metrics.push(metric)
    open.indexes.push(index)
    open.columns.push(column)
  })
  return groups
}

function figuresSql({ metrics, list, columns }: Group, plan: LinesPlan): Statement {
  const bindings = new Bindings()
  const base = (lines: LinesPlan, of: readonly Metric[], own: Bindings): string => {
    const values = of.map((metric, at) => `${metricValueSql(metric.column)} AS m${at}`)
    const { from, where } = fromSql(lines, columns, own)
    const elements = list === undefined ? '' : ` JOIN json_each(${list}) AS e`
    return `SELECT ${['1 AS k0', 'NULL AS v', ...values].join(',')} FROM ${from}${elements}${where}`
  }
  if (isScattered(plan)) {
    const groups = { metrics, keys: ['k0'], base, whereLine: '', whereGroup: '' }
    return bindings.statement(groupedAcrossSql(plan, groups, bindings))
  }
  const figures = aggregatesOf(metrics).map((sql, at) => `${sql} AS a${at}`)
  return bindings.statement(`SELECT ${figures.join(',')} FROM (${ranked(base(plan, metrics, bindings), metrics, '')})`)
}

/** A figure in the response of `metric_agg`: the minimum and maximum of a date field are dates, not milliseconds. */
export function displayFigure({ metric, column }: Metric, figure: Figure, fields: readonly Field[]): Figure {
  if ((metric !== 'min' && metric !== 'max') || typeof figure !== 'number') return figure
  if (column.kind === 'day') return new Date(figure).toISOString().slice(0, 10)
  if (column.kind !== 'moment') return figure
  const field = fields.find(({ key }) => key === column.key)
  return isoWithOffset(figure, field?.timeZone || defaultTimeZone, false)
}
