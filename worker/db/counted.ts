import { bookmarkOf, openSession } from './lines-databases'

/**
 * A wrapper of a database that reports each round trip: one statement, or one batch.
 *
 * @param tell called for each round trip
 */
export function counted(database: D1Database, tell: () => void): D1Database {
  // The methods of a database that the service calls.
  return new CountedDatabase(database, tell) as unknown as D1Database
}

class CountedDatabase {
  readonly #database: D1Database
  readonly #tell: () => void

  constructor(database: D1Database, tell: () => void) {
    this.#database = database
    this.#tell = tell
  }

  prepare(text: string): CountedStatement {
    return new CountedStatement(this.#database.prepare(text), this.#tell)
  }

  batch<Row>(statements: readonly (CountedStatement | D1PreparedStatement)[]): Promise<D1Result<Row>[]> {
    this.#tell()
    return this.#database.batch<Row>(statements.map((one) => (one instanceof CountedStatement ? one.statement : one)))
  }

  /** The same for the reads of a session. A database without sessions is its own. */
  withSession(bookmark: string): CountedDatabase {
    return new CountedDatabase(openSession(this.#database, bookmark), this.#tell)
  }

  getBookmark(): string | null {
    return bookmarkOf(this.#database) ?? null
  }

  exec(text: string): Promise<D1ExecResult> {
    this.#tell()
    return this.#database.exec(text)
  }
}

class CountedStatement {
  readonly statement: D1PreparedStatement
  readonly #tell: () => void

  constructor(statement: D1PreparedStatement, tell: () => void) {
    this.statement = statement
    this.#tell = tell
  }

  bind(...values: unknown[]): CountedStatement {
    return new CountedStatement(this.statement.bind(...values), this.#tell)
  }

  first(column?: string): Promise<unknown> {
    this.#tell()
    return column === undefined ? this.statement.first() : this.statement.first(column)
  }

  run<Row>(): Promise<D1Result<Row>> {
    this.#tell()
    return this.statement.run<Row>()
  }

  all<Row>(): Promise<D1Result<Row>> {
    this.#tell()
    return this.statement.all<Row>()
  }

  raw<Row extends unknown[]>(): Promise<Row[]> {
    this.#tell()
    return this.statement.raw<Row>()
  }
}
