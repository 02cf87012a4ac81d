import { databaseAt, type TableDatabases } from '../../db/lines-databases'
import { problem } from '../../errors'
import { limits } from '../../limits'
import { type Exchange, type Statement, unionAll } from '../query/sql-text'

/**
 * Reads the rows that statements take from other databases, in one round trip to each, and gives the statements their JSON as
 * parameters: their texts are then those of one database.
 *
 * @returns the statements without exchanges, and the rows that the other databases read
 * @throws `databases-exchange-too-large`
 */
export async function readExchanges(
  databases: TableDatabases,
  statements: readonly Statement[],
): Promise<{ statements: Statement[]; rowsRead: number }> {
  const exchanges = statements.flatMap((statement) => statement.exchanges ?? [])
  const answers = new Map<Exchange, Answer>()
  // Each exchange may have an equal share of the bytes. A larger one is read again, with the bytes that the others have not used.
  const share = Math.floor(limits.lines.exchangedBytes / exchanges.length)
  const byShard = [...Map.groupBy(exchanges, ({ shard }) => shard)]
  await Promise.all(
    byShard.map(async ([shard, ofShard]) => {
      const database = databaseAt(databases, shard)
      const results = await database.batch<Row>(ofShard.map((exchange) => rowsStatement(database, exchange, share)))
      for (const [at, exchange] of ofShard.entries()) answers.set(exchange, answerOf(results[at], share))
    }),
  )
  for (const exchange of exchanges) {
    if (answers.get(exchange)?.isComplete) continue
    answers.delete(exchange)
    const left = limits.lines.exchangedBytes - [...answers.values()].reduce((sum, { bytes }) => sum + bytes, 0)
    const answer = answerOf(await rowsStatement(databaseAt(databases, exchange.shard), exchange, left).all<Row>(), left)
    if (!answer.isComplete) throw tooLarge()
    answers.set(exchange, answer)
  }
  const rowsRead = [...answers.values()].reduce((sum, answer) => sum + answer.rowsRead, 0)
  return { statements: statements.map((statement) => withRows(statement, answers)), rowsRead }
}

const tooLarge = () => problem('databases-exchange-too-large', { max: limits.lines.exchangedBytes / 1_000_000 })

type Row = { j: string }
/** The rows of a select, as lists of JSON arrays without brackets; not complete where they have more bytes than were allowed. */
type Answer = { texts: string[]; bytes: number; isComplete: boolean; rowsRead: number }

/** A statement whose rows are texts of several rows of the select, up to the first text beyond a number of bytes. */
function rowsStatement(database: D1Database, { select, columns }: Exchange, maxBytes: number): D1PreparedStatement {
  const rows = `SELECT ${arraySql(columns)} AS r,(row_number() OVER ()-1)/${limits.lines.exchangedRows} AS c FROM (${select.text})`
  const grouped = `SELECT group_concat(r) AS j,c FROM (${rows}) GROUP BY c`
  const sums = `SELECT j,sum(octet_length(j)) OVER (ORDER BY c)-octet_length(j) AS before FROM (${grouped})`
  return database.prepare(`SELECT j FROM (${sums}) WHERE before<=${maxBytes}`).bind(...select.values)
}

function answerOf(result: D1Result<Row> | undefined, maxBytes: number): Answer {
  const texts = result?.results.map(({ j }) => j) ?? []
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  return { texts, bytes, isComplete: bytes <= maxBytes, rowsRead: result?.meta.rows_read ?? 0 }
}

/** A statement that reads the rows of its exchanges from parameters. @throws `databases-exchange-too-large` */
function withRows({ text, values, exchanges = [] }: Statement, answers: ReadonlyMap<Exchange, Answer>): Statement {
  const packed = pack(exchanges.map((exchange) => answers.get(exchange)?.texts ?? []))
  const allValues = [...values, ...packed.parameters]
  if (allValues.length > limits.sql.maxParameters) throw tooLarge()
  let completed = text
  for (const [at, { columns, placeholder }] of exchanges.entries()) {
    const pieces = packed.pieces[at] ?? []
    const sources = pieces.map(({ parameter, index }) => `json_each(?${values.length + parameter + 1},'$[${index}]')`)
    // A function: `$` has no meaning in the text.
    completed = completed.replace(placeholder, () => rowsSql(columns, sources))
  }
  return { text: completed, values: allValues }
}

/** Where rows are: the index of a parameter, and that of a list in it. */
type Piece = { parameter: number; index: number }

/** Puts the rows of several selects into as few parameters as they fit in: each is a JSON array of lists of rows. */
export function pack(selects: readonly (readonly string[])[]): { parameters: string[]; pieces: Piece[][] } {
  const parameters: string[][] = []
  let bytes = Number.POSITIVE_INFINITY
  const pieces = selects.map((texts) => {
    const own: Piece[] = []
    let isOpen = false
    for (const text of texts) {
      // The comma or the brackets.
      const size = Buffer.byteLength(text) + 4
      if (bytes + size > limits.lines.maxValueBytes) {
        parameters.push([])
        bytes = 0
        isOpen = false
      }
      bytes += size
      const last = parameters.at(-1) ?? []
      if (isOpen) last.push(`${last.pop()},${text}`)
      else own.push({ parameter: parameters.length - 1, index: last.push(text) - 1 })
      isOpen = true
    }
    return own
  })
  return { parameters: parameters.map((lists) => `[${lists.map((list) => `[${list}]`).join(',')}]`), pieces }
}

/** A row as JSON: an array of arrays, as a function of SQLite has a limited number of arguments. */
function arraySql(columns: readonly string[]): string {
  const groups = Array.from({ length: Math.ceil(columns.length / limits.sql.maxArrayColumns) }, (_, at) => {
    const group = columns.slice(at * limits.sql.maxArrayColumns, (at + 1) * limits.sql.maxArrayColumns)
    return `json_array(${group.join(',')})`
  })
  return groups.length === 1 ? (groups[0] ?? '') : `json_array(${groups.join(',')})`
}

/** The rows of table functions, with the column names of the select that they come from. */
function rowsSql(columns: readonly string[], sources: readonly string[]): string {
  const isNested = columns.length > limits.sql.maxArrayColumns
  const pathOf = (at: number) =>
    isNested ? `'$[${Math.floor(at / limits.sql.maxArrayColumns)}][${at % limits.sql.maxArrayColumns}]'` : at
  const list = columns.map((name, at) => `value->>${pathOf(at)} AS ${name}`).join(',')
  if (sources.length === 0) return `SELECT ${columns.map((name) => `NULL AS ${name}`).join(',')} WHERE 0`
  return unionAll(sources.map((source) => `SELECT ${list} FROM ${source}`))
}
