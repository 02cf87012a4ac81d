/** The databases of lines: the bindings `LINES_0`, `LINES_1` …, of which an operator has as many as the lines need. */

const bindingName = /^LINES_(0|[1-9]\d{0,3})$/

/** The bound databases by shard, the number of the binding. A number without a binding has none. */
export function openLinesDatabases(env: Env): (D1Database | undefined)[] {
  const databases: (D1Database | undefined)[] = [env.LINES_0]
  for (const shard of otherShards(env)) {
    // A binding of this name is a D1 database.
    databases[shard] = Reflect.get(env, `LINES_${shard}`) as D1Database
  }
  return databases
}

let known: { env: Env; shards: readonly number[] } | undefined

/** The bindings do not change while an isolate lives, and every request opens them. */
function otherShards(env: Env): readonly number[] {
  if (known?.env === env) return known.shards
  const shards = Object.keys(env).flatMap((name) => {
    const [, number] = bindingName.exec(name) ?? []
    return number === undefined || number === '0' ? [] : [Number(number)]
  })
  known = { env, shards }
  return shards
}

/**
 * A session, whose reads D1 may serve from a replica that is at least as new as a bookmark. `first-primary`: the first read is of
 * the primary, and the others are at least as new as that one. A database without sessions is its own.
 */
export function openSession(database: D1Database, start = 'first-primary'): D1Database {
  if (typeof database.withSession !== 'function') return database
  // Reads call `prepare` and `batch`, which a session has too.
  return database.withSession(start) as unknown as D1Database
}

/**
 * The database of tables that are read together: a session at the newest of their bookmarks, or the database itself, which is the
 * primary, where they have none.
 *
 * @param bookmarks one for each table
 */
export function readerOf(database: D1Database, bookmarks: readonly (string | undefined)[]): D1Database {
  const known = bookmarks.flatMap((bookmark) => bookmark ?? [])
  if (known.length === 0) return database
  // Bookmarks sort from the oldest to the newest.
  return openSession(database, known.length < bookmarks.length ? undefined : known.sort().at(-1))
}

/** The databases of the tables of a union: `home` merges the rows of all, by the shards of the tables. */
type ScatteredDatabases = { home: D1Database; shards: ReadonlyMap<number, D1Database> }

/** Where the tables of a source are: in one database, or in several. */
export type TableDatabases = D1Database | ScatteredDatabases

const isScattered = (databases: TableDatabases): databases is ScatteredDatabases => 'shards' in databases

/** The database that runs the statements of a source. */
export const homeOf = (databases: TableDatabases): D1Database => (isScattered(databases) ? databases.home : databases)

/** The database of one table of a source. */
export function databaseAt(databases: TableDatabases, shard: number): D1Database {
  if (!isScattered(databases)) return databases
  const database = databases.shards.get(shard)
  if (!database) throw new Error(`the lines database ${shard} is not open`)
  return database
}

/** The bookmark of what a session has read; undefined before its first read, and for a database without sessions. */
export function bookmarkOf(session: D1Database): string | undefined {
  if (!('getBookmark' in session) || typeof session.getBookmark !== 'function') return undefined
  const bookmark: unknown = session.getBookmark()
  return typeof bookmark === 'string' ? bookmark : undefined
}
