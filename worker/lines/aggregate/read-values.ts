import type { TableDatabases } from '../../db/lines-databases'
import { problem } from '../../errors'
import { limits } from '../../limits'
import { Parameters, type ReadableParameters } from '../../net/parameters'
import { wholeNumber } from '../../net/whole-number'
import { excerptOf } from '../../schema/cut-text'
import type { Field } from '../../schema/field'
import { labelsOfValues } from '../../schema/own-value'
import type { Column } from '../query/column'
import { checkCost } from '../query/cost/check'
import { groupsCost } from '../query/cost/estimate'
import { columnOf } from '../query/find-column'
import { isScattered, type LinesPlan, planLines, unrankedPlan } from '../query/plan/plan'
import type { LinesRequest } from '../query/request'
import type { LineSource } from '../query/source'
import { fromSql } from '../query/sql/from'
import { perDatabaseSql } from '../query/sql/per-database'
import { groupKeySql } from '../query/sql/where'
import { Bindings, limitSql, type Statement } from '../query/sql-text'
import { rowsReadOf, runAll } from '../read/run-statements'
import { searchName } from '../storage/table-names'
import { checkGroup } from './metrics'
import { linesOf } from './parse-values-agg'

/** `GET /values/{field}` and `GET /values-labels/{field}`, checked against the schema. */
type ValuesRequest = {
  field: Field
  column: Column
  size: number
  descending: boolean
  asTexts: boolean
  /** The field is restricted to its labels: the values are read from the schema, not from the lines. */
  restricted: boolean
  lines: LinesRequest
}

type GroupValue = string | number

/** Reads their parameters. @throws Problem 400 naming the parameter */
export function parseValues(
  params: ReadableParameters,
  key: string,
  { source, defaultSize }: { source: LineSource; defaultSize: number },
): ValuesRequest {
  const field = source.fields.find((candidate) => candidate.key === key)
  const column = columnOf(source, key)
  if (!field || !column) throw problem('values-field-unknown', { field: excerptOf(key) })
  const size = params.get('size') ? wholeNumber('size', params.get('size') ?? '') : defaultSize
  if (size > limits.lines.maxValues) throw problem('size-too-large', { parameter: 'size', max: limits.lines.maxValues })
  const sort = params.get('sort') || 'asc'
  if (sort !== 'asc' && sort !== 'desc') {
    throw problem('parameter-invalid', {
      parameter: 'sort',
      reason: { en: 'asc or desc is expected.', fr: 'asc ou desc est attendu.' },
    })
  }
  const restricted = Boolean(field['x-labels'] && field['x-labelsRestricted'])
  if (!restricted) checkGroup(field)
  const sent = Parameters.of(params).without(['size', 'select'])
  const inner = sent.get('q') ? sent.with({ q_fields: key }) : sent
  return {
    field,
    column,
    size,
    descending: sort === 'desc',
    asTexts: params.get('stringify') === 'true',
    restricted,
    lines: linesOf(inner, '', source),
  }
}

/** The distinct values, ordered by relevance when there is a search, otherwise by value. */
export async function readValues(
  db: TableDatabases,
  request: ValuesRequest,
  source: LineSource,
): Promise<{ values: GroupValue[]; rowsRead: number }> {
  const { field, column, asTexts } = request
  const display = (value: GroupValue): GroupValue => (asTexts ? String(value) : value)
  if (request.restricted) return { values: Object.keys(field['x-labels'] ?? {}).map(display), rowsRead: 0 }
  const results = await runAll(db, request.size === 0 ? [] : [valuesSql(request, source)])
  const values = (results[0]?.results ?? []).map(({ k }): GroupValue => {
    if (column.kind === 'boolean') return Number(k) === 1 ? 'true' : 'false'
    if (column.kind === 'moment') return new Date(Number(k)).toISOString()
    return display(typeof k === 'number' ? k : String(k))
  })
  return { values, rowsRead: rowsReadOf(results) }
}

/** The values with their labels; a value without one, or with an empty one, is its own label. */
export function labelled({ field }: ValuesRequest, values: readonly GroupValue[]) {
  const labels = labelsOfValues(field['x-labels'])
  return values.map((value) => ({ value, label: labels.get(String(value)) ?? value }))
}

/** SQL of the values `k`. */
function valuesSql(request: ValuesRequest, source: LineSource): Statement {
  const { column, lines, descending, size } = request
  const bindings = new Bindings()
  const plan = unrankedPlan(lines, source)
  checkCost(groupsCost(plan, { levels: [], metrics: [] }, source), source)
  const ranking = source.parts ? undefined : planLines(lines, source).ranking
  const typed = ranking?.exact
  const key = groupKeySql(column, 'e.value')
  if (isScattered(plan)) return valuesAcrossSql(plan, request, key)
  const { from, where } = fromSql(plan, [column], bindings)
  const joined = `${column.multiple ? ` JOIN json_each(${column.sql}) AS e` : ''}${
    typed === undefined ? '' : ' LEFT JOIN f ON f.i=t._i'
  }`
  const score = typed === undefined ? 'NULL' : 'f.s'
  const matches = `SELECT ${key} AS k,${score} AS s FROM ${from}${joined}${where}`
  const isSearched = lines.searches.some(({ ranked }) => ranked)
  const order = isSearched ? 'max(s) DESC NULLS LAST,count(*) DESC,k' : `k${descending ? ' DESC' : ''}`
  const scores =
    ranking === undefined || typed === undefined
      ? ''
      : `WITH f AS MATERIALIZED (SELECT rowid AS i,${rankSql(plan.run, ranking.weights)} AS s FROM ${searchName(plan.run)} ` +
        `WHERE ${searchName(plan.run)} MATCH ${bindings.bind(typed)}) `
  const text =
    `${scores}SELECT k FROM (${matches}) WHERE k IS NOT NULL GROUP BY k ` + `ORDER BY ${order} ${limitSql(size)}`
  return bindings.statement(text)
}

/** The values of tables in several databases: each sends its own, with the number of their lines. */
function valuesAcrossSql(plan: LinesPlan, { column, lines, descending, size }: ValuesRequest, key: string): Statement {
  const bindings = new Bindings()
  const counts = perDatabaseSql(plan, ['k', 'n'], bindings, (own, ownBindings) => {
    const { from, where } = fromSql(own, [column], ownBindings)
    const elements = column.multiple ? ` JOIN json_each(${column.sql}) AS e` : ''
    return `SELECT k,count(*) AS n FROM (SELECT ${key} AS k FROM ${from}${elements}${where}) WHERE k IS NOT NULL GROUP BY k`
  })
  const order = lines.searches.some(({ ranked }) => ranked) ? 'sum(n) DESC,k' : `k${descending ? ' DESC' : ''}`
  return bindings.statement(`SELECT k FROM (${counts}) GROUP BY k ORDER BY ${order} ${limitSql(size)}`)
}

const rankSql = (run: string, weights: readonly number[]): string => `-bm25(${[searchName(run), ...weights].join(',')})`
