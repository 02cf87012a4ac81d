/**
 * The same database, telling each time it is asked something: one statement, or a batch of them, is one round trip.
 *
 * @param tell called at each
 */
export function counted(database: D1Database, tell: () => void): D1Database {
  const originals = new WeakMap<object, D1PreparedStatement>()
  const wrapped = (statement: D1PreparedStatement): D1PreparedStatement => {
    const asked =
      <Args extends unknown[], Answer>(ask: (...args: Args) => Answer) =>
      (...args: Args): Answer => {
        tell()
        return ask(...args)
      }
    // Each call has the parameters of the one that it passes on; TypeScript keeps only the last of their overloads.
    const own = {
      bind: (...values: unknown[]) => wrapped(statement.bind(...values)),
      first: asked(statement.first.bind(statement)),
      run: asked(statement.run.bind(statement)),
      all: asked(statement.all.bind(statement)),
      raw: asked(statement.raw.bind(statement)),
    } as unknown as D1PreparedStatement
    originals.set(own, statement)
    return own
  }
  const own = {
    prepare: (text: string) => wrapped(database.prepare(text)),
    batch: <Row>(statements: D1PreparedStatement[]) => {
      tell()
      return database.batch<Row>(statements.map((one) => originals.get(one) ?? one))
    },
    exec: (text: string) => {
      tell()
      return database.exec(text)
    },
    withSession: database.withSession.bind(database),
    dump: database.dump.bind(database),
  }
  // What the service calls of a database, and what else it has.
  return own as unknown as D1Database
}
