import { limits } from '../../../limits'
import { foldSql } from '../../storage/fold'
import { searchName, tableName } from '../../storage/table-names'
import type { Column } from '../column'
import type { OrderTerm } from '../plan/order'
import type { LinesPlan } from '../plan/plan'
import { type Bindings, balanced, type Scalar, type Statement } from '../text'
import { renderedSql } from './cell-value'
import { csvLineSql } from './csv'
import { jsonLineSql } from './json'
import { coveredSql, rankSql, scoresSql } from './scores'
import { conditionSql, elementSql } from './where'

/**
 * The lines of a page. `chunks`: each row is `j` (lines written by SQLite, joined), `c` (their number; one where it is
 * absent), `a` (JSON array of the order's keys in the last of them). `rows`: each row is one line: `v0`, `v1` … and `v` (rendered values of the
 * projection that have a column; `v` are packed), `h` (packed texts to highlight), `a`, and `more`, `id`, `score` where lines have them.
 */
export type PageStatement = Statement & { answer: 'chunks' | 'rows' }

/** Whether lines are written in TypeScript, and not by SQLite: ties, highlights and rendered values need the values of each line. */
export const isInRows = ({ ties, highlight, projection, fits }: LinesPlan): boolean =>
  ties !== undefined || highlight !== undefined || !fits || projection.some(({ rendered }) => rendered)

/** The values of a row that are columns of their own, of the 100 that SQLite returns; the others are packed. */
export const ownValues = 60

/** Texts as one value, an array of arrays of as many as a function of SQL takes. */
function packed(texts: readonly string[], name: string): string[] {
  const size = limits.sql.maxArguments
  const groups = Array.from({ length: Math.ceil(texts.length / size) }, (_, at) =>
    texts.slice(at * size, (at + 1) * size),
  )
  const arrays = groups.map((group) => `json_array(${group.join(',')})`)
  return arrays.length === 0 ? [] : [`json_array(${arrays.join(',')}) AS ${name}`]
}

/** The texts of a packed value. */
export function unpacked(value: unknown): unknown[] {
  const groups: unknown[] = typeof value === 'string' ? JSON.parse(value) : [] // of `packed`
  return groups.flat()
}

/** As a text, also where it is the JSON of an array. */
const asText = (value: string): string => `(${value})||''`

/** Rendered values of one line. Numbers are cast to text by SQLite, so that both writers give the same digits. */
export function valuesSql(plan: LinesPlan): string[] {
  const key = scoreKey(plan)
  const score = `CAST(${key ?? 'NULL'} AS TEXT)`
  const storedColumns = plan.projection.filter(({ more }) => more === undefined)
  const values = storedColumns.map((column) => {
    if (column.kind === 'score') return score
    return column.kind === 'number' ? `CAST(${renderedSql(column, plan)} AS TEXT)` : renderedSql(column, plan)
  })
  return [
    ...values.slice(0, ownValues).map((value, at) => `${value} AS v${at}`),
    ...packed(values.slice(ownValues).map(asText), 'v'),
    ...packed(
      (plan.highlight?.columns ?? []).map((column) => renderedSql(column, { arrays: false })),
      'h',
    ),
    ...(storedColumns.length < plan.projection.length ? ['t._more AS more'] : []),
    ...(plan.withId ? [`${plan.lineId} AS id`] : []),
    ...(key === undefined ? [] : [`${score} AS score`]),
  ]
}

// The arrays of columns are cached (`projectionOf`): the last SQL of each is cached here.
const lineSqlCache = new WeakMap<readonly Column[], { variant: string; sql: string }>()

export function lineSql(plan: LinesPlan): string {
  const score = scoreKey(plan)
  const shape = score === undefined ? plan : { ...plan, score }
  if (plan.format === 'csv') return `${csvLineSql(shape)} AS j`
  const { projection, truncate, arrays, withId, lineId } = plan
  const variant = [truncate, arrays, withId && lineId, score].join(' ')
  const before = lineSqlCache.get(projection)
  if (before?.variant === variant) return before.sql
  const sql = `${jsonLineSql(withId ? { ...shape, id: lineId } : shape)} AS j`
  lineSqlCache.set(projection, { variant, sql })
  return sql
}

/** The score among the keys of the page, aliased `p`. */
function scoreKey(plan: LinesPlan): string | undefined {
  const at = plan.order.findIndex(({ by }) => by === 'score')
  return at < 0 ? undefined : `p.k${at}`
}

/** The order of the keys `k0`, `k1` … */
export const orderSql = (order: readonly OrderTerm[]): string =>
  order.map((term, at) => `k${at}${term.descending ? ' DESC' : ''}${isNullable(term) ? ' NULLS LAST' : ''}`).join(',')

/** Lines that match: `i`, and the keys of the order as `k0`, `k1` … */
export function matchKeysSql(plan: LinesPlan, bindings: Bindings): string {
  const search = searchName(plan.run)
  const { ranking } = plan
  const isBare =
    !plan.collapse &&
    (ranking?.complete || ranking?.covers) &&
    plan.where.length === 0 &&
    plan.order.every(({ by }) => by === 'score' || by === 'line')
  // In the order of the table, SQLite would read every row of it instead of the index of boxes.
  const number = isBare ? (ranking?.complete ? `${search}.rowid` : 'f.i') : isBoxed(plan) ? '+t._i' : 't._i'
  const score = ranking?.complete ? rankSql(plan.run, ranking) : 'f.s'
  const keys = plan.order.map((term, at) => `${term.by === 'line' ? number : keySql(term, score)} AS k${at}`)
  const conditions = plan.where.map((predicate) => conditionSql(predicate, plan.run, bindings))
  const table = `${tableName(plan.run)} AS t`
  let from = table
  if (ranking && !ranking.complete) {
    from = `(${scoresSql(plan.run, ranking, bindings)}) AS f${isBare ? '' : ` CROSS JOIN ${table} ON t._i=f.i`}`
  } else if (ranking?.expression !== undefined) {
    from = isBare ? search : `${search} CROSS JOIN ${table} ON t._i=${search}.rowid`
    const matching = `${search} MATCH ${bindings.bind(ranking.expression)}`
    if (ranking.scored === undefined) conditions.unshift(matching)
    else {
      // The + keeps SQLite from looking up each line by itself, which would weigh the words again for each.
      conditions.unshift(`+${search}.rowid IN (SELECT rowid FROM ${search} WHERE ${matching})`)
      conditions.unshift(`${search} MATCH ${bindings.bind(ranking.scored)}`)
    }
  }
  const group = plan.collapse ? `,${plan.collapse.sql} AS g` : ''
  return `SELECT ${number} AS i,${keys.join(',')}${group} FROM ${from}${whereSql(conditions)}`
}

export const isBoxed = ({ where }: LinesPlan): boolean => where.some(({ is }) => is === 'meets' || is === 'relates')

export function keySql({ by, column, descending }: OrderTerm, score: string): string {
  if (by === 'score') return score
  if (by === 'instant') return column.instant ?? column.sql
  if (!column.multiple) return by === 'folded' ? foldSql(column.sql, column.ascii) : column.sql
  const element = by === 'folded' ? foldSql('e.value', column.ascii) : elementSql(column)
  // In a subquery of its own: SQLite counts the depth of an expression twice in a scalar subquery.
  return `(SELECT ${descending ? 'max' : 'min'}(v) FROM (SELECT ${element} AS v FROM json_each(${column.sql}) AS e))`
}

export const isCostly = ({ by, column }: OrderTerm): boolean => by === 'score' || by === 'folded' || column.multiple

const isNullable = ({ by, column }: OrderTerm): boolean => by !== 'line' && by !== 'score' && !column.required

/** The condition of the lines after the cursor, key by key. A comparison of row values cannot mix directions and NULLS LAST. */
export function keysetSql(order: readonly OrderTerm[], after: readonly Scalar[], bindings: Bindings): string {
  let condition = '0'
  for (let at = order.length - 1; at >= 0; at--) {
    const term = order[at]
    const value = after[at] ?? null
    if (!term) continue
    const key = `k${at}`
    if (value === null) {
      condition = `(${key} IS NULL AND ${condition})`
      continue
    }
    const bound = bindings.bind(value)
    const missing = isNullable(term) ? ` OR ${key} IS NULL` : ''
    const rest = condition === '0' ? '' : ` OR (${key}=${bound} AND ${condition})`
    condition = `(${key}${term.descending ? '<' : '>'}${bound}${missing}${rest})`
  }
  return condition
}

/** The number of matching lines, their groups and their bounding box. */
export function countSql(plan: LinesPlan, bindings: Bindings): string {
  const { ranking, run, where } = plan
  const search = searchName(run)
  const match = ranking?.complete ? ranking.expression : undefined
  const extraColumns = [
    ...(plan.collapse ? [`count(DISTINCT ${plan.collapse.sql}) AS groups`] : []),
    ...(plan.bounds ? [boundsSql(plan.bounds)] : []),
  ]
  if (match !== undefined && where.length === 0 && extraColumns.length === 0) {
    return `SELECT count(*) AS total FROM ${search} WHERE ${search} MATCH ${bindings.bind(match)}`
  }
  if (ranking?.covers && where.length === 0 && extraColumns.length === 0) {
    return `SELECT count(*) AS total FROM (${coveredSql(run, ranking, bindings)})`
  }
  return `SELECT ${['count(*) AS total', ...extraColumns].join(',')} ${matchingSql(plan, bindings)}`
}

/** The table and the conditions of a plan, without any order. */
export function matchingSql({ ranking, run, where }: LinesPlan, bindings: Bindings): string {
  const match = ranking?.complete ? ranking.expression : undefined
  const conditions = where.map((predicate) => conditionSql(predicate, run, bindings))
  const table = `${tableName(run)} AS t`
  if (ranking?.covers) {
    const covered = coveredSql(run, ranking, bindings)
    return `FROM (${covered}) AS f CROSS JOIN ${table} ON t._i=f.i${whereSql(conditions)}`
  }
  if (match === undefined) return `FROM ${table}${whereSql(conditions)}`
  // CROSS JOIN makes SQLite scan the search index first: `IN (SELECT …)` takes a fifth longer.
  const search = searchName(run)
  conditions.unshift(`${search} MATCH ${bindings.bind(match)}`)
  return `FROM ${search} CROSS JOIN ${table} ON t._i=${search}.rowid${whereSql(conditions)}`
}

export const boundsColumns = [
  ['west', 'min', '_lon'],
  ['south', 'min', '_lat'],
  ['east', 'max', '_lon'],
  ['north', 'max', '_lat'],
] as const

function boundsSql(bounds: NonNullable<LinesPlan['bounds']>): string {
  // A line whose geometry is missing may still have a position.
  const value = (side: string, position: string): string =>
    bounds === 'shapes' ? `coalesce(t._${side},t.${position})` : bounds === 'points' ? `t.${position}` : 'NULL'
  return boundsColumns.map(([side, call, position]) => `${call}(${value(side, position)}) AS ${side}`).join(',')
}

export const whereSql = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : ` WHERE ${balanced(conditions, 'AND')}`
