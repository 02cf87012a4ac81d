import { csvLine, withoutNul } from './formats/csv'
import { highlighter } from './formats/highlight'
import { type Cell, jsonLine } from './formats/json'
import { renderMarkdown, truncateHtml } from './formats/markdown'
import { shownAs, shownValue } from './formats/shown'
import type { LinesPlan } from './query/plan'
import { type Statement, toSql } from './query/sql'

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
  const summary = count ? (results.at(-1)?.results[0] ?? {}) : {}
  if (plan.count === 'query') answered.total = Number(summary.total ?? 0)
  if (plan.collapse) answered.groups = Number(summary.groups ?? 0)
  if (plan.bounds) answered.bounds = boundsOf(summary)
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
  const extracts = plan.highlight && highlighter(plan.highlight.searches)
  const lines = rows.map((row) => {
    const more: unknown = typeof row.more === 'string' ? JSON.parse(row.more) : []
    const others: unknown[] = Array.isArray(more) ? more : []
    let at = 0
    const cells = plan.projection.map((column): Cell => {
      const text = column.more === undefined ? textOf(row[`v${at++}`]) : shownValue(column, plan, others[column.more])
      return { key: column.key, as: shownAs(column, plan), text: column.markdown ? htmlOf(text, plan) : text }
    })
    if (plan.format === 'csv') return withoutNul(csvLine(cells, plan.separator))
    const marked = plan.highlight?.columns.map(({ key }, at) => [key, extracts?.(textOf(row[`h${at}`])) ?? []])
    const highlight = marked && JSON.stringify(Object.fromEntries(marked))
    return jsonLine(cells, textOf(row.score), plan.withId ? textOf(row.id) : undefined, highlight)
  })
  const written: Written = { lines, returned: rows.length }
  const last = rows.at(-1)
  if (last) written.keys = String(last.a)
  return written
}

function htmlOf(text: string | undefined, { truncate, cutHtml }: LinesPlan): string | undefined {
  const html = text === undefined ? undefined : renderMarkdown(text).trim()
  return html === undefined || truncate === undefined || !cutHtml ? html : truncateHtml(html, truncate)
}

function boundsOf({ west, south, east, north }: Record<string, unknown>): number[] {
  return [west, south, east, north].flatMap((degrees) => (typeof degrees === 'number' ? [degrees] : []))
}

const textOf = (value: unknown): string | undefined =>
  value === null || value === undefined ? undefined : String(value)
