import { limits } from '../../../limits'
import { tableName } from '../../storage/table-names'
import type { LinesPlan, PartPlan } from '../plan/plan'
import { Bindings, limitSql, type Statement, unionAll } from '../sql-text'
import { boundsColumns, countSql } from './count'
import { matchingSql, matchKeysSql } from './matches'
import { isCostly, keysetSql, orderSql } from './order-and-cursor'
import { isSerializedInWorker, lineSql, type PageStatement, valuesSql } from './page'

/**
 * SQL of the lines of several tables: each selects its first lines by its own indexes, in the order of the union, and the
 * first of these are the page. Rows have `n`, the position of the line in the page.
 */
export function unitedPages(
  plan: LinesPlan,
  parts: readonly PartPlan[],
  answer: 'chunks' | 'rows' | undefined,
): PageStatement[] {
  const rowFormat = answer ?? (isSerializedInWorker(plan) || parts.some(isSerializedInWorker) ? 'rows' : 'chunks')
  return inStatements(
    parts.map((_, at) => at),
    (shownParts) => unitedPage(plan, { parts, shownParts, rowFormat }),
  )
}

function unitedPage(
  plan: LinesPlan,
  {
    parts,
    shownParts,
    rowFormat,
  }: { parts: readonly PartPlan[]; shownParts: readonly number[]; rowFormat: 'chunks' | 'rows' },
): PageStatement {
  const bindings = new Bindings()
  const page = pageKeysSql(plan, parts, bindings)
  const keys = `json_array(${plan.order.map((_, at) => `p.k${at}`).join(',')}) AS a`
  const lines = linesOfPageSql(parts, shownParts, rowFormat, [keys])
  const text =
    `WITH p AS MATERIALIZED (SELECT *,row_number() OVER () AS n FROM (${page})) ` +
    `SELECT * FROM (${unionAll(lines)}) ORDER BY n`
  return { ...bindings.statement(text), answer: rowFormat }
}

/** The lines of the page: `d` (index of the table), `i` (line number) and the keys of the order. */
function pageKeysSql(plan: LinesPlan, parts: readonly PartPlan[], bindings: Bindings): string {
  const order = orderSql(plan.order)
  const afterSql = (own: Bindings) => (plan.after ? ` WHERE ${keysetSql(plan.order, plan.after, own)}` : '')
  const most = limitSql(plan.offset + plan.limit)
  const firstOfGroups = (rows: string): string =>
    `SELECT * FROM (SELECT *,row_number() OVER (PARTITION BY g ORDER BY ${order}) AS r FROM (${rows})) WHERE r=1`
  const columns = ['d', 'i', ...plan.order.map((_, at) => `k${at}`), ...(plan.collapse ? ['g'] : [])]
  const selects = parts.map((part, at) => {
    // LIMIT prevents SQLite from flattening the subquery, which would compute the keys again for each comparison with the cursor.
    const once = plan.after && part.order.some(isCostly) ? ' LIMIT -1' : ''
    const isSent = part.shard !== plan.shard
    const select = (own: Bindings) => {
      const matching = `SELECT ${at} AS d,* FROM (${matchKeysSql(part, own)}${once})`
      if (plan.collapse) return isSent ? firstOfGroups(matching) : matching
      return `SELECT * FROM (SELECT * FROM (${matching})${afterSql(own)} ORDER BY ${order} ${most})`
    }
    return isSent ? bindings.exchange(part.shard, columns, select) : select(bindings)
  })
  const union = unionAll(selects)
  const collapsed = plan.collapse ? firstOfGroups(union) : union
  const after = plan.collapse ? afterSql(bindings) : ''
  return `SELECT * FROM (${collapsed})${after} ORDER BY ${order} ${limitSql(plan.limit, plan.offset)}`
}

/** One select per table of the lines of the page `p`, with their position `n` in the page. */
function linesOfPageSql(
  parts: readonly PartPlan[],
  shownParts: readonly number[],
  rowFormat: 'chunks' | 'rows',
  more: readonly string[],
): string[] {
  return shownParts.flatMap((at) => {
    const part = parts[at]
    if (!part) return []
    const columns = rowFormat === 'rows' ? valuesSql(part) : [lineSql(part)]
    return `SELECT ${['p.n AS n', ...columns, ...more].join(',')} FROM p CROSS JOIN ${tableName(part.run)} AS t ON t._i=p.i WHERE p.d=${at}`
  })
}

/** A line of a page: the index of its table, its number, its keys (a JSON array), and its score where the order has one. */
export type PageLine = { d: number; i: number; a: string; s: number | null }

/** The lines of the page of tables in several databases, in order: rows are `PageKey`. */
export function scatteredKeys(plan: LinesPlan, parts: readonly PartPlan[]): Statement {
  const bindings = new Bindings()
  const page = pageKeysSql(plan, parts, bindings)
  const score = plan.order.findIndex(({ by }) => by === 'score')
  const keys = plan.order.map((_, at) => `k${at}`).join(',')
  const text = `SELECT d,i,json_array(${keys}) AS a,${score < 0 ? 'NULL' : `k${score}`} AS s FROM (${page})`
  return bindings.statement(text)
}

/** The statements of one database for the lines of a page: rows have `n`, the position of the line among `keys`. */
export function scatteredLines(
  plan: LinesPlan,
  { parts, shard, keys }: { parts: readonly PartPlan[]; shard: number; keys: readonly PageLine[] },
  answer: 'chunks' | 'rows' | undefined,
): PageStatement[] {
  const rowFormat = answer ?? (isSerializedInWorker(plan) || parts.some(isSerializedInWorker) ? 'rows' : 'chunks')
  const score = plan.order.findIndex(({ by }) => by === 'score')
  const rows = keys.flatMap(({ d, i, s }, n) => (parts[d]?.shard === shard ? [[n, d, i, s]] : []))
  const shown = [...new Set(rows.map(([, d]) => d ?? 0))]
  const columns = ['n', 'd', 'i', ...(score < 0 ? [] : [`k${score}`])].map((name, at) => `value->>${at} AS ${name}`)
  return inStatements(shown, (shownParts) => {
    const bindings = new Bindings()
    const page = `SELECT ${columns.join(',')} FROM json_each(${bindings.bind(JSON.stringify(rows))})`
    const lines = linesOfPageSql(parts, shownParts, rowFormat, [])
    const text = `WITH p AS MATERIALIZED (${page}) SELECT * FROM (${unionAll(lines)})`
    return { ...bindings.statement(text), answer: rowFormat }
  })
}

/** A page in one statement, or the lines of some tables in one and those of the others in another where a text is too long. */
function inStatements(
  shownParts: readonly number[],
  write: (shownParts: readonly number[]) => PageStatement,
): PageStatement[] {
  if (shownParts.length === 0) return []
  const page = write(shownParts)
  if (page.text.length <= limits.lines.maxSqlChars || shownParts.length < 2) return [page]
  const half = shownParts.length >> 1
  return [...inStatements(shownParts.slice(0, half), write), ...inStatements(shownParts.slice(half), write)]
}

/** The number of matching lines in all tables, their groups and their bounding box. */
export function unitedCount(
  { shard, bounds, collapse }: LinesPlan,
  parts: readonly PartPlan[],
  bindings: Bindings,
): string {
  const selectOf = (part: PartPlan, names: readonly string[], write: (own: Bindings) => string): string =>
    part.shard === shard ? write(bindings) : bindings.exchange(part.shard, names, write)
  const names = ['total', ...(bounds ? boundsColumns.map(([side]) => side) : [])]
  const counts = parts.map(({ collapse: _, ...part }) => selectOf(part, names, (own) => countSql(part, own)))
  const columns = ['total(total) AS total']
  if (bounds) columns.push('min(west) AS west,min(south) AS south,max(east) AS east,max(north) AS north')
  if (collapse) {
    const values = parts.map((part) =>
      selectOf(part, ['g'], (own) => `SELECT DISTINCT ${part.collapse?.sql ?? 'NULL'} AS g ${matchingSql(part, own)}`),
    )
    columns.push(`(SELECT count(DISTINCT g) FROM (${unionAll(values)})) AS groups`)
  }
  return `SELECT ${columns.join(',')} FROM (${unionAll(counts)})`
}
