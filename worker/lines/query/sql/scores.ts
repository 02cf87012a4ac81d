/** The lines of a ranking in SQL, for searches that also match values outside of the full-text index. */
import { searchName, tableName } from '../../storage/table-names'
import type { Ranking } from '../predicate'
import { type Bindings, balanced } from '../sql-text'
import { conditionSql } from './where'

/** The relevance of a line to the words found in the index. */
export const rankSql = (run: string, { weights }: Ranking): string =>
  `-bm25(${[searchName(run), ...weights].join(',')})`

/** Lines `i` and their scores `s`: values outside of the index match too, and each adds 1. */
export function scoresSql(run: string, ranking: Ranking, bindings: Bindings): string {
  return `SELECT i,sum(s) AS s FROM (${sourcesSql(run, ranking, bindings, true).join(' UNION ALL ')}) GROUP BY i`
}

/** The same lines `i`, each once, without their scores. */
export function coveredSql(run: string, ranking: Ranking, bindings: Bindings): string {
  return sourcesSql(run, ranking, bindings, false).join(' UNION ')
}

function sourcesSql(run: string, ranking: Ranking, bindings: Bindings, scored: boolean): string[] {
  const sources: string[] = []
  if (ranking.expression !== undefined) {
    const search = searchName(run)
    const score = scored ? `,${rankSql(run, ranking)} AS s` : ''
    // Words as they were typed count twice: a literal match outranks another form of the word.
    for (const expression of scored && ranking.exact ? [ranking.expression, ranking.exact] : [ranking.expression]) {
      sources.push(`SELECT rowid AS i${score} FROM ${search} WHERE ${search} MATCH ${bindings.bind(expression)}`)
    }
  }
  const boosts = ranking.boosts.map((boost) => conditionSql(boost, run, bindings))
  if (boosts.length > 0 || sources.length === 0) {
    const sum = scored ? `,${sumSql(boosts.map((boost) => `((${boost}) IS TRUE)`))} AS s` : ''
    sources.push(`SELECT t._i AS i${sum} FROM ${tableName(run)} AS t WHERE ${balanced(boosts, 'OR') || '0'}`)
  }
  return sources
}

/** A sum as a balanced tree: a chain of n terms is n deep, and D1 allows 100. */
function sumSql(parts: readonly string[]): string {
  if (parts.length < 2) return `1.0*${parts[0] ?? '0'}`
  const half = parts.length >> 1
  return `(${sumSql(parts.slice(0, half))}+${sumSql(parts.slice(half))})`
}
