// The databases of an instance on disk, as miniflare keeps it.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Where D1 is kept under the state folder. */
export const databasesOf = (state) => join(state, 'data', 'd1')

/** The file of the database of a stopped instance that has a table. */
export function databasePath(state, table) {
  const folder = databasesOf(state)
  const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.sqlite'))
  const found = files
    .map((name) => join(folder, name))
    .find((path) => {
      const database = new DatabaseSync(path, { readOnly: true })
      const row = database.prepare("SELECT 1 FROM sqlite_master WHERE type='table' AND name=?").get(table)
      database.close()
      return row !== undefined
    })
  if (!found) throw new Error(`no table ${table} under ${folder}`)
  return found
}

/** The tables of lines of a stopped instance: the file each is in, its run and its columns. */
export function linesTables(state) {
  const folder = databasesOf(state)
  const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.sqlite'))
  return files.flatMap((name) => {
    const path = join(folder, name)
    const database = new DatabaseSync(path, { readOnly: true })
    const names = database.prepare("SELECT name FROM sqlite_master WHERE type='table' AND name GLOB 'lines_*'").all()
    const tables = names.map(({ name: table }) => {
      const columns = database.prepare(`PRAGMA table_info(${table})`).all()
      return { path, table, run: table.slice('lines_'.length), columns: columns.map((column) => column.name) }
    })
    database.close()
    return tables
  })
}

/** The only table of lines of a stopped instance. */
export function linesTable(state) {
  const tables = linesTables(state)
  if (tables.length !== 1) throw new Error(`${databasesOf(state)} holds ${tables.length} tables of lines`)
  return tables[0]
}
