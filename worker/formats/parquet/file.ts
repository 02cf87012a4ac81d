/** A Parquet file from groups of rows, one of them in memory at a time (contract lines §8.7). */
import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer'

export type ParquetKind = 'boolean' | 'integer' | 'number' | 'date' | 'date-time' | 'text'

/** How the values of a column are written. Absent ones are never given to `value`. */
export type ParquetType = { element: SchemaElement; value: (shown: unknown) => unknown }

/** The type of a column. Integers reach 2^53: those of 32 bits would cut them. */
export function parquetType(name: string, kind: ParquetKind): ParquetType {
  const optional = { name, repetition_type: 'OPTIONAL' } as const
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
      return { element: { ...optional, type: 'BYTE_ARRAY', converted_type: 'UTF8' }, value: String }
  }
}

/** A day as text, or an instant as text or in ms; none when it is no date. */
function dateOf(shown: unknown): Date | null {
  const date = new Date(typeof shown === 'number' ? shown : String(shown))
  return Number.isNaN(date.getTime()) ? null : date
}

/**
 * The bytes of the file, a row group for each group that is not empty.
 *
 * @param root name of the record of the schema
 * @param columns what each is called and made of, and where it is in a row
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
        const shown = of(row)
        return shown === null || shown === undefined ? null : value(shown)
      }),
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
