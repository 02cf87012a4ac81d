import { databaseAt, type TableDatabases } from '../../db/lines-databases'
import { problem } from '../../errors'
import { limits } from '../../limits'
import { type Exchange, type Statement, unionAll } from '../query/text'

/**
 * Reads the rows that a statement takes from other databases, and gives it their JSON as parameters: its text is then that of
 * one database.
 *
 * @returns the statement without exchanges, and the rows that the other databases read
 * @throws `databases-exchange-too-large`
 */
export async function readExchanges(
  databases: TableDatabases,
  { text, values, exchanges = [] }: Statement,
): Promise<Statement & { rowsRead: number }> {
  const answers = await Promise.all(exchanges.map((exchange) => readRows(databases, exchange)))
  const bytes = answers.reduce((sum, answer) => sum + answer.bytes, 0)
  if (bytes > limits.lines.exchangedBytes) throw tooLarge()
  const packed = pack(answers.map(({ texts }) => texts))
  const completed = [...values, ...packed.parameters]
  if (completed.length > limits.sql.maxParameters) throw tooLarge()
  let completedText = text
  for (const [at, { columns, placeholder }] of exchanges.entries()) {
    const pieces = packed.pieces[at] ?? []
    const sources = pieces.map(({ parameter, index }) => `json_each(?${values.length + parameter + 1},'$[${index}]')`)
    // A function: `$` has no meaning in the text.
    completedText = completedText.replace(placeholder, () => rowsSql(columns, sources))
  }
  return { text: completedText, values: completed, rowsRead: answers.reduce((sum, { rowsRead }) => sum + rowsRead, 0) }
}

const tooLarge = () => problem('databases-exchange-too-large', { max: limits.lines.exchangedBytes / 1_000_000 })

/** The rows of a select, as lists of JSON arrays without brackets. */
async function readRows(
  databases: TableDatabases,
  { shard, select, columns }: Exchange,
): Promise<{ texts: string[]; bytes: number; rowsRead: number }> {
  const rows = `SELECT ${arraySql(columns)} AS r,(row_number() OVER ()-1)/${limits.lines.exchangedRows} AS c FROM (${select.text})`
  const grouped = `SELECT group_concat(r) AS j,c FROM (${rows}) GROUP BY c`
  // What is beyond the bound is not sent: the last text that is exceeds it.
  const sums = `SELECT j,sum(octet_length(j)) OVER (ORDER BY c)-octet_length(j) AS before FROM (${grouped})`
  const { results, meta } = await databaseAt(databases, shard)
    .prepare(`SELECT j FROM (${sums}) WHERE before<=${limits.lines.exchangedBytes}`)
    .bind(...select.values)
    .all<{ j: string }>()
  const texts = results.map(({ j }) => j)
  const bytes = texts.reduce((sum, one) => sum + Buffer.byteLength(one), 0)
  return { texts, bytes, rowsRead: meta.rows_read ?? 0 }
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
