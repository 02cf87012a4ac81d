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

/** The only table of lines of a stopped instance, and the file it is in. */
export function linesTable(state) {
  const folder = databasesOf(state)
  const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.sqlite'))
  for (const path of files.map((name) => join(folder, name))) {
    const database = new DatabaseSync(path, { readOnly: true })
    const found = database.prepare("SELECT name FROM sqlite_master WHERE type='table' AND name GLOB 'lines_*'").all()
    const columns = found.flatMap(({ name }) => database.prepare(`PRAGMA table_info(${name})`).all())
    database.close()
    if (found.length > 1) throw new Error(`${path} holds ${found.length} tables of lines`)
    if (found.length === 1) {
      const [{ name }] = found
      return { path, table: name, run: name.slice('lines_'.length), columns: columns.map((column) => column.name) }
    }
  }
  throw new Error(`no table of lines under ${folder}`)
}
