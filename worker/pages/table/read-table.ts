import type { Context } from '../../context'
import { linesOf, type OpenedLines, type QueriedLines, readLinesPage, readQuery } from '../../datasets/lines-api'
import { Problem } from '../../errors'
import { limits } from '../../limits'
import { parseLinesQuery } from '../../lines'
import { addressField, attachmentField } from '../../schema/attachment-fields'
import type { Field } from '../../schema/field'
import { apiQuery } from './state'

/** The order of editable rows on pages, as in their grid: a row that is edited keeps its place. */
export const creationOrder = '_i:created'

/** Whether editable rows have that order: no index has it, so not those of large tables. */
export const isOrdered = (count: number, query: URLSearchParams): boolean =>
  count <= limits.pages.maxFoundLines && !query.has('sort') && !query.has('q')

/** Characters of a value in a page of lines. */
const valueChars = '400'

/** Whether a table offers a field: it is of the publisher, or names the author of a row. */
export const isOffered = (field: Field): boolean => !field['x-calculated'] || field.key === '_updatedByName'

/** The fields of a table: the selected ones, or the first ones. */
export function shownFields(fields: readonly Field[], select: string | null): Field[] {
  const chosen = [...new Set(select?.split(',').filter(Boolean))]
  if (chosen.length > 0) return chosen.flatMap((key) => fields.find((field) => field.key === key) ?? [])
  return fields.filter(isOffered).slice(0, limits.pages.defaultColumns)
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
): Promise<QueriedLines> {
  const query = apiQuery(input.params)
  const files = attachmentField(input.fields) && opened.source.fields.some(({ key }) => key === addressField)
  const keys = [...input.fields.map(({ key }) => key), '_id', '_i', ...(files ? [addressField] : [])]
  query.set('select', [...new Set(keys)].join(','))
  query.set('size', String(input.size ?? limits.pages.tableLines))
  query.set('truncate', valueChars)
  const { layout, count } = opened.source.pointer
  if (layout.editable && isOrdered(count, query)) query.set('sort', creationOrder)
  if (input.params.get('count') === 'exact') query.set('count', 'exact')
  const after = input.params.get('after')
  if (after) query.set('after', after)
  return readQuery(ctx, opened, query)
}

/**
 * The error of a query is shown in place of the lines, so that the query can be changed. That of a caller without query time is one of
 * the whole page.
 */
export async function resultOf<Value>(promise: Promise<Value>): Promise<{ value: Value } | { problem: Problem }> {
  try {
    return { value: await promise }
  } catch (error) {
    if (error instanceof Problem && error.status < 500 && error.status !== 429) return { problem: error }
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
  const page = await readLinesPage(ctx, opened, parseLinesQuery(query, opened.source.fields))
  return linesOf(page.lines)[0]
}
