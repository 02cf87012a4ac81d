/** Rows of tables as JSON objects, and back, in SQL. Generated columns are left out. */
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'

/** The names of the stored columns of a table, as SQL has them. */
export const storedColumns = (table: SQLiteTable): string[] =>
  Object.entries(getTableColumns(table)).flatMap(([key, { generated }]) => (generated ? [] : [toSnakeCase(key)]))

/** The expression of the JSON object of a row. */
export const rowObject = (columns: readonly string[]): SQL =>
  sql.raw(`json_object(${columns.map((name) => `'${name}', "${name}"`).join(', ')})`)

/** The select list of the columns of a JSON object of a row, in the order of `columns`; `changed` has other expressions. */
export function columnsOfObject(
  object: SQL,
  columns: readonly string[],
  changed: Readonly<Record<string, SQL | undefined>> = {},
): SQL {
  return sql.join(
    columns.map((name) => changed[name] ?? sql`${object}->>${sql.raw(`'$.${name}'`)}`),
    sql`, `,
  )
}
