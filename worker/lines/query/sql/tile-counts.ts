import { tableName } from '../../storage/table-names'
import type { LinesPlan } from '../plan/plan'
import type { Predicate } from '../predicate'
import { Bindings, balanced, type Statement } from '../sql-text'
import { conditionSql } from './where'

/** The number of lines of a plan in each box: `n0`, `n1` … */
export function tileCountsSql({ run, where }: LinesPlan, boxes: readonly Predicate[]): Statement {
  const bindings = new Bindings()
  const counts = boxes.map((box, at) => `total((${conditionSql(box, run, bindings)}) IS TRUE) AS n${at}`)
  const conditions = where.map((predicate) => conditionSql(predicate, run, bindings))
  const text = `SELECT ${counts.join(',')} FROM ${tableName(run)} AS t WHERE ${balanced(conditions, 'AND') || '1'}`
  return bindings.statement(text)
}
