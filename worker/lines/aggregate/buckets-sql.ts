import type { BucketOrder, GroupLevel, Metric } from '../query/aggregate-request'
import type { Column } from '../query/column'
import type { OrderTerm } from '../query/plan/order'
import { isScattered, type LinesPlan } from '../query/plan/plan'
import type { Ranking } from '../query/predicate'
import { fromSql } from '../query/sql/from'
import { orderKeySql } from '../query/sql/order-and-cursor'
import { perDatabaseSql } from '../query/sql/per-database'
import { groupKeySql } from '../query/sql/where'
import { Bindings, limitSql, type Statement } from '../query/sql-text'
import { searchName } from '../storage/table-names'
import { type GroupsAcross, groupedAcrossSql } from './grouped-across-sql'
import { aggregatesOf, groupedSql } from './grouped-sql'
import { bucketSql } from './intervals'
import { metricValueSql } from './metrics'

/** SQL of the buckets of an aggregation, all levels in one statement that reads the lines once per level. */
export type BucketsPlan = {
  /** The lines to aggregate. */
  lines: LinesPlan
  levels: readonly GroupLevel[]
  metrics: readonly Metric[]
  /** Maximum number of buckets. */
  max: number
}

/** Number of lines that match. */
export function totalSql(lines: LinesPlan): Statement {
  const bindings = new Bindings()
  const count = (plan: LinesPlan, own: Bindings): string => {
    const { from, where } = fromSql(plan, [], own)
    return `SELECT count(*) AS total FROM ${from}${where}`
  }
  if (!isScattered(lines)) return bindings.statement(count(lines, bindings))
  return bindings.statement(`SELECT sum(total) AS total FROM (${perDatabaseSql(lines, ['total'], bindings, count)})`)
}

/**
 * One row per bucket, in order within its level: `level`, its keys `k0`, `k1` …, `v` (a stored date-time), `n` (lines),
 * `d` and `s` (number and lines of all siblings), `a0` … (aggregates of the metrics).
 */
export function bucketsSql(plan: BucketsPlan): Statement {
  const [level] = plan.levels
  return level && plan.levels.length === 1 ? onlyLevelSql(plan, level) : allLevelsSql(plan)
}

/** With a single level, its groups are the rows: no rank is needed, and no other level reads them. */
function onlyLevelSql(plan: BucketsPlan, level: GroupLevel): Statement {
  const bindings = new Bindings()
  const zones = isScattered(plan.lines) ? undefined : zonesSql(plan, bindings)
  const groups = groupsSql(plan, 0, bindings)
  const most = level.interval.is === 'value' ? bucketLimit(level) : plan.max + 1
  const text =
    `${zones ? `WITH ${zones} ` : ''}SELECT 0 AS level,*,count(*) OVER () AS d,sum(n) OVER () AS s FROM (${groups}) ` +
    `ORDER BY ${orderSql(level, 0)} ${limitSql(Math.min(most, plan.max + 1))}`
  return bindings.statement(text)
}

/** At least one bucket, since each row has the number of all buckets. */
const bucketLimit = ({ size }: GroupLevel): number => Math.max(1, size)

function allLevelsSql(plan: BucketsPlan): Statement {
  const bindings = new Bindings()
  const figures = aggregatesOf(plan.metrics).map((_, at) => `a${at}`)
  const terms = plan.levels.map((_, depth) => {
    const keys = plan.levels.map((_, at) => (at <= depth ? `k${at}` : `NULL AS k${at}`))
    return `SELECT ${[`${depth} AS level`, ...keys, 'r', 'v', 'n', 'd', 's', ...figures].join(',')} FROM l${depth}`
  })
  const text = `WITH ${levelsSql(plan, bindings)} SELECT * FROM (${terms.join(' UNION ALL ')}) ORDER BY level,r`
  return bindings.statement(text)
}

/** Numbers of the lines inside of the buckets of the last level: `k0` …, `i` and the score `s`, in order within each bucket. */
export function bucketLinesSql(
  plan: BucketsPlan,
  { order, ranking, size }: { order: readonly OrderTerm[]; ranking?: Ranking | undefined; size: number },
): Statement {
  const bindings = new Bindings()
  const depth = plan.levels.length - 1
  const keys = keyNames(depth)
  const search = searchName(plan.lines.run)
  const scored = !plan.lines.parts && ranking?.expression !== undefined && order.some(({ by }) => by === 'score')
  const scores = scored
    ? `,f AS MATERIALIZED (SELECT rowid AS i,-bm25(${[search, ...ranking.weights].join(',')}) AS s ` +
      `FROM ${search} WHERE ${search} MATCH ${bindings.bind(ranking.expression ?? '')})`
    : ''
  const terms = order.flatMap((term) => {
    const sql = term.by === 'score' ? (scored ? 'f.s' : undefined) : lineKeySql(term)
    return sql === undefined ? [] : [{ sql, descending: term.descending }]
  })
  const columns = terms.map(({ sql }, at) => `${sql} AS o${at}`)
  const by = terms.map(({ descending }, at) => `o${at}${descending ? ' DESC' : ''} NULLS LAST`)
  const ranks = `row_number() OVER (PARTITION BY ${keys} ORDER BY ${[...by, 'i'].join(',')}) AS q`
  const read = order.map(({ column }) => column)
  const base = (lines: LinesPlan, _: readonly Metric[], own: Bindings): string =>
    baseSql({ ...plan, lines }, depth, { columns, read, joined: scored ? ' LEFT JOIN f ON f.i=t._i' : '' }, own)
  const levels = levelsSql(plan, bindings, read)
  // Each database sends the first lines of its buckets.
  const names = [...keysOf(depth), 'i', ...columns.map((_, at) => `o${at}`)]
  const candidates = isScattered(plan.lines)
    ? perDatabaseSql(plan.lines, names, bindings, (lines, own) => {
        const rows = withZones(plan, base, read)(lines, plan.metrics, own)
        return `SELECT ${names.join(',')} FROM (SELECT *,${ranks} FROM (${rows})) WHERE q<=${size}`
      })
    : base(plan.lines, plan.metrics, bindings)
  const scoreAt = scored ? order.findIndex(({ by }) => by === 'score') : -1
  const score = scoreAt < 0 ? 'NULL' : `o${scoreAt}`
  const text =
    `WITH ${levels}${scores} SELECT ${keys},i,${score} AS s FROM (SELECT *,${ranks} FROM (${candidates}) ` +
    `WHERE (${keys}) IN (SELECT ${keys} FROM l${depth})) WHERE q<=${bindings.bind(size)} ORDER BY q`
  return bindings.statement(text)
}

const keysOf = (depth: number): string[] => Array.from({ length: depth + 1 }, (_, at) => `k${at}`)

const keyNames = (depth: number): string => keysOf(depth).join(',')

function levelsSql(plan: BucketsPlan, bindings: Bindings, read: readonly Column[] = []): string {
  // Each database has those of its own lines.
  const zones = isScattered(plan.lines) ? undefined : zonesSql(plan, bindings, read)
  const levels = plan.levels.map((level, depth) => levelSql(plan, level, depth, bindings))
  return [...(zones ? [zones] : []), ...levels].join(',')
}

/** The CTE `x`: the lines with each grouped date in its time zone, once for all levels, because the offsets of a zone are 15 kB of SQL. */
function zonesSql(plan: BucketsPlan, bindings: Bindings, read: readonly Column[] = []): string | undefined {
  const zoned = plan.levels.flatMap((level, at) => (isZoned(level) ? [{ level, at }] : []))
  if (zoned.length === 0) return undefined
  const values = zoned.map(({ level, at }) => `${valueSql(level, at, bindings)} AS y${at}`)
  const keys = zoned.map(({ level, at }) => `${bucketSql(`t.y${at}`, level.interval)} AS z${at}`)
  const readsLine = read.length > 0 || plan.levels.some(({ column }) => column.multiple)
  const { from } = fromSql(plan.lines, [...columnsOf(plan), ...read], bindings, { readsLine })
  const inner = `SELECT *,${values.join(',')} FROM ${from}`
  return `x AS NOT MATERIALIZED (SELECT *,${keys.join(',')} FROM (${inner}) AS t)`
}

const isZoned = ({ interval }: GroupLevel): boolean => 'timeZone' in interval && interval.timeZone !== undefined

function levelSql(plan: BucketsPlan, level: GroupLevel, depth: number, bindings: Bindings): string {
  const groups = groupsSql(plan, depth, bindings)
  const within = depth > 0 ? `PARTITION BY ${keyNames(depth - 1)}` : ''
  const siblings =
    `SELECT *,row_number() OVER (${within} ORDER BY ${orderSql(level, depth)}) AS r,` +
    `count(*) OVER (${within}) AS d,sum(n) OVER (${within}) AS s FROM (${groups})`
  const condition = level.interval.is === 'value' ? ` WHERE r<=${bindings.bind(bucketLimit(level))}` : ''
  return `l${depth} AS MATERIALIZED (SELECT * FROM (${siblings})${condition} LIMIT ${plan.max + 1})`
}

/** The buckets of a level, in any order. */
function groupsSql(plan: BucketsPlan, depth: number, bindings: Bindings): string {
  const { metrics } = plan
  const conditions = keysOf(depth).map((key) => `${key} IS NOT NULL`)
  const whereLine = ` WHERE ${conditions.join(' AND ')}`
  if (plan.levels.slice(0, depth).some(({ interval }) => interval.is === 'value')) {
    const parents = keyNames(depth - 1)
    conditions.push(`(${parents}) IN (SELECT ${parents} FROM l${depth - 1})`)
  }
  const where = ` WHERE ${conditions.join(' AND ')}`
  const keys = keysOf(depth)
  const base = (lines: LinesPlan, of: readonly Metric[], own: Bindings): string => {
    const values = of.map((metric, at) => `${metricValueSql(metric.column)} AS m${at}`)
    return baseSql({ ...plan, lines, metrics: of }, depth, { columns: values }, own)
  }
  if (isScattered(plan.lines)) {
    const groups = { metrics, keys, base: withZones(plan, base), whereLine, whereGroup: where }
    return groupedAcrossSql(plan.lines, groups, bindings)
  }
  const columns = `count(*) AS n,${showsValue(plan.levels[depth]) ? 'min(v)' : 'NULL'} AS v`
  return groupedSql(base(plan.lines, metrics, bindings), { metrics, keys, columns, where })
}

type Base = GroupsAcross['base']

/** The lines of some tables, with their dates in zones. */
function withZones(plan: BucketsPlan, base: Base, read: readonly Column[] = []): Base {
  return (lines, metrics, bindings) => {
    const zones = zonesSql({ ...plan, lines, metrics }, bindings, read)
    return `${zones ? `WITH ${zones} ` : ''}${base(lines, metrics, bindings)}`
  }
}

/** Whether the response shows a value stored in the lines instead of the key of the bucket. */
const showsValue = (level: GroupLevel | undefined): boolean =>
  level?.column.instant !== undefined && level.interval.is === 'value'

const orderSql = ({ order }: GroupLevel, depth: number): string => order.map((term) => termSql(term, depth)).join(',')

function termSql({ by, descending }: BucketOrder, depth: number): string {
  const direction = descending ? ' DESC' : ''
  if (by === 'count') return `n${direction}`
  // The metric that may be sorted on is the first, of one aggregate.
  return by === 'key' ? `k${depth}${direction}` : `a0${direction} NULLS LAST`
}

/** The columns that levels and metrics read. */
const columnsOf = ({ levels, metrics }: BucketsPlan): Column[] => [...levels, ...metrics].map(({ column }) => column)

/** Lines (`i`) in their buckets (`k0` …), once per bucket, with `v` and the other columns of each. */
function baseSql(
  plan: BucketsPlan,
  depth: number,
  more: { columns: readonly string[]; read?: readonly Column[]; joined?: string },
  bindings: Bindings,
): string {
  const { levels } = plan
  const usedLevels = levels.slice(0, depth + 1)
  const joins = usedLevels.map(({ column, missing }, at) =>
    column.multiple ? ` ${missing ? 'LEFT JOIN' : 'JOIN'} json_each(${column.sql}) AS e${at}` : '',
  )
  const keys = usedLevels.map((level, at) => `${levelKeySql(level, at, bindings)} AS k${at}`)
  const last = usedLevels.at(-1)
  const displayed = last && showsValue(last) ? displaySql(last, bindings) : 'NULL'
  const isMultiple = usedLevels.some(({ column }) => column.multiple)
  const distinct = isMultiple ? 'DISTINCT ' : ''
  const readsLine = more.read !== undefined || isMultiple
  const { from, where, line } = fromSql(plan.lines, [...columnsOf(plan), ...(more.read ?? [])], bindings, { readsLine })
  // An index of the keys alone is read instead of the table; with other columns it would be three times slower than a scan.
  const scan = !plan.lines.parts && where === '' && more.columns.length > 0 ? ' NOT INDEXED' : ''
  return (
    `SELECT ${distinct}${[`${line} AS i`, ...keys, `${displayed} AS v`, ...more.columns].join(',')} ` +
    `FROM ${levels.some(isZoned) ? 'x AS t' : `${from}${scan}`}${joins.join('')}${more.joined ?? ''}${where}`
  )
}

function levelKeySql(level: GroupLevel, at: number, bindings: Bindings): string {
  return isZoned(level) ? `t.z${at}` : bucketSql(valueSql(level, at, bindings), level.interval)
}

function valueSql({ column, missing }: GroupLevel, at: number, bindings: Bindings): string {
  const value = groupKeySql(column, `e${at}.value`)
  return missing ? `coalesce(${value},${bindings.bind(missing.key)})` : value
}

function displaySql({ column, missing }: GroupLevel, bindings: Bindings): string {
  return missing ? `coalesce(${column.sql},${bindings.bind(missing.label)})` : column.sql
}

/** The key of a line in a group. Such lines have no score. */
const lineKeySql = (term: OrderTerm): string => (term.by === 'line' ? 't._i' : orderKeySql(term, 'NULL'))
