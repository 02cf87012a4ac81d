import { databaseAt, type TableDatabases } from '../../db/lines-databases'
import { planPage } from '../query/plan/page-segments'
import { isScattered, type LinesPlan, type PartPlan } from '../query/plan/plan'
import { summarySql, toSql } from '../query/sql/sql'
import { type PageLine, scatteredKeys, scatteredLines } from '../query/sql/union'
import type { PageRow } from './rows'
import { rowsReadOf, runAll } from './run-statements'

/** The rows of a page (see `PageStatement`), and those of its count. */
type PageRows = {
  rows: PageRow[]
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
  const { pages, count } = toSql(plan, answer)
  const results = await runAll(databaseAt(databases, plan.shard), [...pages, ...(count ? [count] : [])])
  const rows = results.slice(0, pages.length).flatMap((result) => result.results)
  // The lines of a union come in several results.
  if (pages.length > 1) rows.sort((one, other) => Number(one.n) - Number(other.n))
  return {
    rows,
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
      const pages = scatteredLines(plan, { parts, shard, keys }, answer)
      return { pages, results: await runAll(databaseAt(databases, shard), pages) }
    }),
  )
  const rows = byShard.flatMap((one) => one.results.flatMap((result) => result.results))
  rows.sort((one, other) => Number(one.n) - Number(other.n))
  return {
    rows: rows.map((row) => ({ ...row, a: keys[Number(row.n)]?.a })),
    answer: byShard[0]?.pages[0]?.answer ?? 'chunks',
    summary: count ? (results.at(-1)?.results[0] ?? {}) : {},
    rowsRead: rowsReadOf([...results, ...byShard.flatMap((one) => one.results)]),
  }
}
