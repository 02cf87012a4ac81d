/** The lines that match a plan, in SQL. */
import { searchName, tableName } from '../../storage/table-names'
import type { LinesPlan } from '../plan/plan'
import type { Ranking } from '../predicate'
import { type Bindings, balanced } from '../sql-text'
import { orderKeySql } from './order-and-cursor'
import { coveredSql, rankSql, scoresSql } from './scores'
import { conditionSql } from './where'

/** Lines that match: `i`, and the keys of the order as `k0`, `k1` … @param key SQL of the score, by default computed */
export function matchKeysSql(plan: LinesPlan, bindings: Bindings, key?: string): string {
  const { from, number, score, conditions } = matchSource(plan, bindings)
  const keys = plan.order.map(
    (term, at) => `${term.by === 'line' ? number : orderKeySql(term, key ?? score)} AS k${at}`,
  )
  const group = plan.collapse ? `,${plan.collapse.sql} AS g` : ''
  return `SELECT ${number} AS i,${keys.join(',')}${group} FROM ${from}${whereSql(conditions)}`
}

type ScoredLater = LinesPlan & { ranking: Ranking & { expression: string } }

/** Whether the terms before the score select the page (`ties`): scores are computed for its lines alone, not for all that match. */
export const isScoredLater = (plan: LinesPlan): plan is ScoredLater =>
  plan.ties !== undefined && plan.ranking?.expression !== undefined

/** The keys of a page whose lines are scored once they are selected. @param page its order and its limit, in SQL */
export function scoredLaterSql(plan: ScoredLater, page: string, bindings: Bindings): string {
  const { ranking, run, order } = plan
  const { scored = ranking.expression, ...selecting } = ranking
  const search = searchName(run)
  const unscored = matchKeysSql({ ...plan, ranking: selecting }, bindings, 'NULL')
  const keys = order.map(({ by }, at) => (by === 'score' ? `coalesce(scores.s,0) AS k${at}` : `page.k${at}`))
  const match = `${search} MATCH ${bindings.bind(scored)}`
  return (
    `WITH page AS MATERIALIZED (SELECT * FROM (${unscored}) ${page}),` +
    `scores AS MATERIALIZED (SELECT rowid AS r,${rankSql(run, ranking)} AS s FROM ${search} ` +
    // The + keeps SQLite from looking up each line by itself, which would weigh the words again for each.
    `WHERE ${match} AND +${search}.rowid IN (SELECT i FROM page)) ` +
    `SELECT page.i,${keys.join(',')} FROM page LEFT JOIN scores ON scores.r=page.i`
  )
}

/** Where the matching lines are read: SQL of the tables, of the number and the score of a line, and of the conditions that remain. */
type Matches = { from: string; number: string; score: string; conditions: readonly string[] }

function matchSource(plan: LinesPlan, bindings: Bindings): Matches {
  const { ranking, run, where } = plan
  const conditions = where.map((predicate) => conditionSql(predicate, run, bindings))
  if (ranking && !ranking.complete) return scoredMatches(plan, ranking, { conditions, bindings })
  if (ranking?.expression !== undefined) {
    return indexMatches(plan, { ...ranking, expression: ranking.expression }, { conditions, bindings })
  }
  return { from: lineTable(run), number: numberSql(plan), score: 'NULL', conditions }
}

/** The lines of a ranking that also matches values outside of the search index, with their scores. */
function scoredMatches(
  plan: LinesPlan,
  ranking: Ranking,
  { conditions, bindings }: { conditions: readonly string[]; bindings: Bindings },
): Matches {
  const scores = `(${scoresSql(plan.run, ranking, bindings)}) AS f`
  const score = 'f.s'
  return ranking.covers && readsNoLine(plan)
    ? { from: scores, number: 'f.i', score, conditions }
    : { from: `${scores} CROSS JOIN ${lineTable(plan.run)} ON t._i=f.i`, number: numberSql(plan), score, conditions }
}

/** The lines that the search index alone selects. */
function indexMatches(
  plan: LinesPlan,
  ranking: Ranking & { expression: string },
  { conditions, bindings }: { conditions: readonly string[]; bindings: Bindings },
): Matches {
  const search = searchName(plan.run)
  const matching = `${search} MATCH ${bindings.bind(ranking.expression)}`
  const selecting =
    ranking.scored === undefined
      ? [matching]
      : [
          `${search} MATCH ${bindings.bind(ranking.scored)}`,
          // The + keeps SQLite from looking up each line by itself, which would weigh the words again for each.
          `+${search}.rowid IN (SELECT rowid FROM ${search} WHERE ${matching})`,
        ]
  const matches = { score: rankSql(plan.run, ranking), conditions: [...selecting, ...conditions] }
  return readsNoLine(plan)
    ? { ...matches, from: search, number: `${search}.rowid` }
    : {
        ...matches,
        from: `${search} CROSS JOIN ${lineTable(plan.run)} ON t._i=${search}.rowid`,
        number: numberSql(plan),
      }
}

const lineTable = (run: string): string => `${tableName(run)} AS t`

/** Whether the keys of a plan are those of its ranking: no line of the table is read. */
const readsNoLine = ({ collapse, where, order }: LinesPlan): boolean =>
  !collapse && where.length === 0 && order.every(({ by }) => by === 'score' || by === 'line')

// In the order of the table, SQLite would read every row of it instead of the index of boxes.
const numberSql = (plan: LinesPlan): string => (isBoxed(plan) ? '+t._i' : 't._i')

/** Whether a condition of a plan reads the index of bounding boxes. */
export const isBoxed = ({ where }: LinesPlan): boolean => where.some(({ is }) => is === 'meets' || is === 'relates')

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

export const whereSql = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : ` WHERE ${balanced(conditions, 'AND')}`
