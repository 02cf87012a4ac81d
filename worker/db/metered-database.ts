import { LruCache } from '../collections/lru-cache'
import { limits } from '../limits'
import { bookmarkOf, openSession } from './lines-databases'
import { countRows } from './platform-usage'

/** Makes a round trip: one statement, or one batch. */
export type RoundTrip = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * A wrapper of a database that counts the rows that its statements read and write.
 *
 * @param trip makes each round trip, perhaps later
 */
export function counted(database: D1Database, trip: RoundTrip = (work) => work()): D1Database {
  // The methods of a database that the service calls.
  return new CountedDatabase(database, trip) as unknown as D1Database
}

class CountedDatabase {
  readonly #database: D1Database
  readonly #trip: RoundTrip

  constructor(database: D1Database, trip: RoundTrip) {
    this.#database = database
    this.#trip = trip
  }

  prepare(text: string): CountedStatement {
    return new CountedStatement(this.#database.prepare(text), text, this.#trip)
  }

  async batch<Row>(statements: readonly (CountedStatement | D1PreparedStatement)[]): Promise<D1Result<Row>[]> {
    const plain = statements.map((one) => (one instanceof CountedStatement ? one.statement : one))
    const results = await this.#trip(() => this.#database.batch<Row>(plain))
    for (const { meta } of results) countRows(meta)
    return results
  }

  /** The same for the reads of a session. A database without sessions is its own. */
  withSession(bookmark: string): CountedDatabase {
    return new CountedDatabase(openSession(this.#database, bookmark), this.#trip)
  }

  getBookmark(): string | null {
    return bookmarkOf(this.#database) ?? null
  }

  exec(text: string): Promise<D1ExecResult> {
    return this.#trip(() => this.#database.exec(text))
  }
}

class CountedStatement {
  readonly statement: D1PreparedStatement
  readonly #text: string
  readonly #trip: RoundTrip

  constructor(statement: D1PreparedStatement, text: string, trip: RoundTrip) {
    this.statement = statement
    this.#text = text
    this.#trip = trip
  }

  bind(...values: unknown[]): CountedStatement {
    return new CountedStatement(this.statement.bind(...values), this.#text, this.#trip)
  }

  async first(column?: string): Promise<unknown> {
    const [row] = (await this.all<Record<string, unknown>>()).results
    if (!row || column === undefined) return row ?? null
    if (!Object.hasOwn(row, column)) throw new Error(`the statement has no column ${column}`)
    return row[column]
  }

  async run<Row>(): Promise<D1Result<Row>> {
    const result = await this.#trip(() => this.statement.run<Row>())
    countRows(result.meta)
    return result
  }

  async all<Row>(): Promise<D1Result<Row>> {
    const result = await this.#trip(() => this.statement.all<Row>())
    countRows(result.meta)
    return result
  }

  /**
   * Rows as arrays. D1 reports the rows read only with rows as objects, which lose columns of the same name.
   * The first execution of a statement text therefore reads arrays, checks the names of the columns, and counts the returned
   * rows; if the names are distinct, later executions read objects.
   */
  async raw<Row extends unknown[]>(): Promise<Row[]> {
    // With distinct names, the values of an object in their order are the row that `raw` returns.
    if (hasDistinctColumns.get(this.#text)) return (await this.all<object>()).results.map(Object.values) as Row[]
    const [columns = [], ...rows] = await this.#trip(() => this.statement.raw<Row>({ columnNames: true }))
    hasDistinctColumns.set(this.#text, new Set(columns).size === columns.length && !columns.some(isIndex))
    countRows({ rows_read: rows.length, rows_written: 0 })
    return rows
  }
}

/** Whether the columns of a statement have distinct names, by its text. */
const hasDistinctColumns = new LruCache<boolean>(limits.usage.rememberedTexts, () => 1)

/** Whether a name is an integer: objects list such keys first, in numeric order. */
const isIndex = (column: unknown) => /^\d+$/.test(String(column))
