/** A Parquet file from groups of rows, with one group in memory at a time. */
import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer'

export type ParquetKind = 'boolean' | 'integer' | 'number' | 'date' | 'date-time' | 'text'

/** How the values of a column are written. `value` is not called for absent values. */
export type ParquetType = { element: SchemaElement; value: (input: unknown) => unknown }

/** The type of a column. Integers go up to 2^53, so 32 bits do not suffice. */
export function parquetType(name: string, kind: ParquetKind): ParquetType {
  const optional = { name, repetition_type: 'OPTIONAL' } as const
  switch (kind) {
    case 'boolean':
      return { element: { ...optional, type: 'BOOLEAN' }, value: Boolean }
    case 'integer':
      return { element: { ...optional, type: 'INT64' }, value: (input) => BigInt(Number(input)) }
    case 'number':
      return { element: { ...optional, type: 'DOUBLE' }, value: Number }
    case 'date':
      return { element: { ...optional, type: 'INT32', converted_type: 'DATE' }, value: dateOf }
    case 'date-time':
      return { element: { ...optional, type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' }, value: dateOf }
    case 'text':
      return { element: { ...optional, type: 'BYTE_ARRAY', converted_type: 'UTF8' }, value: String }
  }
}

/** A day as text, or an instant as text or in ms; null when it is not a date. */
function dateOf(input: unknown): Date | null {
  const date = new Date(typeof input === 'number' ? input : String(input))
  return Number.isNaN(date.getTime()) ? null : date
}

/**
 * The bytes of the file, a row group for each group that is not empty.
 *
 * @param root name of the record of the schema
 * @param columns type of each column, and `of` to read its value from a row
 */
export async function* parquetFile<Row>(
  root: string,
  columns: readonly (ParquetType & { of: (row: Row) => unknown })[],
  groups: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Uint8Array> {
  const writer = new ByteWriter()
  const schema = [{ name: root, num_children: columns.length }, ...columns.map(({ element }) => element)]
  const parquet = new ParquetWriter({ writer, schema, createdBy: 'Fairway' })
  for await (const rows of groups) {
    if (rows.length === 0) continue
    const columnData = columns.map(({ element: { name }, of, value }) => ({
      name,
      data: rows.map((row) => {
        const input = of(row)
        return input === null || input === undefined ? null : value(input)
      }),
    }))
    await parquet.write({ columnData, rowGroupSize: rows.length })
    yield flushed(writer)
  }
  await parquet.finish()
  yield flushed(writer)
}

/** The bytes written since the last call. */
function flushed(writer: ByteWriter): Uint8Array {
  const bytes = writer.getBytes().slice()
  writer.index = 0
  return bytes
}
