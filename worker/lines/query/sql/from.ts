import { tableName } from '../../storage/table-names'
import type { Column } from '../column'
import { partColumn } from '../find-column'
import { isScattered, type LinesPlan, type PartPlan } from '../plan/plan'
import { type Bindings, balanced, literal, unionAll } from '../sql-text'
import { conditionSql } from './where'

/**
 * The source of the lines of a plan, for statements over all of them: the FROM clause with the alias `t`, and the
 * WHERE clause. `line` is the SQL of the number of the line.
 *
 * @param columns the columns that the statement reads, from `columnOf`
 * @param options.readsLine whether the statement reads `line`; otherwise rows of other databases have no line number
 */
export function fromSql(
  plan: LinesPlan,
  columns: readonly Column[],
  bindings: Bindings,
  { readsLine = false }: { readsLine?: boolean } = {},
): { from: string; where: string; line: string } {
  if (!plan.parts) return { from: `${tableName(plan.run)} AS t`, where: conditionsSql(plan, bindings), line: 't._i' }
  const scattered = isScattered(plan)
  const sent = scattered ? namesIn(columns, readsLine) : undefined
  const selects = plan.parts.map((part) => {
    const named = namedColumns(part, columns)
    const names = sent ? [...named.keys()].filter((name) => sent.has(name)) : [...named.keys()]
    const select = (own: Bindings) => {
      const list = names.map((name) => `${named.get(name)} AS ${name}`)
      return `SELECT ${list.join(',') || 'NULL AS none'} FROM ${tableName(part.run)} AS t${conditionsSql(part, own)}`
    }
    return part.shard === plan.shard
      ? select(bindings)
      : bindings.exchange(part.shard, names.length > 0 ? names : ['none'], select)
  })
  return { from: `(${unionAll(selects)}) AS t`, where: '', line: scattered && !readsLine ? 'NULL' : 't._line' }
}

/** The columns of a union that a statement reads: those in the SQL of its columns. */
function namesIn(columns: readonly Column[], readsLine: boolean): ReadonlySet<string> {
  const texts = columns.flatMap(({ sql, instant }) => [sql, instant ?? ''])
  const names = texts.flatMap((text) => [...text.matchAll(/\bt\.(\w+)/g)].flatMap(([, name]) => name ?? []))
  return new Set([...names, ...(readsLine ? ['_line'] : [])])
}

/** The columns of one table in SQL, by the column names of the union (`unite`). */
function namedColumns(part: PartPlan, columns: readonly Column[]): Map<string, string> {
  const named = new Map([
    ['_line', `'${part.index}:'||t._i`],
    ['_i', 't._i'],
    ['_rand', 't._rand'],
  ])
  const { layout } = part.source.pointer
  for (const name of ['_lat', '_lon']) named.set(name, layout.located ? `t.${name}` : 'NULL')
  for (const column of columns) {
    const ownColumn = partColumn(column, part.source)
    for (const [name, sql] of [
      [column.sql, asListed(ownColumn, column.multiple)],
      [column.instant, ownColumn.instant],
    ] as const) {
      if (name && /^t\.[uw]\d+$/.test(name)) named.set(name.slice(2), sql ?? 'NULL')
    }
  }
  return named
}

/** The value of a column as a list or as one value: a table may store it otherwise until its dataset is processed again. */
function asListed({ sql, multiple, separator }: Column, isList: boolean): string {
  if (multiple === isList || sql === 'NULL') return sql
  if (isList) return `iif(${sql} IS NULL,NULL,json_array(CAST(${sql} AS TEXT)))`
  return `(SELECT group_concat(value,${literal(separator || ', ')}) FROM json_each(${sql}))`
}

function conditionsSql({ run, where }: LinesPlan, bindings: Bindings): string {
  if (where.length === 0) return ''
  const conditions = where.map((predicate) => conditionSql(predicate, run, bindings))
  return ` WHERE ${balanced(conditions, 'AND')}`
}
