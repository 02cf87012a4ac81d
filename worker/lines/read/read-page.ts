import { databaseAt, type TableDatabases } from '../../db/lines-databases'
import { planPage } from '../query/plan/page-segments'
import { isScattered, type LinesPlan, type PartPlan } from '../query/plan/plan'
import { boundedPage } from '../query/sql/page'
import { summarySql, toSql } from '../query/sql/plan-sql'
import { type PageLine, scatteredKeys, scatteredLines } from '../query/sql/union'
import { rowsReadOf, runAll } from './run-statements'
import type { PageRow } from './write-rows'

/** The rows of a page (see `PageStatement`), and those of its count. */
type PageRows = {
  rows: PageRow[]
  /** The page ends before its limit, since its lines are long: others may follow. */
  isCut: boolean
  answer: 'chunks' | 'rows'
  summary: Readonly<Record<string, unknown>>
  rowsRead: number
}

/** Reads the rows of a page in one round trip; where its tables are in several databases, their keys first. */
export async function readPageRows(
  databases: TableDatabases,
  requested: LinesPlan,
  answer?: 'chunks' | 'rows',
): Promise<PageRows> {
  const plan = planPage(requested)
  if (plan.parts && isScattered(plan)) return readScattered(databases, plan, plan.parts, answer)
  const { pages: whole, count } = toSql(plan, answer)
  const pages = whole.map((page) => boundedPage(page, plan))
  const results = await runAll(databaseAt(databases, plan.shard), [...pages, ...(count ? [count] : [])])
  return {
    ...pageOf(
      plan,
      results.slice(0, pages.length).map((result) => result.results),
    ),
    answer: pages[0]?.answer ?? 'chunks',
    summary: count ? (results.at(-1)?.results[0] ?? {}) : {},
    rowsRead: rowsReadOf(results),
  }
}

async function readScattered(
  databases: TableDatabases,
  plan: LinesPlan,
  parts: readonly PartPlan[],
  answer: 'chunks' | 'rows' | undefined,
): Promise<PageRows> {
  const count = summarySql(plan)
  const statements = plan.limit === 0 ? [] : [scatteredKeys(plan, parts)]
  const results = await runAll(databases, [...statements, ...(count ? [count] : [])])
  // The columns of `scatteredKeys`.
  const keys = (plan.limit === 0 ? [] : (results[0]?.results ?? [])) as unknown as PageLine[]
  const shards = [...new Set(keys.flatMap(({ d }) => parts[d]?.shard ?? []))]
  const byShard = await Promise.all(
    shards.map(async (shard) => {
      const pages = scatteredLines(plan, { parts, shard, keys }, answer).map((page) => boundedPage(page, plan))
      return { pages, results: await runAll(databaseAt(databases, shard), pages) }
    }),
  )
  const { rows, isCut } = pageOf(
    plan,
    byShard.flatMap((one) => one.results.map((result) => result.results)),
  )
  return {
    isCut,
    rows: rows.map((row) => ({ ...row, a: keys[Number(row.n)]?.a })),
    answer: byShard[0]?.pages[0]?.answer ?? 'chunks',
    summary: count ? (results.at(-1)?.results[0] ?? {}) : {},
    rowsRead: rowsReadOf([...results, ...byShard.flatMap((one) => one.results)]),
  }
}

/** The lines of a union come in several results, each of which may be cut: the page ends with the first cut. */
function pageOf({ maxBytes }: LinesPlan, results: readonly PageRow[][]): Pick<PageRows, 'rows' | 'isCut'> {
  const ends = results.flatMap((rows) => {
    const last = rows.at(-1)
    return maxBytes !== undefined && Number(last?.upto ?? 0) > maxBytes ? Number(last?.n ?? 0) : []
  })
  const isCut = ends.length > 0
  const [only] = results
  if (results.length === 1) return { rows: only ?? [], isCut }
  const end = Math.min(...ends)
  const rows = results.flat().filter(({ n }) => Number(n) <= end)
  return { rows: rows.sort((one, other) => Number(one.n) - Number(other.n)), isCut }
}
