/** The rows of the records of a JSON file, and the columns of new rows. Pure. */
import { valueAt } from '../../value-path'
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

/** The columns of rows, with the narrowest type of all their values. @param keyOf the key of a column by its name */
export function columnsOf(rows: readonly JsonRecord[], keyOf: (name: string) => string): Column[] {
  const values = new Map<string, unknown[]>()
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      const seen = values.get(name) ?? []
      values.set(name, seen)
      if (value !== undefined && value !== null && value !== '') seen.push(value)
    }
  }
  return [...values].map(([name, seen]) => ({ key: keyOf(name), ...typeOf(seen), title: name }))
}

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/

function typeOf(values: readonly unknown[]): { type: string; format?: string } {
  const every = (holds: (value: unknown) => boolean) => values.length > 0 && values.every(holds)
  const isText = (pattern: RegExp) => every((value) => typeof value === 'string' && pattern.test(value))
  if (every(Number.isSafeInteger)) return { type: 'integer' }
  if (every((value) => typeof value === 'number')) return { type: 'number' }
  if (every((value) => typeof value === 'boolean')) return { type: 'boolean' }
  if (isText(/^\d{4}-\d\d-\d\d$/)) return { type: 'string', format: 'date' }
  if (isText(dateTime)) return { type: 'string', format: 'date-time' }
  return { type: 'string' }
}
