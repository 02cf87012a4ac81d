import { limits } from '../../../limits'
import { tableName } from '../../storage/table-names'
import type { LinesPlan } from '../plan/plan'
import { tiersOf } from '../plan/selection'
import { Bindings, limitSql, type Statement } from '../sql-text'
import { countSql } from './count'
import { isBoxed, isScoredLater, matchKeysSql, scoredLaterSql, whereSql } from './matches'
import { isCostly, keysetSql, orderSql } from './order-and-cursor'
import { isSerializedInWorker, lineSql, type PageStatement, valuesSql } from './page'
import { estimateSql, tieredKeysSql } from './tiered-page'
import { unitedCount, unitedPages } from './union'
import { conditionSql } from './where'

/**
 * SQL of a plan: a page and a count. There is no page when the size is 0, and several statements for one page when a single
 * text would be too long; no count when the total is known. The count has `total`, `groups` when lines are collapsed, `west`, `south`, `east` and `north` with a bounding box.
 *
 * @param answer how lines are returned; by default SQLite writes them, which saves the transfer of each value (a tenth of the
 * processor time of 20 lines of 33 fields), unless the statement or a line would be too long, or the values are needed
 */
export function toSql(plan: LinesPlan, answer?: 'chunks' | 'rows'): { pages: PageStatement[]; count?: Statement } {
  const pages = plan.limit === 0 ? [] : plan.parts ? unitedPages(plan, plan.parts, answer) : [pageSql(plan, answer)]
  const count = summarySql(plan)
  return count ? { pages, count } : { pages }
}

/** The count of a plan; undefined when nothing is to be counted. */
export function summarySql(plan: LinesPlan): Statement | undefined {
  const isCounted = plan.count === 'query' || plan.count === 'estimate'
  if (!isCounted && !plan.bounds && !plan.collapse) return undefined
  const bindings = new Bindings()
  const text = plan.parts
    ? unitedCount(plan, plan.parts, bindings)
    : plan.count === 'estimate'
      ? estimateSql(plan, bindings)
      : countSql(plan, bindings)
  return bindings.statement(text)
}

function pageSql(plan: LinesPlan, answer: 'chunks' | 'rows' | undefined): PageStatement {
  if (answer === 'rows' || (answer === undefined && isSerializedInWorker(plan))) return rowsSql(plan)
  const chunks = chunksSql(plan)
  return answer === undefined && chunks.text.length > limits.lines.maxSqlChars ? rowsSql(plan) : chunks
}

function chunksSql(plan: LinesPlan): PageStatement {
  const bindings = new Bindings()
  const { lines, keys } = linesSql(plan, (keys) => `${lineSql(plan)},${keys.join(',')}`, bindings)
  const joint = plan.format === 'json' ? "','" : "''"
  if (plan.limit <= limits.lines.rowByRow) {
    // Grouping the lines into chunks costs more than the few rows that it saves.
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

/**
 * The lines of the page in order; `columns` gives the result columns from the names of the sort keys. Lines are only
 * written once the page is selected; in the order of the table that is while reading.
 */
function linesSql(plan: LinesPlan, columns: (keys: readonly string[]) => string, bindings: Bindings) {
  const [first] = plan.order
  const limit = plan.limit + (plan.ties ? limits.lines.tiedLines : 0)
  const page = limitSql(limit, plan.offset)
  // Matches of an index are all sorted, and each would be written. On large pages, looking lines up again costs more.
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
  // LIMIT prevents SQLite from flattening the subquery, which would compute the keys again for each comparison with the cursor.
  const once = plan.after && plan.order.some(isCostly) ? ' LIMIT -1' : ''
  const tiers = tiersOf(plan)
  if (tiers)
    return {
      lines: linesOfKeysSql(plan, columns(keys.map((key) => `p.${key}`)), tieredKeysSql(plan, tiers, bindings)),
      keys,
    }
  if (isScoredLater(plan)) {
    const selected = `${scoredLaterSql(plan, `ORDER BY ${order} ${page}`, bindings)} ORDER BY ${order}`
    return { lines: linesOfKeysSql(plan, columns(keys.map((key) => `p.${key}`)), selected), keys }
  }
  const matching = matchKeysSql(plan, bindings)
  const collapsed = plan.collapse
    ? `SELECT * FROM (SELECT *,row_number() OVER (PARTITION BY g ORDER BY ${order}) AS r FROM (${matching})) WHERE r=1`
    : `${matching}${once}`
  const pageKeys = `SELECT * FROM (${collapsed})${after} ORDER BY ${order} ${page}`
  return { lines: linesOfKeysSql(plan, columns(keys.map((key) => `p.${key}`)), pageKeys), keys }
}

/** The lines with the numbers `i` of a statement, in its order. */
const linesOfKeysSql = ({ run }: LinesPlan, columns: string, keys: string): string =>
  `SELECT ${columns} FROM (${keys}) AS p CROSS JOIN ${tableName(run)} AS t ON t._i=p.i`
