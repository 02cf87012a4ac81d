/** The rows of the records of a JSON file, and the columns of new rows. Pure. */
import { problem } from '../../../errors'
import { limits } from '../../../limits'
import { valueAt } from '../../json-path'
import { isObject } from '../fetch-json'
import { type JsonRecord, recordColumns } from '../records'
import type { Block } from './schema'

/** The rows of a record: one, or one for each item of the list at `expand.path`, with the columns of the record. */
export function rowsOf(record: unknown, { mapping, expand }: Block, separator: string): JsonRecord[] {
  const isExpanded = expand !== undefined && expand.path !== ''
  const columns = isExpanded && mapping.length === 0 ? {} : recordColumns(record, mapping)
  const own = Object.fromEntries(Object.entries(columns).map(([key, value]) => [key, joined(value, separator)]))
  if (!isExpanded) return [own]
  const list = valueAt(record, expand.path)
  const items = Array.isArray(list) ? list : list === undefined || list === null ? [] : [list]
  if (items.length === 0) return [own]
  return items.flatMap((item) =>
    rowsOf(item, expand.block ?? { mapping: [] }, separator).map((row) => ({ ...own, ...row })),
  )
}

/** A list of plain values is one text; other lists and objects are JSON. */
function joined(value: unknown, separator: string): unknown {
  if (Array.isArray(value) && !value.some((item) => isObject(item) || Array.isArray(item))) return value.join(separator)
  return isObject(value) || Array.isArray(value) ? JSON.stringify(value) : value
}

type Column = { key: string; type: string; format?: string; title?: string }

/**
 * The columns of rows, with the narrowest type of all their values.
 *
 * @param keyOf the key of a column by its name
 * @throws `file-too-many-columns`
 */
export function columnsOf(
  rows: Iterable<JsonRecord>,
  keyOf: (name: string) => string,
): { count: number; columns: Column[] } {
  const types = new Map<string, readonly ValueType[] | undefined>()
  let count = 0
  for (const row of rows) {
    count++
    for (const [name, value] of Object.entries(row)) {
      const left = types.get(name)
      const isEmpty = value === undefined || value === null || value === ''
      types.set(name, isEmpty ? left : (left ?? valueTypes).filter(({ holds }) => holds(value)))
    }
    const max = limits.files.maxColumns
    if (types.size > max) throw problem('file-too-many-columns', { columns: types.size, max })
  }
  const columns = [...types].map(([name, left]) => ({ key: keyOf(name), ...(left?.[0]?.column ?? text), title: name }))
  return { count, columns }
}

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/

const matches = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value)

type ValueType = { holds: (value: unknown) => boolean; column: Omit<Column, 'key' | 'title'> }

const text = { type: 'string' }

/** From the narrowest to the widest. */
const valueTypes: readonly ValueType[] = [
  { holds: Number.isSafeInteger, column: { type: 'integer' } },
  { holds: (value) => typeof value === 'number', column: { type: 'number' } },
  { holds: (value) => typeof value === 'boolean', column: { type: 'boolean' } },
  { holds: matches(/^\d{4}-\d\d-\d\d$/), column: { type: 'string', format: 'date' } },
  { holds: matches(dateTime), column: { type: 'string', format: 'date-time' } },
]
