import type { SchemaElement } from 'hyparquet-writer'
import type { Field } from '../../schema/field'
import { shownSql } from '../formats/shown'
import { type Column, columnOf } from '../query/columns'
import type { LineSource } from '../source'

/** One column of the file: its type there (contract lines §8.7), the SQL of its values, and what is made of each. */
export type ParquetColumn = { element: SchemaElement; sql: string; value: (stored: unknown) => unknown }

/** The fields of the lines as columns, without the calculated ones. Pure. */
export function parquetColumns(source: LineSource): ParquetColumn[] {
  return source.fields
    .filter((field) => !field['x-calculated'])
    .flatMap((field) => {
      const column = columnOf(source, field.key)
      return column ? [columnFor(field, column)] : []
    })
}

const optional = { repetition_type: 'OPTIONAL' } as const

function columnFor(field: Field, column: Column): ParquetColumn {
  const { key: name, kind, multiple } = column
  if (!multiple && kind === 'boolean') {
    return { element: { name, type: 'BOOLEAN', ...optional }, sql: column.sql, value: (stored) => stored === 1 }
  }
  // Integers reach 2^53: those of 32 bits would cut them.
  if (!multiple && kind === 'number' && field.type === 'integer') {
    return { element: { name, type: 'INT64', ...optional }, sql: column.sql, value: (stored) => BigInt(Number(stored)) }
  }
  if (!multiple && kind === 'number') {
    return { element: { name, type: 'DOUBLE', ...optional }, sql: column.sql, value: Number }
  }
  if (!multiple && kind === 'day') {
    const element: SchemaElement = { name, type: 'INT32', converted_type: 'DATE', ...optional }
    return { element, sql: column.sql, value: dateOf }
  }
  if (!multiple && kind === 'moment' && column.instant !== undefined) {
    const element: SchemaElement = { name, type: 'INT64', converted_type: 'TIMESTAMP_MILLIS', ...optional }
    return { element, sql: column.instant, value: dateOf }
  }
  const element: SchemaElement = { name, type: 'BYTE_ARRAY', converted_type: 'UTF8', ...optional }
  return { element, sql: shownSql(column, { arrays: false }), value: String }
}

/** A day as text or an instant in ms; none when it is no date. */
function dateOf(stored: unknown): Date | null {
  const date = new Date(typeof stored === 'number' ? stored : String(stored))
  return Number.isNaN(date.getTime()) ? null : date
}
