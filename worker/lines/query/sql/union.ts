import { limits } from '../../../limits'
import { tableName } from '../../storage/table-names'
import type { LinesPlan, PartPlan } from '../plan/plan'
import { Bindings, limitSql, unionAll } from '../text'
import {
  countSql,
  isCostly,
  isInRows,
  keysetSql,
  lineSql,
  matchingSql,
  matchKeysSql,
  orderSql,
  type PageStatement,
  valuesSql,
} from './page'

/**
 * SQL of the lines of several tables: each selects its first lines by its own indexes, in the order of the union, and the
 * first of these are the page. Rows have `n`, the position of the line in the page.
 */
export function unitedPages(
  plan: LinesPlan,
  parts: readonly PartPlan[],
  answer: 'chunks' | 'rows' | undefined,
): PageStatement[] {
  const rowFormat = answer ?? (isInRows(plan) || parts.some(isInRows) ? 'rows' : 'chunks')
  const pages = (shownParts: readonly number[]): PageStatement[] => {
    const page = unitedPage(plan, { parts, shownParts, rowFormat })
    if (page.text.length <= limits.lines.maxSqlChars || shownParts.length < 2) return [page]
    // The lines of some tables in one statement, those of the others in another.
    const half = shownParts.length >> 1
    return [...pages(shownParts.slice(0, half)), ...pages(shownParts.slice(half))]
  }
  return pages(parts.map((_, at) => at))
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
  const order = orderSql(plan.order)
  const after = plan.after ? ` WHERE ${keysetSql(plan.order, plan.after, bindings)}` : ''
  const most = limitSql(plan.offset + plan.limit)
  const selects = parts.map((part, at) => {
    // LIMIT prevents SQLite from flattening the subquery, which would compute the keys again for each comparison with the cursor.
    const once = plan.after && part.order.some(isCostly) ? ' LIMIT -1' : ''
    const matching = `SELECT ${at} AS d,* FROM (${matchKeysSql(part, bindings)}${once})`
    return plan.collapse ? matching : `SELECT * FROM (SELECT * FROM (${matching})${after} ORDER BY ${order} ${most})`
  })
  const union = unionAll(selects)
  const collapsed = plan.collapse
    ? `SELECT * FROM (SELECT *,row_number() OVER (PARTITION BY g ORDER BY ${order}) AS r FROM (${union})) WHERE r=1`
    : union
  const page = `SELECT * FROM (${collapsed})${plan.collapse ? after : ''} ORDER BY ${order} ${limitSql(plan.limit, plan.offset)}`
  const keys = `json_array(${plan.order.map((_, at) => `p.k${at}`).join(',')}) AS a`
  const lines = shownParts.flatMap((at) => {
    const part = parts[at]
    if (!part) return []
    const columns = rowFormat === 'rows' ? valuesSql(part) : [lineSql(part)]
    return `SELECT ${['p.n AS n', ...columns, keys].join(',')} FROM p CROSS JOIN ${tableName(part.run)} AS t ON t._i=p.i WHERE p.d=${at}`
  })
  const text =
    `WITH p AS MATERIALIZED (SELECT *,row_number() OVER () AS n FROM (${page})) ` +
    `SELECT * FROM (${unionAll(lines)}) ORDER BY n`
  return { text, values: bindings.values, answer: rowFormat }
}

/** The number of matching lines in all tables, their groups and their bounding box. */
export function unitedCount({ bounds, collapse }: LinesPlan, parts: readonly PartPlan[], bindings: Bindings): string {
  const counts = parts.map(({ collapse: _, ...part }) => countSql(part, bindings))
  const columns = ['total(total) AS total']
  if (bounds) columns.push('min(west) AS west,min(south) AS south,max(east) AS east,max(north) AS north')
  if (collapse) {
    const values = parts.map((part) => `SELECT ${part.collapse?.sql ?? 'NULL'} AS g ${matchingSql(part, bindings)}`)
    columns.push(`(SELECT count(DISTINCT g) FROM (${unionAll(values)})) AS groups`)
  }
  return `SELECT ${columns.join(',')} FROM (${unionAll(counts)})`
}
