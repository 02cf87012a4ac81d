import { lineNumber, searchName } from '../../storage/table-names'
import type { Column } from '../column'
import type { Predicate } from '../predicate'
import type { Test } from '../request'
import { type Bindings, balanced, globOf } from '../sql-text'
import { bboxIntersectsSql } from './bbox-intersects'
import { relateSql } from './spatial-relation'

/** A predicate as an SQL condition over the table aliased `t`. */
export function conditionSql(predicate: Predicate, run: string, bindings: Bindings): string {
  switch (predicate.is) {
    case 'all':
    case 'any': {
      const parts = predicate.of.map((part) => conditionSql(part, run, bindings))
      if (parts.length === 0) return predicate.is === 'all' ? '1' : '0'
      return `(${balanced(parts, predicate.is === 'all' ? 'AND' : 'OR')})`
    }
    case 'not':
      // NULL IS NOT TRUE holds: a line without value matches.
      return `(${conditionSql(predicate.of, run, bindings)}) IS NOT TRUE`
    case 'match': {
      const search = searchName(run)
      return `t._i IN (SELECT rowid FROM ${search} WHERE ${search} MATCH ${bindings.bind(predicate.expression)})`
    }
    case 'meets':
      return bboxIntersectsSql(predicate, bindings)
    case 'relates':
      return relateSql(predicate, bindings)
    case 'never':
      return '0'
    case 'test':
      return testSql(predicate.column, predicate.test, run, bindings)
  }
}

function testSql(column: Column, test: Test, run: string, bindings: Bindings): string {
  if (test.op === 'exists') {
    // A list without elements is no value.
    return column.multiple ? `${column.sql} IS NOT NULL AND ${column.sql}<>'[]'` : `${column.sql} IS NOT NULL`
  }
  if (column.kind === 'line') return lineSql(column, test, run, bindings)
  // Text tests apply to the original text of a date-time, comparisons to its instant.
  const isWritten = test.op === 'starts' || test.op === 'contains' || test.op === 'pattern'
  if (!column.multiple) return valueSql(isWritten ? column.sql : (column.instant ?? column.sql), test, bindings)
  return `EXISTS (SELECT 1 FROM json_each(${column.sql}) AS e WHERE ${valueSql(elementSql(column, 'e.value'), test, bindings)})`
}

/** One element of a multi-valued field, as its type. */
export function elementSql({ kind }: Column, element: string): string {
  if (kind === 'number') return `CAST(${element} AS NUMERIC)`
  if (kind === 'boolean') return `CASE ${element} WHEN 'true' THEN 1 WHEN 'false' THEN 0 ELSE ${element} END`
  return element
}

/** What the rows of a column are grouped by: an element of a multi-valued field, an instant, or the value. */
export const groupKeySql = (column: Column, element: string): string =>
  column.multiple ? elementSql(column, element) : (column.instant ?? column.sql)

/** `_id` is computed from `_i`: equality is a lookup by line number, other tests compare the text. */
function lineSql(column: Column, test: Test, run: string, bindings: Bindings): string {
  if (test.op !== 'eq' && test.op !== 'in') return valueSql(column.sql, test, bindings)
  const ids: ReadonlyArray<string | number> = test.op === 'in' ? test.values : [test.value]
  const numbers = ids.flatMap((id) => lineNumber(run, String(id)) ?? [])
  if (numbers.length === 0) return '0'
  return valueSql('t._i', { op: 'in', values: numbers }, bindings)
}

const operators = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

function valueSql(sql: string, test: Test, bindings: Bindings): string {
  switch (test.op) {
    case 'range': {
      const parts: string[] = []
      if (test.from !== undefined) parts.push(`${sql}>=${bindings.bind(test.from)}`)
      if (test.below !== undefined) parts.push(`${sql}<${bindings.bind(test.below)}`)
      return parts.join(' AND ') || '1'
    }
    case 'in':
      return `${sql} IN (SELECT value FROM json_each(${bindings.bind(JSON.stringify(test.values))}))`
    case 'ranges':
      return `EXISTS (SELECT 1 FROM json_each(${bindings.bind(JSON.stringify(test.ranges))}) AS r WHERE ${sql}>=r.value->>0 AND ${sql}<r.value->>1)`
    case 'starts': {
      // Every text with this prefix lies between it and itself followed by the last code point.
      const prefix = bindings.bind(test.text)
      return `${sql}>=${prefix} AND ${sql}<${prefix}||char(1114111)`
    }
    case 'contains':
      return `instr(${sql},${bindings.bind(test.text)})>0`
    case 'both':
      return test.of.map((part) => `(${valueSql(sql, part, bindings)})`).join(' AND ')
    case 'pattern':
      return `${sql} GLOB ${bindings.bind(globOf(test.pattern))}`
    case 'exists':
      return `${sql} IS NOT NULL`
    default:
      return `${sql}${operators[test.op]}${bindings.bind(test.value)}`
  }
}
