import type { TableDatabases } from '../../db/lines-databases'
import { writeMarkedNumbers } from '../query/number-text'
import type { LinesPlan } from '../query/plan/plan'
import { withoutNul } from '../query/sql/csv'
import { estimateTotal } from './estimate-total'
import { readPageRows } from './read-page'
import { breakTies } from './sort-tiebreak'
import { type PageRow, writeRows } from './write-rows'

/** A page of lines as text. */
export type LinesPage = {
  /** Number of matching lines; absent when they were not counted. */
  total?: number
  /** Margin of error of an estimated total, as a percentage of it. */
  marginPct?: number
  /** Number of distinct values of the field of `collapse`. */
  groups?: number
  /** Bounding box of all matching lines: west, south, east, north; empty when none has a position. */
  bounds?: number[]
  /** Several lines each: JSON objects joined by commas, or CSV records. */
  lines: string[]
  returned: number
  /** Value of `after` for the next page: present when the page is full, or ends early. */
  cursor?: string
  /** The page ends before its limit: its lines have more than `limits.lines.maxPageBytes`. */
  isCut?: boolean
  /** Rows that D1 read. */
  rowsRead: number
}

/** Errors of SQLite when a text exceeds its limit: escapes made lines longer than estimated. */
const tooLong = /too big|TOOBIG/i

/**
 * Runs a plan in one round trip (two when a tie continues after the end of the page, see `ties`; three when its tables are in
 * several databases).
 *
 * @throws `databases-exchange-too-large`; Error of D1: the table does not exist, or the platform fails
 */
export async function readLines(db: TableDatabases, plan: LinesPlan): Promise<LinesPage> {
  try {
    return await runPlan(db, plan)
  } catch (error) {
    if (!(error instanceof Error && tooLong.test(error.message))) throw error
    return runPlan(db, plan, 'rows')
  }
}

async function runPlan(db: TableDatabases, plan: LinesPlan, answer?: 'chunks' | 'rows'): Promise<LinesPage> {
  const { rows, isCut, summary, rowsRead, ...read } = await readPageRows(db, plan, answer)
  const settled = isCut && plan.ties ? undefined : breakTies(plan, rows)
  if (!settled) return runPlan(db, withoutTies(plan), answer)
  const { lines, returned, keys } = read.answer === 'rows' ? fromRows(plan, settled) : fromChunks(plan, rows)
  const linesPage: LinesPage = { lines, returned, rowsRead }
  if (plan.count === 'metadata') linesPage.total = plan.tableCount
  if (plan.count === 'query') linesPage.total = Number(summary.total ?? 0)
  if (plan.count === 'estimate') Object.assign(linesPage, countOf(plan, summary))
  if (plan.collapse) linesPage.groups = Number(summary.groups ?? 0)
  if (plan.bounds) linesPage.bounds = boundsOf(summary)
  if (isCut) linesPage.isCut = true
  if (keys !== undefined && (isCut || returned === plan.limit)) linesPage.cursor = keys.slice(1, -1)
  return linesPage
}

/** The same plan, with all sort keys evaluated by SQLite. */
function withoutTies({ ties: _, ...plan }: LinesPlan): LinesPlan {
  return plan
}

type Written = { lines: string[]; returned: number; keys?: string }

function fromChunks({ format }: LinesPlan, rows: ReadonlyArray<Record<string, unknown>>): Written {
  const linesIn = ({ c = 1 }: Record<string, unknown>): number => Number(c)
  // An aggregate without GROUP BY returns one row even without lines.
  const filled = rows.filter((row) => linesIn(row) > 0)
  const texts = filled.map((row) => String(row.j ?? ''))
  const written: Written = {
    lines: format === 'csv' ? texts.map((text) => withoutNul(writeMarkedNumbers(text))) : texts.map(writeMarkedNumbers),
    returned: filled.reduce((sum, row) => sum + linesIn(row), 0),
  }
  const last = filled.at(-1)
  if (last) written.keys = String(last.a)
  return written
}

/** Writes the lines in TypeScript. */
function fromRows(plan: LinesPlan, rows: readonly PageRow[]): Written {
  const written: Written = { lines: writeRows(plan, rows), returned: rows.length }
  const last = rows.at(-1)
  if (last) written.keys = String(last.a)
  return written
}

/** The result of `estimateSql`. */
function countOf({ tableCount }: LinesPlan, { total, samples }: Record<string, unknown>) {
  if (typeof samples !== 'string') return { total: Number(total ?? 0) }
  // A JSON array of numbers, written by SQLite.
  return estimateTotal(JSON.parse(samples) as number[], tableCount)
}

function boundsOf({ west, south, east, north }: Record<string, unknown>): number[] {
  return [west, south, east, north].flatMap((degrees) => (typeof degrees === 'number' ? [degrees] : []))
}
