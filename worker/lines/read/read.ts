import type { LinesPlan } from '../query/plan/plan'
import { withoutNul } from '../query/sql/csv'
import { toSql } from '../query/sql/sql'
import { type LineRow, writeRows } from './rows'
import { rowsReadOf, runAll } from './run-statements'
import { settleTies } from './sort-tiebreak'

/** A page of lines as text. */
export type LinesPage = {
  /** Lines that match; absent when they were not counted. */
  total?: number
  /** Distinct values of the field that lines are collapsed on. */
  groups?: number
  /** Box around all lines that match: west, south, east, north; empty when none has a position. */
  bounds?: number[]
  /** Several lines each: JSON objects joined by commas, or CSV records. */
  lines: string[]
  returned: number
  /** Value of `after` for the next page: present when the page is full. */
  cursor?: string
  /** What D1 read to answer. */
  rowsRead: number
}

/** What SQLite says when a text passes the limit: escapes made lines longer than their estimate. */
const tooLong = /too big|TOOBIG/i

/**
 * Reads what a plan asks for, in one round trip (two when a tie passes the end of the page, see `ties`).
 *
 * @throws Error of D1: the table is not there, or the platform fails
 */
export async function readLines(db: D1Database, plan: LinesPlan): Promise<LinesPage> {
  try {
    return await runPlan(db, plan)
  } catch (error) {
    if (!(error instanceof Error && tooLong.test(error.message))) throw error
    return runPlan(db, plan, 'rows')
  }
}

async function runPlan(db: D1Database, plan: LinesPlan, answer?: 'chunks' | 'rows'): Promise<LinesPage> {
  const { pages, count } = toSql(plan, answer)
  const results = await runAll(db, [...pages, ...(count ? [count] : [])])
  const rows = results.slice(0, pages.length).flatMap((result) => result.results)
  // Lines of several tables that came in several answers.
  if (pages.length > 1) rows.sort((one, other) => Number(one.n) - Number(other.n))
  const settled = settleTies(plan, rows)
  if (!settled) return runPlan(db, withoutTies(plan), answer)
  const { lines, returned, keys } = pages[0]?.answer === 'rows' ? fromRows(plan, settled) : fromChunks(plan, rows)
  const linesPage: LinesPage = {
    lines,
    returned,
    rowsRead: rowsReadOf(results),
  }
  if (plan.count === 'metadata') linesPage.total = plan.tableCount
  const summary = count ? (results.at(-1)?.results[0] ?? {}) : {}
  if (plan.count === 'query') linesPage.total = Number(summary.total ?? 0)
  if (plan.collapse) linesPage.groups = Number(summary.groups ?? 0)
  if (plan.bounds) linesPage.bounds = boundsOf(summary)
  if (keys !== undefined && returned === plan.limit) linesPage.cursor = keys.slice(1, -1)
  return linesPage
}

/** The same, all keys of the order left to SQLite. */
function withoutTies({ ties: _, ...plan }: LinesPlan): LinesPlan {
  return plan
}

type Written = { lines: string[]; returned: number; keys?: string }

function fromChunks({ format }: LinesPlan, rows: ReadonlyArray<Record<string, unknown>>): Written {
  const linesIn = ({ c = 1 }: Record<string, unknown>): number => Number(c)
  // Without groups, no line is one row that counts none.
  const filled = rows.filter((row) => linesIn(row) > 0)
  const texts = filled.map((row) => String(row.j ?? ''))
  const written: Written = {
    lines: format === 'csv' ? texts.map(withoutNul) : texts,
    returned: filled.reduce((sum, row) => sum + linesIn(row), 0),
  }
  const last = filled.at(-1)
  if (last) written.keys = String(last.a)
  return written
}

/** Writes the lines here. */
function fromRows(plan: LinesPlan, rows: readonly LineRow[]): Written {
  const written: Written = { lines: writeRows(plan, rows), returned: rows.length }
  const last = rows.at(-1)
  if (last) written.keys = String(last.a)
  return written
}

function boundsOf({ west, south, east, north }: Record<string, unknown>): number[] {
  return [west, south, east, north].flatMap((degrees) => (typeof degrees === 'number' ? [degrees] : []))
}
