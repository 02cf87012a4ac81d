// A database as two files: its schema, and its rows as the JSON arrays that SQLite writes. Rows are never parsed here, so that
// 1 and 1.0 stay what they are.

import { once } from 'node:events'
import { createReadStream, createWriteStream, readFileSync, writeFileSync } from 'node:fs'

const pageRows = 200
/** D1 binds values up to 2 MB. */
const insertBytes = 1_000_000
/** D1 refuses functions with more than 32 arguments. */
const columnsPerArray = 30

const quoted = (name) => `"${name.replaceAll('"', '""')}"`
const listed = (names) => names.map(quoted).join(',')

/** The tables, search indexes, indexes and triggers of a database. */
export async function readSchema(database) {
  const { results } = await database
    .prepare(
      `select m.type, m.name, m.sql, l.type as kind from sqlite_master m left join pragma_table_list l
       on l.name = m.name and l.schema = 'main'
       where m.sql is not null and m.name not like 'sqlite\\_%' escape '\\' and m.name not like '\\_cf\\_%' escape '\\'
       order by m.rowid`,
    )
    .all()
  const tables = []
  const searches = []
  for (const { name, sql, kind } of results) {
    if (kind === 'table') tables.push({ name, sql, ...(await describe(database, name)) })
    if (kind === 'virtual') searches.push(await searchOf(database, { name, sql }))
  }
  const others = results.filter(({ type }) => type !== 'table').map(({ sql }) => sql)
  return { tables: parentsFirst(tables), searches, others }
}

/** The columns that are stored: generated ones are computed again. */
async function columnsOf(database, table) {
  const { results } = await database
    .prepare('select name from pragma_table_xinfo(?1) where hidden = 0')
    .bind(table)
    .all()
  return results.map(({ name }) => name)
}

async function describe(database, table) {
  const { results } = await database
    .prepare('select "table" as parent from pragma_foreign_key_list(?1)')
    .bind(table)
    .all()
  return { columns: await columnsOf(database, table), parents: results.map(({ parent }) => parent) }
}

/** Tables after those that their foreign keys refer to. */
function parentsFirst(tables) {
  const ordered = new Set()
  const add = (table) => {
    const parents = tables.filter(({ name }) => name !== table.name && table.parents.includes(name))
    for (const parent of parents) if (!ordered.has(parent)) add(parent)
    ordered.add(table)
  }
  for (const table of tables) add(table)
  return [...ordered]
}

/** A full-text index, which is made again from the table that it indexes. */
async function searchOf(database, { name, sql }) {
  const [, table] = /\bcontent='([a-z0-9_]+)'/.exec(sql) ?? []
  if (!table) throw new Error(`${name} is not the index of a table`)
  const settings = await database.prepare(`select k, v from ${quoted(`${name}_config`)} where k <> 'version'`).all()
  return { name, sql, table, columns: await columnsOf(database, name), settings: settings.results }
}

/** Writes a database to `<path>.schema.json` and `<path>.ndjson`. @returns the names of its tables */
export async function backUpDatabase(database, path) {
  const schema = await readSchema(database)
  writeFileSync(`${path}.schema.json`, `${JSON.stringify(schema, null, 2)}\n`)
  const file = createWriteStream(`${path}.ndjson`)
  for (const { name, columns } of schema.tables) {
    file.write(`${JSON.stringify(name)}\n`)
    const row = arraysOf(['rowid', ...columns].map(quoted))
    const page = database.prepare(
      `select rowid as at, ${row} as line from ${quoted(name)} where rowid > ?1 order by rowid limit ${pageRows}`,
    )
    for (let after = Number.MIN_SAFE_INTEGER; ; ) {
      const { results } = await page.bind(after).all()
      for (const { line } of results) if (!file.write(`${line}\n`)) await once(file, 'drain')
      if (results.length < pageRows) break
      after = results.at(-1).at
    }
  }
  file.end()
  await once(file, 'finish')
  return schema.tables.map(({ name }) => name)
}

/** An SQL expression: columns as an array of JSON arrays. */
function arraysOf(columns) {
  const parts = chunked(columns).map((some) => `json_array(${some.join(',')})`)
  return `'['||${parts.join("||','||")}||']'`
}

const chunked = (columns) =>
  Array.from({ length: Math.ceil(columns.length / columnsPerArray) }, (_, at) =>
    columns.slice(at * columnsPerArray, (at + 1) * columnsPerArray),
  )

/** Fills an empty database from the files of `backUpDatabase`. */
export async function restoreDatabase(database, path) {
  const { tables, searches, others } = JSON.parse(readFileSync(`${path}.schema.json`, 'utf8'))
  for (const { sql } of [...tables, ...searches]) await database.prepare(sql).run()
  for (const { name, settings } of searches) {
    const set = database.prepare(`insert into ${quoted(name)} (${quoted(name)}, rank) values (?1, ?2->>'$')`)
    // D1 binds numbers as reals, and FTS5 takes integers.
    for (const { k, v } of settings) await set.bind(k, JSON.stringify(v)).run()
  }
  let table
  let rows = []
  let bytes = 0
  const flush = async () => {
    if (table && rows.length > 0) await insert(database, table, { rows, searches })
    rows = []
    bytes = 0
  }
  for await (const line of linesOf(`${path}.ndjson`)) {
    if (!line.startsWith('[')) {
      await flush()
      table = tables.find(({ name }) => name === JSON.parse(line))
      continue
    }
    const size = Buffer.byteLength(line)
    if (bytes + size > insertBytes) await flush()
    rows.push(line)
    bytes += size
  }
  await flush()
  // Unique indexes and triggers come last: rows are inserted as they are.
  for (const sql of others) await database.prepare(sql).run()
}

async function insert(database, { name, columns }, { rows, searches }) {
  const names = ['rowid', ...columns]
  const values = names.map((_, at) => `value->>'$[${Math.floor(at / columnsPerArray)}][${at % columnsPerArray}]'`)
  const statements = [
    database
      .prepare(`insert into ${quoted(name)} (${listed(names)}) select ${values.join(',')} from json_each(?1)`)
      .bind(`[${rows.join(',')}]`),
  ]
  const [first, last] = [rows.at(0), rows.at(-1)].map((row) => JSON.parse(row)[0][0])
  for (const search of searches.filter(({ table }) => table === name)) {
    const fields = listed(search.columns)
    const text = `insert into ${quoted(search.name)} (rowid,${fields}) select rowid,${fields} from ${quoted(name)} where rowid between ?1 and ?2`
    statements.push(database.prepare(text).bind(first, last))
  }
  await database.batch(statements)
}

/** The lines of a file. `readline` would also end them at U+2028, which JSON may hold. */
async function* linesOf(path) {
  let rest = ''
  for await (const chunk of createReadStream(path, 'utf8')) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()
    yield* lines
  }
}
