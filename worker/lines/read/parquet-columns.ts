import { type ParquetType, parquetType } from '../../formats/parquet/file'
import type { Field } from '../../schema/field'
import type { Column } from '../query/column'
import { columnOf } from '../query/find-column'
import type { LineSource } from '../query/source'
import { renderedSql } from '../query/sql/cell-value'

/** One column of the file: its Parquet type, and the SQL of its values. */
export type ParquetColumn = ParquetType & { sql: string }

/** The columns of the fields, without the calculated ones. Pure. */
export function parquetColumns(source: LineSource): ParquetColumn[] {
  return source.fields
    .filter((field) => !field['x-calculated'])
    .flatMap((field) => {
      const column = columnOf(source, field.key)
      return column ? [columnFor(field, column)] : []
    })
}

function columnFor(field: Field, column: Column): ParquetColumn {
  const { key, kind, multiple, sql, instant } = column
  if (!multiple && kind === 'boolean') return { ...parquetType(key, 'boolean'), sql }
  if (!multiple && kind === 'number') {
    return { ...parquetType(key, field.type === 'integer' ? 'integer' : 'number'), sql }
  }
  if (!multiple && kind === 'day') return { ...parquetType(key, 'date'), sql }
  if (!multiple && kind === 'moment' && instant !== undefined) {
    return { ...parquetType(key, 'date-time'), sql: instant }
  }
  return { ...parquetType(key, 'text'), sql: renderedSql(column, { arrays: false }) }
}
