import type { TableDatabases } from '../../db/lines-databases'
import { problem } from '../../errors'
import { limits } from '../../limits'
import type { LineSource, LinesRequest } from '../../lines'
import { planLines, readLines } from '../../lines'
import { aggregatesOf } from '../../lines/aggregate/grouped-sql'
import { checkGroup, checkMetric, type Figure } from '../../lines/aggregate/metrics'
import { type Figures, readFigures } from '../../lines/aggregate/read-figures'
import { figuresOf } from '../../lines/aggregate/write-buckets'
import type { Metric, MetricName } from '../../lines/query/aggregate-request'
import { checkCost } from '../../lines/query/cost/check'
import { groupsCost, pageCost } from '../../lines/query/cost/estimate'
import { columnOf } from '../../lines/query/find-column'
import { checkedSort } from '../../lines/query/parse/sort'
import { unrankedPlan } from '../../lines/query/plan/plan'
import type { Scalar } from '../../lines/query/sql-text'
import { pageRows } from '../../lines/read/line-pages'
import { runAll } from '../../lines/read/run-statements'
import type { OdsValue } from './expression-types'
import { groupsSql } from './groups-sql'
import type { Aggregate, Named } from './read-expressions'
import type { OdsRequest } from './request'
import { groupOf, moment, valueIn } from './values'

export type OdsRow = Record<string, unknown>

/** The rows of a request in pages, and their total number. */
export type OdsRows = { total: number; pages: AsyncGenerator<OdsRow[]> }

/** Reads the rows of a request. @throws Problem 400 of a field that does not allow it */
export async function readOds(db: TableDatabases, request: OdsRequest, source: LineSource): Promise<OdsRows> {
  return request.groups.length > 0 ? readGrouped(db, request, source) : readPlain(db, request, source)
}

const isFigure = (named: Named): named is Named<Aggregate> => named.expression.is === 'aggregate'
const isValue = (named: Named): named is Named<OdsValue> => named.expression.is !== 'aggregate'

async function readPlain(db: TableDatabases, request: OdsRequest, source: LineSource): Promise<OdsRows> {
  const values = request.select.filter(isValue)
  const figures = request.select.filter(isFigure)
  const lines = linesRequest(request, source, values)
  const totals =
    figures.length > 0
      ? await readFigures(db, { metrics: figures.map((one) => metricOf(one, source)), lines }, source)
      : undefined
  const same = Object.fromEntries(figures.map((one, at) => [one.name, odsFigure(one, totals, at, request.timeZone)]))
  const rowOf = (line: OdsRow): OdsRow => {
    const row: OdsRow = {}
    for (const { name, expression } of request.select) {
      row[name] = expression.is === 'aggregate' ? same[name] : valueIn(expression, line, request.timeZone)
    }
    return row
  }
  const isRepeated = new Set(values.map(({ expression }) => expression.field.key)).size < values.length
  const first = await pageOf(db, { ...lines, size: Math.min(request.limit, pageRows(source)) }, source, request.offset)
  // Before the response begins.
  if (isRepeated) for (const line of first.rows) checkedLength(rowOf(line))
  async function* pages(): AsyncGenerator<OdsRow[]> {
    let page = first
    let left = request.limit
    for (;;) {
      left -= page.rows.length
      yield isRepeated ? page.rows.map((line) => checkedLength(rowOf(line))) : page.rows.map(rowOf)
      if (page.after === undefined || left <= 0) return
      page = await pageOf(
        db,
        { ...lines, size: Math.min(left, pageRows(source)), after: page.after, count: false },
        source,
        0,
      )
    }
  }
  return { total: first.total, pages: pages() }
}

/** @throws `ods-parameter-invalid` for a row that is much longer than its line, since it names a long value several times */
function checkedLength(row: OdsRow): OdsRow {
  let chars = 0
  for (const value of Object.values(row)) if (typeof value === 'string') chars += value.length
  if (chars <= limits.lines.maxPageBytes) return row
  throw problem('ods-parameter-invalid', {
    parameter: 'select',
    reason: {
      en: 'the same long values are named too often',
      fr: 'les mêmes valeurs longues sont nommées trop souvent',
    },
  })
}

async function pageOf(db: TableDatabases, lines: LinesRequest, source: LineSource, offset: number) {
  const plan = planLines(lines, source)
  checkCost(pageCost(plan, source), source)
  const page = await readLines(db, { ...plan, offset })
  return {
    total: page.total ?? 0,
    // Each line is a JSON object written by SQLite.
    rows: JSON.parse(`[${page.lines.join(',')}]`) as OdsRow[],
    after: page.cursor === undefined ? undefined : (JSON.parse(`[${page.cursor}]`) as Scalar[]),
  }
}

/** The request of the lines behind the rows. */
function linesRequest(
  { conditions, order, limit }: OdsRequest,
  source: LineSource,
  values: readonly Named<OdsValue>[],
): LinesRequest {
  const sort = order.map(({ by, expression, descending, random }) => {
    if (random) return { key: '_rand', descending }
    const named = values.find(({ name }) => name === by)?.expression
    const key = expression?.is === 'field' ? expression.field.key : named?.is === 'field' ? named.field.key : by
    return { key, descending }
  })
  return {
    format: 'json',
    size: limit,
    page: 1,
    select: [...new Set(values.map(({ expression }) => expression.field.key)), '_i'],
    sort: checkedSort(sort, source.fields),
    searches: [],
    filters: [],
    conditions,
    count: true,
    header: true,
    separator: ',',
    arrays: true,
  }
}

const metricOfAggregate = {
  avg: 'avg',
  sum: 'sum',
  min: 'min',
  max: 'max',
  count: 'value_count',
  distinct: 'cardinality',
  percentile: 'percentiles',
} as const satisfies Record<Aggregate['of'], MetricName>

function metricOf({ name, expression: { of, field, percent } }: Named<Aggregate>, source: LineSource): Metric {
  const key = field?.key ?? '_i'
  const column = columnOf(source, key)
  if (!column) throw problem('field-unknown', { parameter: 'select', field: key })
  const metric = field ? checkMetric(field, metricOfAggregate[of]) : metricOfAggregate[of]
  return { name, metric, column, percents: percent === undefined ? [] : [percent] }
}

function odsFigure(
  { expression }: Named<Aggregate>,
  totals: Pick<Figures, 'total' | 'figures'> | undefined,
  at: number,
  timeZone: string,
): unknown {
  if (expression.of === 'count' && !expression.field) return totals?.total ?? 0
  return figureAs(expression, totals?.figures[at] ?? null, timeZone)
}

function figureAs({ of, field }: Aggregate, figure: Figure, timeZone: string): unknown {
  const value = Array.isArray(figure) ? (figure[0]?.value ?? null) : figure
  if (of === 'count' || of === 'distinct' || of === 'sum' || typeof value !== 'number') return value
  if (field?.format === 'date-time') return moment(value, timeZone)
  return field?.format === 'date' ? new Date(value).toISOString().slice(0, 10) : value
}

async function readGrouped(db: TableDatabases, request: OdsRequest, source: LineSource): Promise<OdsRows> {
  const { groups, select, timeZone } = request
  for (const { expression } of groups) checkGroup(expression.field)
  const figures = [...select.filter(isFigure), ...orderedFigures(request)]
  const metrics = figures.map((one) => metricOf(one, source))
  const plan = unrankedPlan(linesRequest({ ...request, order: [] }, source, []), source)
  checkCost(groupsCost(plan, { levels: [], metrics }, source) * Math.max(1, groups.length), source)
  const order = orderOf(request, figures, metrics)
  const readGroupRows = async (page: OdsRequest) => {
    const [result] = await runAll(db, [groupsSql(page, { plan, source, metrics, order })])
    return result?.results ?? []
  }
  // The keys of many groups are longer than a page: the groups are read again for each.
  const size = Math.floor(limits.ods.groupChars / (groups.length * limits.schema.maxFilterableChars))
  const first = await readGroupRows({ ...request, limit: Math.min(request.limit, size) })
  // The number of groups is a column of the first one.
  const isBeyond = first.length === 0 && (request.limit === 0 || request.offset > 0)
  const [counted] = isBeyond ? await readGroupRows({ ...request, limit: 1, offset: 0 }) : first
  const rowOf = (row: OdsRow): OdsRow => {
    const computed = figuresOf(metrics, row)
    const keys = groups.map(({ name, expression }, at) => [name, groupOf(expression, row[`k${at}`], timeZone)] as const)
    const chosen = figures.slice(0, select.filter(isFigure).length).map(({ name, expression }, at) => {
      const isCount = expression.of === 'count' && !expression.field
      return [name, isCount ? Number(row.n) : figureAs(expression, computed[at] ?? null, timeZone)] as const
    })
    return Object.fromEntries([...keys, ...chosen])
  }
  async function* pages(): AsyncGenerator<OdsRow[]> {
    let page = first
    for (let read = page.length; ; read += page.length) {
      yield page.map(rowOf)
      const left = Math.min(request.limit - read, size)
      if (page.length < size || left <= 0) return
      page = await readGroupRows({ ...request, limit: left, offset: request.offset + read })
    }
  }
  return { total: Number(counted?.groups ?? 0), pages: pages() }
}

/** Aggregates that only `order_by` uses. */
function orderedFigures({ order, select }: OdsRequest): Named<Aggregate>[] {
  return order.flatMap(({ by, expression }) =>
    expression?.is === 'aggregate' && !select.some(({ name }) => name === by) ? [{ name: by, expression }] : [],
  )
}

function orderOf(
  { order, groups }: OdsRequest,
  figures: readonly Named<Aggregate>[],
  metrics: readonly Metric[],
): string[] {
  const places = metrics.map((_, at) => aggregatesOf(metrics.slice(0, at)).length)
  return order.map(({ by, descending, random }) => {
    const direction = descending ? ' DESC' : ''
    if (random) return 'random()'
    const group = groups.findIndex(({ name }) => name === by)
    if (group >= 0) return `k${group}${direction}`
    const figure = figures.findIndex(({ name }) => name === by)
    const { of, field } = figures[figure]?.expression ?? {}
    if (figure < 0)
      throw problem('ods-parameter-invalid', {
        parameter: 'order_by',
        reason: { en: `"${by}" is neither a group nor a figure`, fr: `"${by}" n'est ni un groupe ni un calcul` },
      })
    if (of === 'count' && !field) return `n${direction}`
    // The first aggregate of a percentile is the value below it.
    return `a${(places[figure] ?? 0) + (of === 'percentile' ? 1 : 0)}${direction}`
  })
}
