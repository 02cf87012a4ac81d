/** `searchLines`: answers rows from the lines of a dataset. */

import type { Context } from '../../context'
import { problem } from '../../errors'
import { type MatchedValue, matchLines, parseLinesQuery } from '../../lines'
import { newRecord } from '../../lines/write'
import { excerptOf } from '../../schema/cut-text'
import type { Field } from '../../schema/field'
import { ownValue } from '../../schema/own-value'
import { type OpenedLines, openLines } from '../lines-api/read/open-lines'
import { inputKey, inputMatches } from './bulk-inputs'
import type { BulkSearch, SearchFilter } from './definition'

/** The value of each selected field that has one; undefined where no line matches. */
export type FoundLine = Readonly<Record<string, Exclude<MatchedValue, null>>>

/** A search that the caller may use, and the fields that it returns. */
type OpenedSearch = { opened: OpenedLines; search: BulkSearch; fields: readonly Field[] }

/** @throws what `openLines` throws, `bulk-search-unknown`, `parameter-invalid` for an unknown field in `select` */
export async function openSearch(
  ctx: Context,
  input: { dataset: string; search: string | BulkSearch; select?: readonly string[] | undefined },
): Promise<OpenedSearch> {
  const opened = await openLines(ctx, { id: input.dataset, draft: false }, 'bulkSearch')
  const { bulkSearchs } = opened.dataset.metadata.masterData ?? {}
  const search =
    typeof input.search === 'string'
      ? bulkSearchs?.find(({ id }) => id === input.search)
      : isUsable(opened, input.search)
  if (!search) throw problem('bulk-search-unknown', { search: excerptOf(String(input.search)) })
  const own = opened.source.fields.filter((field) => !field['x-calculated'])
  const { select = [] } = input
  const fields = select.map((key) => {
    const field = opened.source.fields.find((one) => one.key === key)
    if (!field)
      throw problem('parameter-invalid', {
        parameter: 'select',
        reason: { en: `there is no column "${key}"`, fr: `il n'y a pas de colonne "${key}"` },
      })
    return field
  })
  return { opened, search, fields: select.length > 0 ? fields : own }
}

/** A search whose columns the dataset has. */
function isUsable({ source }: OpenedLines, search: BulkSearch): BulkSearch | undefined {
  const keys = new Set(source.fields.map(({ key }) => key))
  return search.input.every(({ property }) => keys.has(property.key)) ? search : undefined
}

/** @param rows values by the keys of the inputs; one without a value finds nothing */
export async function searchLines(
  { opened, search, fields }: OpenedSearch,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<(FoundLine | undefined)[]> {
  const { source, database } = opened
  const params = new URLSearchParams({ select: fields.map(({ key }) => key).join(','), count: 'false' })
  if (search.sort) params.set('sort', search.sort)
  const request = parseLinesQuery(params, source.fields, source.pointer.layout.located)
  const filters = (search.filters ?? []).map(filterOf)
  const { sent, places } = distinctRows(rows, search.input.map(inputKey))
  const { columns, lines } = await matchLines(database, source, {
    request: { ...request, filters: [...request.filters, ...filters], size: 1 },
    matches: inputMatches(search, source.fields),
    rows: sent,
  })
  const found = lines.map((line) => {
    if (!line) return undefined
    const values = newRecord<Exclude<MatchedValue, null>>()
    for (const [at, { key }] of columns.entries()) {
      const value = line[at] ?? null
      if (value !== null) values[key] = value
    }
    return values
  })
  return places.map((at) => (at === undefined ? undefined : found[at]))
}

/** The distinct rows to search, and the index among them of each row; undefined for a row that lacks a value. */
function distinctRows(rows: readonly Readonly<Record<string, unknown>>[], inputs: readonly string[]) {
  const sent: (string | number | boolean)[][] = []
  const indexes = new Map<string | number | boolean, number>()
  const [only = ''] = inputs
  const places = rows.map((row) => {
    const values =
      inputs.length === 1 ? [scalarOf(ownValue(row, only))] : inputs.map((key) => scalarOf(ownValue(row, key)))
    if (!areComplete(values)) return undefined
    const identity = values.length === 1 ? values[0] : JSON.stringify(values)
    if (identity === undefined) return undefined
    const index = indexes.get(identity)
    if (index !== undefined) return index
    indexes.set(identity, sent.length)
    return sent.push(values) - 1
  })
  return { sent, places }
}

const areComplete = <Value>(values: (Value | undefined)[]): values is Value[] => !values.includes(undefined)

const filterOf = ({ property, values }: SearchFilter) =>
  ({ key: property.key, not: false, test: { op: 'in', values } }) as const

/** A value that can be searched: texts without the spaces around them. */
function scalarOf(value: unknown): string | number | boolean | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  return text === '' ? undefined : text
}
