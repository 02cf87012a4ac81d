import { AnswerMarkdown } from '../../formats/markdown/answer-markdown'
import { truncateHtml } from '../../formats/markdown/render'
import { readShape, writeWkt } from '../../geometry'
import { limits } from '../../limits'
import type { LinesPlan } from '../query/plan/plan'
import { renderedType, renderedValue } from '../query/sql/cell-value'
import { csvLine, withoutNul } from '../query/sql/csv'
import { type Cell, jsonLine } from '../query/sql/json'
import { unpacked } from '../query/sql/page'
import { highlighter } from './highlight'

/** A result row of one line: see `rows` of `PageStatement`. */
export type PageRow = Readonly<Record<string, unknown>>

/** Writes the lines from their values. */
export function writeRows(plan: LinesPlan, rows: readonly PageRow[]): string[] {
  const extracts = plan.highlight && highlighter(plan.highlight.searches)
  const markdown = new AnswerMarkdown(plan.html === 'whole' ? 'vuetify' : 'plain')
  let columnIndex = 0
  const columns = plan.projection.map((column) => ({
    column,
    name: JSON.stringify(column.key),
    as: renderedType(column, plan),
    valueIndex: column.more === undefined ? columnIndex++ : -1,
  }))
  return rows.map((row) => {
    const more: unknown = typeof row.more === 'string' ? JSON.parse(row.more) : []
    const moreValues: unknown[] = Array.isArray(more) ? more : []
    const packedValues = unpacked(row.v)
    const cells = columns.map(({ column, name, as, valueIndex: at }): Cell => {
      const { maxResultColumns } = limits.sql
      const value = at < maxResultColumns ? row[`v${at}`] : packedValues[at - maxResultColumns]
      const stored = column.more === undefined ? textOf(value) : renderedValue(column, plan, moreValues[column.more])
      const text = as === 'number' && stored !== undefined ? String(Number(stored)) : stored
      if (column.rendered === 'wkt') return { name, as: 'text', text: wktOf(text) }
      return { name, as, last: column.last, text: column.rendered === 'html' ? htmlOf(text, plan, markdown) : text }
    })
    if (plan.format === 'csv') return withoutNul(csvLine(cells, plan))
    const texts = unpacked(row.h)
    const marked = plan.highlight?.columns.map(({ key }, at) => [key, extracts?.(textOf(texts[at])) ?? []])
    const highlight = marked && JSON.stringify(Object.fromEntries(marked))
    return jsonLine(cells, textOf(row.score), plan.withId ? textOf(row.id) : undefined, highlight)
  })
}

/** The WKT of a geometry; other texts are unchanged. */
function wktOf(text: string | undefined): string | undefined {
  const shape = text === undefined ? undefined : readShape(text)
  return shape ? writeWkt(shape) : text
}

function htmlOf(
  text: string | undefined,
  { truncate, html: kind }: LinesPlan,
  markdown: AnswerMarkdown,
): string | undefined {
  const html = text === undefined ? undefined : markdown.html(text)
  return html === undefined || truncate === undefined || kind !== 'cut' ? html : truncateHtml(html, truncate)
}

const textOf = (value: unknown): string | undefined =>
  value === null || value === undefined ? undefined : String(value)
