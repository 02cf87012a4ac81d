/** The page of a search that is ranked in tiers, in SQL. */
import { limits } from '../../../limits'
import { searchName } from '../../storage/table-names'
import type { LinesPlan } from '../plan/plan'
import type { Ranking, RankTier } from '../predicate'
import { type Bindings, limitSql, unionAll } from '../sql-text'
import { rankSql } from './scores'

/** A number that is in no line. */
const beyondLines = 2 ** 53

/** The lines of a page in order: `i`, their score `k0` and `k1`, their number. SQLite reads a tier when those before it are too short. */
export function tieredKeysSql(plan: LinesPlan, tiers: readonly RankTier[], bindings: Bindings): string {
  const page = { run: plan.run, ranking: plan.ranking, after: cursorOf(plan), most: plan.offset + plan.limit }
  const selects = tiers.flatMap((tier) => tierSql(tier, page, bindings))
  if (selects.length === 0) return 'SELECT 0 AS i,0 AS k0,0 AS k1 WHERE 0'
  return `${unionAll(selects)} ${limitSql(plan.limit, plan.offset)}`
}

type Page = {
  run: string
  ranking: Ranking | undefined
  after: { score: number; line: number } | undefined
  /** Lines up to the end of the page. */
  most: number
}

function cursorOf({ after }: LinesPlan): Page['after'] {
  if (!after) return undefined
  const [score, line] = after.map(Number)
  return { score: score ?? 0, line: line ?? 0 }
}

/** The scored lines of a tier, the best first, then its other lines as they are stored. */
function tierSql(tier: RankTier, { run, ranking, after, most }: Page, bindings: Bindings): string[] {
  const search = searchName(run)
  const matching = (expression: string): string => `${search} MATCH ${bindings.bind(expression)}`
  const except =
    tier.except === undefined ? '' : ` AND rowid NOT IN (SELECT rowid FROM ${search} WHERE ${matching(tier.except)})`
  const match = `${matching(tier.expression)}${except}`
  const limit = limitSql(most)
  const lastScored =
    `coalesce((SELECT rowid FROM ${search} WHERE ${matching(tier.expression)} ` +
    `${limitSql(1, limits.search.maxScored)}),${beyondLines})`
  const selects: string[] = []
  if (tier.scored && ranking && (!after || after.score > tier.score)) {
    const scored = `SELECT rowid AS i,${tier.score}+${rankSql(run, ranking)} AS k0,rowid AS k1 FROM ${search} WHERE ${match} AND rowid<${lastScored}`
    const rest = after ? ` WHERE ${afterSql(after, bindings)}` : ''
    const once = after ? ' LIMIT -1' : ''
    selects.push(`SELECT * FROM (SELECT * FROM (${scored}${once})${rest} ORDER BY k0 DESC,k1 ${limit})`)
  }
  if (!after || after.score >= tier.score) {
    const from = [
      ...(tier.scored ? [`rowid>=${lastScored}`] : []),
      ...(after?.score === tier.score ? [`rowid>${bindings.bind(after.line)}`] : []),
    ]
    const conditions = [match, ...from].join(' AND ')
    selects.push(
      `SELECT * FROM (SELECT rowid AS i,${tier.score} AS k0,rowid AS k1 FROM ${search} WHERE ${conditions} ORDER BY rowid ${limit})`,
    )
  }
  return selects
}

function afterSql({ score, line }: NonNullable<Page['after']>, bindings: Bindings): string {
  const [last, number] = [bindings.bind(score), bindings.bind(line)]
  return `k0<${last} OR (k0=${last} AND k1>${number})`
}

/**
 * The number of matches of a search: `total` up to `limits.search.maxCounted` and one more; when there are more, `samples` is
 * the JSON array of the numbers of matches in samples of the lines.
 */
export function estimateSql({ run, ranking, tableCount }: LinesPlan, bindings: Bindings): string {
  const search = searchName(run)
  const matching = `FROM ${search} WHERE ${search} MATCH ${bindings.bind(ranking?.expression ?? '')}`
  const sample = `SELECT count(*) ${matching} AND rowid BETWEEN value->>0 AND value->>1`
  const windows = bindings.bind(JSON.stringify(sampleRanges(tableCount)))
  return (
    `SELECT total,CASE WHEN total>${limits.search.maxCounted} THEN ` +
    `(SELECT json_group_array((${sample})) FROM json_each(${windows})) END AS samples ` +
    `FROM (SELECT count(*) AS total FROM (SELECT 1 ${matching} ${limitSql(limits.search.maxCounted + 1)}))`
  )
}

/** Ranges of line numbers that are spread over a table of lines 1, 2, 3 … */
export function sampleRanges(lines: number): [first: number, last: number][] {
  const { samples, sampledLines } = limits.search
  const step = lines / samples
  return Array.from({ length: samples }, (_, at) => {
    const first = Math.floor(at * step + (step - sampledLines) / 2) + 1
    return [first, first + sampledLines - 1]
  })
}
