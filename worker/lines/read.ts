import { csvLine, withoutNul } from './formats/csv'
import { type Cell, jsonLine } from './formats/json'
import { shownAs, shownValue } from './formats/shown'
import type { LinesPlan } from './query/plan'
import { type Statement, toSql } from './query/sql'

/** A page of lines as text. */
export type LinesPage = {
  /** Lines that match; absent when they were not counted. */
  total?: number
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
 * Reads what a plan asks for, in one round trip.
 *
 * @throws Error of D1: the table is not there, or the platform fails
 */
export async function readLines(db: D1Database, plan: LinesPlan): Promise<LinesPage> {
  try {
    return await read(db, plan)
  } catch (error) {
    if (!(error instanceof Error && tooLong.test(error.message))) throw error
    return read(db, plan, 'rows')
  }
}

async function read(db: D1Database, plan: LinesPlan, answer?: 'chunks' | 'rows'): Promise<LinesPage> {
  const { page, count } = toSql(plan, answer)
  const prepare = ({ text, values }: Statement) => db.prepare(text).bind(...values)
  const statements = [page, count].flatMap((statement) => statement ?? []).map(prepare)
  const [only] = statements
  const isSingle = statements.length === 1 && only !== undefined
  const results = isSingle
    ? [await only.all<Record<string, unknown>>()]
    : statements.length === 0
      ? []
      : await db.batch<Record<string, unknown>>(statements)
  const rows = page ? (results[0]?.results ?? []) : []
  const { lines, returned, keys } = page?.answer === 'rows' ? fromRows(plan, rows) : fromChunks(plan, rows)
  const answered: LinesPage = {
    lines,
    returned,
    rowsRead: results.reduce((sum, { meta }) => sum + (meta.rows_read ?? 0), 0),
  }
  if (plan.count === 'metadata') answered.total = plan.known
  if (plan.count === 'query') answered.total = Number(results.at(-1)?.results[0]?.total ?? 0)
  if (keys !== undefined && returned === plan.limit) answered.cursor = keys.slice(1, -1)
  return answered
}

type Written = { lines: string[]; returned: number; keys?: string }

function fromChunks({ format }: LinesPlan, rows: ReadonlyArray<Record<string, unknown>>): Written {
  // Without groups, no line is one row that counts none.
  const filled = rows.filter((row) => Number(row.c) > 0)
  const texts = filled.map((row) => String(row.j ?? ''))
  const written: Written = {
    lines: format === 'csv' ? texts.map(withoutNul) : texts,
    returned: filled.reduce((sum, row) => sum + Number(row.c), 0),
  }
  const last = filled.at(-1)
  if (last) written.keys = String(last.a)
  return written
}

/** Writes the lines here. */
function fromRows(plan: LinesPlan, rows: ReadonlyArray<Record<string, unknown>>): Written {
  const lines = rows.map((row) => {
    const more: unknown = typeof row.more === 'string' ? JSON.parse(row.more) : []
    const others: unknown[] = Array.isArray(more) ? more : []
    let at = 0
    const cells = plan.projection.map((column): Cell => {
      const text = column.more === undefined ? textOf(row[`v${at++}`]) : shownValue(column, plan, others[column.more])
      return { key: column.key, as: shownAs(column, plan), text }
    })
    if (plan.format === 'csv') return withoutNul(csvLine(cells, plan.separator))
    return jsonLine(cells, textOf(row.score), plan.withId ? textOf(row.id) : undefined)
  })
  const written: Written = { lines, returned: rows.length }
  const last = rows.at(-1)
  if (last) written.keys = String(last.a)
  return written
}

const textOf = (value: unknown): string | undefined =>
  value === null || value === undefined ? undefined : String(value)
