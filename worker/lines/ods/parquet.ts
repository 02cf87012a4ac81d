import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer'
import type { Named } from './expressions'
import type { OdsRows } from './read'

/** Rows as a Parquet file, a row group for each page (contract lines §8.7). */
export async function* parquetOf({ pages }: OdsRows, columns: readonly Named[]): AsyncGenerator<Uint8Array> {
  // A row has one value under each name: the last that was named so.
  const typed = [...new Map(columns.map((column) => [column.name, typedColumn(column)])).values()]
  const writer = new ByteWriter()
  const schema = [{ name: 'records', num_children: typed.length }, ...typed.map(({ element }) => element)]
  const parquet = new ParquetWriter({ writer, schema, createdBy: 'Fairway' })
  for await (const rows of pages) {
    if (rows.length === 0) continue
    const columnData = typed.map(({ element: { name }, value }) => ({
      name,
      data: rows.map((row) => (row[name] === null || row[name] === undefined ? null : value(row[name]))),
    }))
    await parquet.write({ columnData, rowGroupSize: rows.length })
    yield taken(writer)
  }
  await parquet.finish()
  yield taken(writer)
}

/** What was written since the last time. */
function taken(writer: ByteWriter): Uint8Array {
  const bytes = writer.getBytes().slice()
  writer.index = 0
  return bytes
}

type Typed = { element: SchemaElement; value: (shown: unknown) => unknown }

function typedColumn({ name, expression }: Named): Typed {
  const optional = { name, repetition_type: 'OPTIONAL' } as const
  const kind = kindOf(expression)
  switch (kind) {
    case 'boolean':
      return { element: { ...optional, type: 'BOOLEAN' }, value: Boolean }
    case 'integer':
      return { element: { ...optional, type: 'INT64' }, value: (shown) => BigInt(Number(shown)) }
    case 'number':
      return { element: { ...optional, type: 'DOUBLE' }, value: Number }
    case 'date':
      return { element: { ...optional, type: 'INT32', converted_type: 'DATE' }, value: dateOf }
    case 'date-time':
      return { element: { ...optional, type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' }, value: dateOf }
    case 'text':
      return { element: { ...optional, type: 'BYTE_ARRAY', converted_type: 'UTF8' }, value: textOf(expression) }
  }
}

type Kind = 'boolean' | 'integer' | 'number' | 'date' | 'date-time' | 'text'

function kindOf(expression: Named['expression']): Kind {
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

function dateOf(shown: unknown): Date | null {
  const date = new Date(String(shown))
  return Number.isNaN(date.getTime()) ? null : date
}

/** Lists are joined as they were written. */
function textOf({ field }: Named['expression']): (shown: unknown) => string {
  return (shown) => {
    if (Array.isArray(shown)) return shown.join(field?.separator ?? ',')
    return typeof shown === 'object' ? JSON.stringify(shown) : String(shown)
  }
}
