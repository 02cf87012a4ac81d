import { limits } from '../../../limits'
import type { Column } from '../column'
import type { LinesPlan } from '../plan/plan'
import type { Statement } from '../sql-text'
import { renderedSql } from './cell-value'
import { csvLineSql } from './csv'
import { jsonLineSql } from './json'

/**
 * The lines of a page. `chunks`: each row is `j` (lines written by SQLite, joined), `c` (their number; one where it is
 * absent), `a` (JSON array of the order's keys in the last of them). `rows`: each row is one line: `v0`, `v1` … and `v` (rendered values of the
 * projection that have a column; `v` are packed), `h` (packed texts to highlight), `a`, and `more`, `id`, `score` where lines have them.
 */
export type PageStatement = Statement & { answer: 'chunks' | 'rows' }

/** Whether lines are serialized by the Worker instead of SQLite: ties, highlights and rendered values need the values of each line. */
export const isSerializedInWorker = ({ ties, highlight, projection, fits }: LinesPlan): boolean =>
  ties !== undefined || highlight !== undefined || !fits || projection.some(({ rendered }) => rendered)

/** The SQL of one JSON array with these expressions, in groups of `limits.sql.maxArguments`, the maximum of one function call. */
function packed(texts: readonly string[], name: string): string[] {
  const size = limits.sql.maxArguments
  const groups = Array.from({ length: Math.ceil(texts.length / size) }, (_, at) =>
    texts.slice(at * size, (at + 1) * size),
  )
  const arrays = groups.map((group) => `json_array(${group.join(',')})`)
  return arrays.length === 0 ? [] : [`json_array(${arrays.join(',')}) AS ${name}`]
}

/** The texts of a packed value. */
export function unpacked(value: unknown): unknown[] {
  const groups: unknown[] = typeof value === 'string' ? JSON.parse(value) : [] // of `packed`
  return groups.flat()
}

/** As a text, also where it is the JSON of an array. */
const asText = (value: string): string => `(${value})||''`

/** Rendered values of one line. Numbers are cast to text by SQLite, so that both writers give the same digits. */
export function valuesSql(plan: LinesPlan): string[] {
  const key = scoreKey(plan)
  const score = `CAST(${key ?? 'NULL'} AS TEXT)`
  const storedColumns = plan.projection.filter(({ more }) => more === undefined)
  const values = storedColumns.map((column) => {
    if (column.kind === 'score') return score
    return column.kind === 'number' ? `CAST(${renderedSql(column, plan)} AS TEXT)` : renderedSql(column, plan)
  })
  return [
    ...values.slice(0, limits.sql.maxResultColumns).map((value, at) => `${value} AS v${at}`),
    ...packed(values.slice(limits.sql.maxResultColumns).map(asText), 'v'),
    ...packed(
      (plan.highlight?.columns ?? []).map((column) => renderedSql(column, { arrays: false })),
      'h',
    ),
    ...(storedColumns.length < plan.projection.length ? ['t._more AS more'] : []),
    ...(plan.withId ? [`${plan.lineId} AS id`] : []),
    ...(key === undefined ? [] : [`${score} AS score`]),
  ]
}

/** A page that ends with the row that exceeds `maxBytes`; `upto` is the number of bytes of the rows up to each. */
export function boundedPage(page: PageStatement, { maxBytes, parts, ...plan }: LinesPlan): PageStatement {
  if (maxBytes === undefined) return page
  // The tables of a union have the same columns.
  const names = page.answer === 'chunks' ? ['j'] : valueNames(parts?.[0] ?? plan)
  const bytes = sumSql(names.map((name) => `ifnull(octet_length(${name}),0)`))
  const summed = `SELECT *,sum(${bytes}) OVER (ROWS UNBOUNDED PRECEDING) AS upto FROM (${page.text})`
  return { ...page, text: `SELECT * FROM (${summed}) WHERE upto-(${bytes})<=${maxBytes}` }
}

/** A sum of halves: the depth of expressions is limited. */
function sumSql(terms: readonly string[]): string {
  if (terms.length < 2) return terms[0] ?? '0'
  const half = terms.length >> 1
  return `(${sumSql(terms.slice(0, half))}+${sumSql(terms.slice(half))})`
}

/** The columns of `valuesSql` that may be long. */
function valueNames({ projection, highlight }: Pick<LinesPlan, 'projection' | 'highlight'>): string[] {
  const stored = projection.filter(({ more }) => more === undefined).length
  return [
    ...Array.from({ length: Math.min(stored, limits.sql.maxResultColumns) }, (_, at) => `v${at}`),
    ...(stored > limits.sql.maxResultColumns ? ['v'] : []),
    ...(highlight?.columns.length ? ['h'] : []),
    ...(stored < projection.length ? ['more'] : []),
  ]
}

// The arrays of columns are cached (`projectionOf`): the last SQL of each is cached here.
const lineSqlCache = new WeakMap<readonly Column[], { variant: string; sql: string }>()

export function lineSql(plan: LinesPlan): string {
  const score = scoreKey(plan)
  const shape = score === undefined ? plan : { ...plan, score }
  if (plan.format === 'csv') return `${csvLineSql(shape)} AS j`
  const { projection, truncate, arrays, withId, lineId } = plan
  const variant = [truncate, arrays, withId && lineId, score].join(' ')
  const before = lineSqlCache.get(projection)
  if (before?.variant === variant) return before.sql
  const sql = `${jsonLineSql(withId ? { ...shape, id: lineId } : shape)} AS j`
  lineSqlCache.set(projection, { variant, sql })
  return sql
}

/** The score among the keys of the page, aliased `p`. */
function scoreKey(plan: LinesPlan): string | undefined {
  const at = plan.order.findIndex(({ by }) => by === 'score')
  return at < 0 ? undefined : `p.k${at}`
}
