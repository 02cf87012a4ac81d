/** An evaluation of requests in memory, against which random requests are compared. */
import { fold } from '../../worker/lines/storage/fold-for-sorting'
import { epochMs } from '../../worker/schema/coerce'
import type { Field } from '../../worker/schema/field'
import type { Row } from '../lines/tables'

export const fields: Field[] = [
  { key: 'text', type: 'string' },
  { key: 'raw', type: 'string', 'x-capabilities': { insensitive: false } },
  { key: 'int', type: 'integer' },
  { key: 'num', type: 'number' },
  { key: 'flag', type: 'boolean' },
  { key: 'day', type: 'string', format: 'date' },
  { key: 'at', type: 'string', format: 'date-time' },
]

/** Numbers below a bound, the same from the same seed. */
export function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const texts = [
  'a',
  'A',
  'é',
  'É',
  'e',
  'Zoé',
  'zoe',
  'ZOE',
  '',
  'a b',
  'ab',
  'œuf',
  'oeuf',
  'ß',
  'ss',
  "l'a",
  '10',
  '9',
  'ą',
  '日本',
  '😀',
]
const days = ['2023-01-01', '2023-01-02', '2024-02-29', '2022-12-31']
const moments = [
  '2023-01-01T00:00:00+01:00',
  '2022-12-31T23:00:00Z',
  '2023-01-01T23:30:00Z',
  '2024-02-29T12:00:00-05:00',
]
const pick = <Item>(items: readonly Item[], next: (below: number) => number): Item =>
  items[next(items.length)] ?? (items[0] as Item) // never empty

/** A random row. Each column has few distinct values, and nulls. */
export function rowOf(next: (below: number) => number): Row {
  const some = (value: Row[string]): Row[string] => (next(6) === 0 ? null : value)
  return {
    text: some(pick(texts, next)),
    raw: some(pick(texts, next)),
    int: some(next(5) - 2),
    num: some((next(8) - 4) / 2),
    flag: some(next(2) === 0),
    day: some(pick(days, next)),
    at: some(pick(moments, next)),
  }
}

/** Comparable form: texts by code point, instants and booleans as numbers. */
function comparable(field: Field, value: Row[string] | undefined): string | number | null {
  if (value === null || value === undefined || Array.isArray(value)) return null
  if (field.format === 'date-time') return epochMs(String(value))
  return typeof value === 'boolean' ? Number(value) : value
}

function compare(left: string | number, right: string | number): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  const [one, other] = [[...String(left)], [...String(right)]]
  for (let at = 0; at < Math.max(one.length, other.length); at++) {
    const difference = (one[at]?.codePointAt(0) ?? -1) - (other[at]?.codePointAt(0) ?? -1)
    if (difference !== 0) return difference
  }
  return 0
}

type Check = { query: string; keeps: (row: Row) => boolean }

function randomFilter(next: (below: number) => number): Check {
  const field = pick(fields, next)
  const operand = String(rowOf(() => next(5) + 1)[field.key] ?? 'true')
  const literal = field.type === 'boolean' ? (next(2) === 0 ? 'true' : 'false') : operand
  const value = comparable(
    field,
    field.type === 'boolean' ? literal === 'true' : field.type === 'string' ? literal : Number(literal),
  )
  const suffix = pick(['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'exists', 'nexists', 'in', 'nin'], next)
  const query = `${field.key}_${suffix}=${encodeURIComponent(suffix.endsWith('in') ? JSON.stringify(literal) : literal)}`
  if (literal === '' && !suffix.endsWith('exists')) return { query: '', keeps: () => true }
  const keeps = (row: Row): boolean => {
    const actual = comparable(field, row[field.key])
    if (suffix === 'exists') return actual !== null
    if (suffix === 'nexists') return actual === null
    if (suffix === 'neq' || suffix === 'nin') return actual === null || compare(actual, value ?? '') !== 0
    if (actual === null) return false
    const difference = compare(actual, value ?? '')
    if (suffix === 'eq' || suffix === 'in') return difference === 0
    if (suffix === 'gt') return difference > 0
    return suffix === 'gte' ? difference >= 0 : suffix === 'lt' ? difference < 0 : difference <= 0
  }
  return { query, keeps }
}

/** What decides between rows whose keys are all equal. */
export type Tie<Kept> = (left: Kept, right: Kept) => number

function sortRows<Kept extends Row>(
  rows: readonly Kept[],
  sort: ReadonlyArray<{ field: Field; descending: boolean }>,
  tie: Tie<Kept>,
): Kept[] {
  return [...rows].sort((left, right) => {
    for (const { field, descending } of sort) {
      const [one, other] = [comparable(field, left[field.key]), comparable(field, right[field.key])]
      if (one === null || other === null) {
        if (one !== other) return one === null ? 1 : -1
        continue
      }
      const folded = field.key === 'text' ? compare(fold(String(one)), fold(String(other))) : 0
      const difference = folded || compare(one, other)
      if (difference !== 0) return descending ? -difference : difference
    }
    return tie(left, right)
  })
}

/** A random request: what is sent, the size of its pages, and the rows that it must give. */
export function randomCase<Kept extends Row>(rows: readonly Kept[], next: (below: number) => number, tie: Tie<Kept>) {
  const checks = Array.from({ length: next(3) }, () => randomFilter(next))
  const sort = Array.from({ length: next(3) }, () => ({ field: pick(fields, next), descending: next(2) === 0 }))
  const distinct = sort.filter(({ field }, at) => sort.findIndex((other) => other.field === field) === at)
  const order = distinct.map(({ field, descending }) => `${descending ? '-' : ''}${field.key}`).join(',')
  const kept = rows.filter((row) => checks.every(({ keeps }) => keeps(row)))
  const expected = sortRows(kept, distinct, tie)
  const filters = new URLSearchParams(checks.map(({ query }) => query).join('&'))
  const size = next(3) === 0 ? 200 : 7 + next(40)
  // A filter named twice is refused by the HTTP layer: here only the last would count.
  const isPlain = [...filters.keys()].length === checks.filter(({ query }) => query !== '').length
  return { query: `${filters}&sort=${order}&size=${size}`, size, expected, isPlain }
}
