/** Rows of tables as JSON objects, and back, in SQL. Generated columns are left out. */
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { limits } from '../../limits'
import type { TrashTable } from './deleted-resources'

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

const { journal } = tables

/** The expression of the JSON array of the last events of a journal, those that are not too large. */
export function archivedEvents(isOfResource: SQL): SQL {
  const { events, eventBytes } = limits.trash
  const last = sql`select ${rowObject(storedColumns(journal))} as event from (
    select * from ${journal} where ${isOfResource} and not "log_only"
      and octet_length(coalesce("problem", '')) + octet_length(coalesce("data", '')) <= ${eventBytes}
    order by "id" desc limit ${events})`
  return sql`(select coalesce(json_group_array(json(event)), '[]') from (${last}))`
}

/** The statement that stores the archived events again. */
export const restoreEvents = (ctx: Context, table: TrashTable, id: string) =>
  ctx.db.insert(journal).select(restoredRows(table, id, { from: 'journal', to: journal }))

/** The rows of a JSON array in a column of a deleted resource, as those of a table. */
export function restoredRows(trash: TrashTable, id: string, { from, to }: { from: string; to: SQLiteTable }): SQL {
  return sql`select ${columnsOfObject(sql`archived."value"`, storedColumns(to))}
    from ${trash} deleted, json_each(deleted.${sql.identifier(from)}) archived where deleted."id" = ${id}`
}

/** The properties of an archived row, as Drizzle names them. @param row the JSON of `rowObject` */
export function archivedProperties(row: string): Record<string, unknown> {
  const stored = JSON.parse(row) as Record<string, unknown>
  return Object.fromEntries(Object.entries(stored).map(([name, value]) => [toCamelCase(name), value]))
}

const toCamelCase = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
