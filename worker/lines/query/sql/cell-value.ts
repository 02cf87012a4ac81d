import type { Column } from '../column'
import { markedNumberSql } from '../number-text'
import { literal } from '../sql-text'

/** How texts are rendered, in every format. */
export type Rendering = { truncate?: number; arrays: boolean }

/** Type of a rendered value: `list` is the JSON text of an array or an object. */
export type RenderedType = 'number' | 'boolean' | 'text' | 'list'

/** The type of the rendered values of a column. */
export function renderedType(column: Column, rendering: Rendering): RenderedType {
  if (column.multiple) return rendering.arrays ? 'list' : 'text'
  if (column.kind === 'json') return 'list'
  return column.kind === 'number' || column.kind === 'boolean'
    ? column.kind
    : column.kind === 'score'
      ? 'number'
      : 'text'
}

/** The rendered value in SQL; NULL when the line has none. */
export function renderedSql(column: Column, rendering: Rendering): string {
  const { sql } = column
  if (column.multiple) {
    if (rendering.arrays) return sql
    return `(SELECT group_concat(e.value,${literal(column.separator)} ORDER BY e.key) FROM json_each(${sql}) AS e)`
  }
  // `->` keeps the JSON text of a number, which is what String(JSON.parse(…)) gives for plain numbers.
  if (column.more !== undefined && column.kind === 'number') return `nullif(t._more->${column.more},'null')`
  if (!isCut(column, rendering)) return sql
  const { truncate } = rendering
  return `CASE WHEN length(${sql})>${truncate} THEN substr(${sql},1,${truncate})||'...' ELSE ${sql} END`
}

/** The text of a rendered number, of which `writeMarkedNumbers` completes some. Those of `_more` are JSON. */
export const numberSql = ({ kind, more }: Column, value: string): string =>
  kind === 'number' && more === undefined ? markedNumberSql(value) : value

/** The rendered value in TypeScript, for a field in `_more`. Undefined when the line has no value. */
export function renderedValue(column: Column, rendering: Rendering, value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined
  if (column.multiple) {
    const list: unknown = typeof value === 'string' ? JSON.parse(value) : value
    const items: unknown[] = Array.isArray(list) ? list : []
    if (rendering.arrays) return JSON.stringify(items)
    // SQLite reads the booleans of JSON as 1 and 0.
    return items.map((item) => (typeof item === 'boolean' ? Number(item) : item)).join(column.separator)
  }
  if (typeof value === 'boolean') return value ? '1' : '0'
  const text = String(value)
  return isCut(column, rendering) ? cut(text, rendering.truncate ?? text.length) : text
}

function isCut(column: Column, { truncate }: Rendering): boolean {
  return truncate !== undefined && column.kind === 'text' && !column.untruncated && !column.multiple
}

/** Truncates like substr() of SQLite: counts code points, stops at a NUL. */
function cut(text: string, max: number): string {
  const end = text.indexOf('\0')
  const letters = [...(end < 0 ? text : text.slice(0, end))]
  return letters.length > max ? `${letters.slice(0, max).join('')}...` : text
}
