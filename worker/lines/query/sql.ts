import { limits } from '../../limits'
import { foldSql } from '../fold'
import { csvLineSql } from '../formats/csv'
import { jsonLineSql } from '../formats/json'
import { shownSql } from '../formats/shown'
import { searchName, tableName } from '../names'
import type { Column } from './columns'
import type { OrderTerm } from './order'
import type { LinesPlan } from './plan'
import { coveredSql, rankSql, scoresSql } from './scores'
import { Bindings, balanced, limitSql, type Scalar } from './text'
import { unitedCount, unitedPages } from './united'
import { conditionSql, elementSql } from './where'

/** Text and bindings of one statement. */
export type Statement = { text: string; values: Scalar[] }

/**
 * The lines of a page. `chunks`: each row is `j` (lines written by SQLite, joined), `c` (their number; one where it is
 * absent), `a` (JSON array of the order's keys in the last of them). `rows`: each row is one line: `v0`, `v1` … (rendered values of the
 * projection that have a column), `h0` … (texts to highlight), `a`, and `more`, `id`, `score` where lines have them.
 */
export type PageStatement = Statement & { answer: 'chunks' | 'rows' }

/**
 * SQL of a plan: a page and a count. There is no page when no line is wanted, and several statements for one when a single
 * text would be too long; no count when nothing of it is unknown: `total`, `groups` when lines are collapsed, `west`, `south`, `east` and `north` when their box is wanted.
 *
 * @param answer how lines come; by default SQLite writes them, which spares what each value costs on its way (a tenth of the
 * processor time of 20 lines of 33 fields), unless the statement or a line would be too long, or more than their text is needed
 */
export function toSql(plan: LinesPlan, answer?: 'chunks' | 'rows'): { pages: PageStatement[]; count?: Statement } {
  const pages = plan.limit === 0 ? [] : plan.parts ? unitedPages(plan, plan.parts, answer) : [pageSql(plan, answer)]
  if (plan.count !== 'query' && !plan.bounds && !plan.collapse) return { pages }
  const bindings = new Bindings()
  const text = plan.parts ? unitedCount(plan, plan.parts, bindings) : countSql(plan, bindings)
  return { pages, count: { text, values: bindings.values } }
}

function pageSql(plan: LinesPlan, answer: 'chunks' | 'rows' | undefined): PageStatement {
  if (answer === 'rows' || (answer === undefined && isInRows(plan))) return rowsSql(plan)
  const chunks = chunksSql(plan)
  return answer === undefined && chunks.text.length > limits.lines.maxSqlChars ? rowsSql(plan) : chunks
}

/** Whether lines are written here, and not by SQLite: their keys, or what is rendered of them, is to be looked at. */
export const isInRows = ({ ties, highlight, projection, fits }: LinesPlan): boolean =>
  ties !== undefined || highlight !== undefined || !fits || projection.some(({ rendered }) => rendered)

function chunksSql(plan: LinesPlan): PageStatement {
  const bindings = new Bindings()
  const { lines, keys } = linesSql(plan, (keys) => `${lineSql(plan)},${keys.join(',')}`, bindings)
  const joint = plan.format === 'json' ? "','" : "''"
  if (plan.limit <= limits.lines.rowByRow) {
    // Numbering and joining cost more than the few rows they would save.
    return {
      text: `SELECT j,json_array(${keys.join(',')}) AS a FROM (${lines})`,
      values: bindings.values,
      answer: 'chunks',
    }
  }
  const groups = plan.limit > plan.chunk ? ` GROUP BY (n-1)/${plan.chunk} ORDER BY 3` : ''
  const text =
    `SELECT group_concat(j,${joint} ORDER BY n) AS j,count(*) AS c,max(n) AS n,json_array(${keys.join(',')}) AS a ` +
    `FROM (SELECT row_number() OVER () AS n,* FROM (${lines}))${groups}`
  return { text, values: bindings.values, answer: 'chunks' }
}

function rowsSql(plan: LinesPlan): PageStatement {
  const bindings = new Bindings()
  const { lines } = linesSql(
    plan,
    (keys) => [...valuesSql(plan), `json_array(${keys.join(',')}) AS a`].join(','),
    bindings,
  )
  return { text: lines, values: bindings.values, answer: 'rows' }
}

/** Rendered values of one line. Numbers are texts: they are then written by SQLite whoever writes the line. */
export function valuesSql(plan: LinesPlan): string[] {
  const key = scoreKey(plan)
  const score = `CAST(${key ?? 'NULL'} AS TEXT)`
  const stored = plan.projection.filter(({ more }) => more === undefined)
  const values = stored.map((column) => {
    if (column.kind === 'score') return score
    return column.kind === 'number' ? `CAST(${shownSql(column, plan)} AS TEXT)` : shownSql(column, plan)
  })
  return [
    ...values.map((value, at) => `${value} AS v${at}`),
    ...(plan.highlight?.columns ?? []).map((column, at) => `${shownSql(column, { arrays: false })} AS h${at}`),
    ...(stored.length < plan.projection.length ? ['t._more AS more'] : []),
    ...(plan.withId ? [`${plan.lineId} AS id`] : []),
    ...(key === undefined ? [] : [`${score} AS score`]),
  ]
}

export function lineSql(plan: LinesPlan): string {
  const score = scoreKey(plan)
  const shape = score === undefined ? plan : { ...plan, score }
  if (plan.format === 'csv') return `${csvLineSql(shape)} AS j`
  const { projection, truncate, arrays, withId, lineId } = plan
  const form = [truncate, arrays, withId && lineId, score].join(' ')
  const before = writtenLines.get(projection)
  if (before?.form === form) return before.sql
  const sql = `${jsonLineSql(withId ? { ...shape, id: lineId } : shape)} AS j`
  writtenLines.set(projection, { form, sql })
  return sql
}

// Columns are remembered (`projection`), and so is what was written of them last.
const writtenLines = new WeakMap<readonly Column[], { form: string; sql: string }>()

/** The score among the keys of the page, aliased `p`. */
function scoreKey(plan: LinesPlan): string | undefined {
  const at = plan.order.findIndex(({ by }) => by === 'score')
  return at < 0 ? undefined : `p.k${at}`
}

/**
 * The lines of the page in order; `columns` makes what is read of each from the list of the order's keys. Lines are only
 * written once the page is known; in the order of the table it is known while reading.
 */
function linesSql(plan: LinesPlan, columns: (keys: readonly string[]) => string, bindings: Bindings) {
  const [first] = plan.order
  const limit = plan.limit + (plan.ties ? limits.lines.tiedLines : 0)
  const page = limitSql(limit, plan.offset)
  // What an index finds is sorted whole: a line would be written for each that matches. Of many, looking lines up costs more.
  const isSifted = plan.where.length > 0 && plan.limit <= limits.lines.rowByRow
  if (plan.order.length === 1 && first?.by === 'line' && !plan.collapse && !isBoxed(plan) && !isSifted) {
    const conditions = plan.where.map((predicate) => conditionSql(predicate, plan.run, bindings))
    if (plan.after) conditions.push(`t._i${first.descending ? '<' : '>'}${bindings.bind(plan.after[0] ?? 0)}`)
    const order = `ORDER BY t._i${first.descending ? ' DESC' : ''} ${page}`
    const lines = `SELECT ${columns(['t._i'])} FROM ${tableName(plan.run)} AS t${whereSql(conditions)} ${order}`
    return { lines, keys: ['_i'] }
  }
  const keys = plan.order.map((_, at) => `k${at}`)
  const after = plan.after ? ` WHERE ${keysetSql(plan.order, plan.after, bindings)}` : ''
  const order = orderSql(plan.order.slice(0, plan.ties?.after))
  // A limit keeps SQLite from computing such keys again for each comparison with the cursor.
  const once = plan.after && plan.order.some(isCostly) ? ' LIMIT -1' : ''
  const matching = foundSql(plan, bindings)
  const kept = plan.collapse
    ? `SELECT * FROM (SELECT *,row_number() OVER (PARTITION BY g ORDER BY ${order}) AS r FROM (${matching})) WHERE r=1`
    : `${matching}${once}`
  const found = `SELECT * FROM (${kept})${after} ORDER BY ${order} ${page}`
  const lines = `SELECT ${columns(keys.map((key) => `p.${key}`))} FROM (${found}) AS p CROSS JOIN ${tableName(plan.run)} AS t ON t._i=p.i`
  return { lines, keys }
}

/** The order of the keys `k0`, `k1` … */
export const orderSql = (order: readonly OrderTerm[]): string =>
  order.map((term, at) => `k${at}${term.descending ? ' DESC' : ''}${isNullable(term) ? ' NULLS LAST' : ''}`).join(',')

/** Lines that match: `i`, and the keys of the order as `k0`, `k1` … */
export function foundSql(plan: LinesPlan, bindings: Bindings): string {
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
    conditions.unshift(`${search} MATCH ${bindings.bind(ranking.expression)}`)
  }
  const group = plan.collapse ? `,${plan.collapse.sql} AS g` : ''
  return `SELECT ${number} AS i,${keys.join(',')}${group} FROM ${from}${whereSql(conditions)}`
}

const isBoxed = ({ where }: LinesPlan): boolean => where.some(({ is }) => is === 'meets' || is === 'relates')

function keySql({ by, column, descending }: OrderTerm, score: string): string {
  if (by === 'score') return score
  if (by === 'instant') return column.instant ?? column.sql
  if (!column.multiple) return by === 'folded' ? foldSql(column.sql, column.ascii) : column.sql
  const element = by === 'folded' ? foldSql('e.value', column.ascii) : elementSql(column)
  // In a subquery of its own: SQLite counts the depth of an expression twice in a scalar subquery.
  return `(SELECT ${descending ? 'max' : 'min'}(v) FROM (SELECT ${element} AS v FROM json_each(${column.sql}) AS e))`
}

export const isCostly = ({ by, column }: OrderTerm): boolean => by === 'score' || by === 'folded' || column.multiple

const isNullable = ({ by, column }: OrderTerm): boolean => by !== 'line' && by !== 'score' && !column.required

/** Lines after the cursor, key by key: directions differ and missing values come last, so no comparison of rows. */
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

/** Number of lines that match, and what else is asked of all of them. */
export function countSql(plan: LinesPlan, bindings: Bindings): string {
  const { ranking, run, where } = plan
  const search = searchName(run)
  const match = ranking?.complete ? ranking.expression : undefined
  const others = [
    ...(plan.collapse ? [`count(DISTINCT ${plan.collapse.sql}) AS groups`] : []),
    ...(plan.bounds ? [boundsSql(plan.bounds)] : []),
  ]
  if (match !== undefined && where.length === 0 && others.length === 0) {
    return `SELECT count(*) AS total FROM ${search} WHERE ${search} MATCH ${bindings.bind(match)}`
  }
  if (ranking?.covers && where.length === 0 && others.length === 0) {
    return `SELECT count(*) AS total FROM (${coveredSql(run, ranking, bindings)})`
  }
  return `SELECT ${['count(*) AS total', ...others].join(',')} ${matchingSql(plan, bindings)}`
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
  // From the words to their lines: a set of them to look into would be a fifth slower.
  const search = searchName(run)
  conditions.unshift(`${search} MATCH ${bindings.bind(match)}`)
  return `FROM ${search} CROSS JOIN ${table} ON t._i=${search}.rowid${whereSql(conditions)}`
}

const sides = [
  ['west', 'min', '_lon'],
  ['south', 'min', '_lat'],
  ['east', 'max', '_lon'],
  ['north', 'max', '_lat'],
] as const

function boundsSql(bounds: NonNullable<LinesPlan['bounds']>): string {
  // A line whose geometry is missing may still have a position.
  const value = (side: string, position: string): string =>
    bounds === 'shapes' ? `coalesce(t._${side},t.${position})` : bounds === 'points' ? `t.${position}` : 'NULL'
  return sides.map(([side, call, position]) => `${call}(${value(side, position)}) AS ${side}`).join(',')
}

const whereSql = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : ` WHERE ${balanced(conditions, 'AND')}`
