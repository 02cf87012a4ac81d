import type { Context } from '../../context'
import { type OpenedLines, readPage } from '../../datasets/lines-api'
import { Problem } from '../../errors'
import { limits } from '../../limits'
import { parseLinesQuery } from '../../lines'
import type { Field } from '../../schema/field'
import { apiQuery } from './state'

/** Characters of a value in a page of lines. */
const valueChars = '400'

export type TablePage = {
  lines: Record<string, unknown>[]
  total: number | undefined
  cursor: string | undefined
  ms: number
}

/** The fields of a table: the selected ones, or the first ones that are not calculated. */
export function shownFields(fields: readonly Field[], select: string | null): Field[] {
  const chosen = [...new Set(select?.split(',').filter(Boolean))]
  if (chosen.length > 0) return chosen.flatMap((key) => fields.find((field) => field.key === key) ?? [])
  return fields.filter((field) => !field['x-calculated']).slice(0, limits.pages.defaultColumns)
}

/** A fixed column is the first one. */
export function fixedFirst(fields: Field[], fixed: string | null): Field[] {
  const first = fields.filter(({ key }) => key === fixed)
  return [...first, ...fields.filter((field) => !first.includes(field))]
}

/** A page of lines for a table. @throws the problems of the query */
export async function readTable(
  ctx: Context,
  opened: OpenedLines,
  input: { params: URLSearchParams; fields: readonly Field[]; size?: number },
): Promise<TablePage> {
  const started = performance.now()
  const query = apiQuery(input.params)
  query.set('select', [...new Set([...input.fields.map(({ key }) => key), '_id', '_i'])].join(','))
  query.set('size', String(input.size ?? limits.pages.tableLines))
  query.set('truncate', valueChars)
  const after = input.params.get('after')
  if (after) query.set('after', after)
  return { ...(await readQuery(ctx, opened, query)), ms: performance.now() - started }
}

/** A page of lines, with parameters of the API. @throws the problems of the query */
export async function readQuery(
  ctx: Context,
  opened: OpenedLines,
  query: URLSearchParams,
): Promise<Omit<TablePage, 'ms'>> {
  const { source } = opened
  const page = await readPage(ctx, opened, parseLinesQuery(query, source.fields, source.pointer.layout.located))
  ctx.rowsRead += page.rowsRead
  return { lines: linesOf(page.lines), total: page.total, cursor: page.cursor }
}

/** The error of a query is shown in place of the lines, so that the query can be changed. */
export async function settled<Value>(promise: Promise<Value>): Promise<{ value: Value } | { problem: Problem }> {
  try {
    return { value: await promise }
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return { problem: error }
    throw error
  }
}

/** A line with all its values. */
export async function readLine(
  ctx: Context,
  opened: OpenedLines,
  id: string,
): Promise<Record<string, unknown> | undefined> {
  const query = new URLSearchParams({ _id_eq: id, size: '1', count: 'false' })
  const page = await readPage(ctx, opened, parseLinesQuery(query, opened.source.fields))
  return linesOf(page.lines)[0]
}

function linesOf(texts: readonly string[]): Record<string, unknown>[] {
  // Each text is a list of JSON objects, joined by commas.
  return JSON.parse(`[${texts.join(',')}]`) as Record<string, unknown>[]
}
