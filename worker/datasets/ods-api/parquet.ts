import { type ParquetKind, type ParquetType, parquetFile, parquetType } from '../../formats/parquet/file'
import type { Named } from './read-expressions'
import type { OdsRows } from './read-ods'

/** Rows as a Parquet file, with a row group for each page. */
export function parquetOf({ pages }: OdsRows, columns: readonly Named[]): AsyncGenerator<Uint8Array> {
  // When names repeat, a row has the value of the last column with the name.
  const byName = new Map(columns.map((column) => [column.name, column]))
  const typed = [...byName.values()].map((column) => ({
    ...typeOf(column),
    of: (row: Record<string, unknown>) => row[column.name],
  }))
  return parquetFile('records', typed, pages)
}

function typeOf({ name, expression }: Named): ParquetType {
  const kind = kindOf(expression)
  const type = parquetType(name, kind)
  return kind === 'text' ? { ...type, value: textOf(expression) } : type
}

function kindOf(expression: Named['expression']): ParquetKind {
  const { is, field } = expression
  if (is === 'format') return expression.asNumber ? 'integer' : 'text'
  if (is === 'aggregate' && (expression.of === 'count' || expression.of === 'distinct')) return 'integer'
  if (is === 'aggregate' && expression.of === 'sum') return 'number'
  if (is !== 'field' && is !== 'aggregate') return 'text'
  if (!field || (is === 'field' && field.separator)) return 'text'
  if (field.type === 'string') return field.format === 'date' || field.format === 'date-time' ? field.format : 'text'
  if (is === 'aggregate') return 'number'
  return field.type === 'boolean' || field.type === 'integer' || field.type === 'number' ? field.type : 'text'
}

/** Multi-valued fields are joined with their separator. */
function textOf({ field }: Named['expression']): (shown: unknown) => string {
  return (shown) => {
    if (Array.isArray(shown)) return shown.join(field?.separator ?? ',')
    return typeof shown === 'object' ? JSON.stringify(shown) : String(shown)
  }
}
