import { searchName } from '../../storage/table-names'
import type { LinesPlan } from '../plan/plan'
import type { Bindings } from '../sql-text'
import { matchingSql } from './matches'
import { coveredSql } from './scores'

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
