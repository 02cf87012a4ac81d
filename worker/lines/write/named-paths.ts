/** The paths of attachments that editable lines and their revisions name. */
import type { Field } from '../../schema/field'
import { columnExpression } from '../storage/editable-columns'
import type { TablePointer } from '../storage/layout'
import { inParts } from '../storage/row-encoder'
import { historyName, tableName } from '../storage/table-names'

/** A path that a revision may name, and the id of the line that it was sent with. */
type PathOfLine = { path: string; lineId: string }

/** Those of the paths that a line has in a text column: the column of attachments may be another one than when a file was sent. */
export async function pathsNamedByLines(
  db: D1Database,
  { run, layout }: TablePointer,
  { fields, attachment, paths }: { fields: readonly Field[]; attachment: string; paths: readonly string[] },
): Promise<Set<string>> {
  const placed = new Set(layout.places.map(({ key }) => key))
  const texts = fields.flatMap(({ key, type, ...field }) =>
    type === 'string' && placed.has(key) && !field['x-calculated'] && !field['x-extension'] ? key : [],
  )
  const named = new Set<string>()
  // The other columns are read only for what the lines no longer have as their attachment.
  for (const keys of [[attachment], texts.filter((key) => key !== attachment)]) {
    const left = paths.filter((path) => !named.has(path))
    if (left.length === 0) break
    for (const column of keys.map((key) => columnExpression(layout, key))) {
      const text =
        `SELECT DISTINCT ${column} AS path FROM ${tableName(run)} ` +
        `WHERE ${column} IN (SELECT value->>0 FROM json_each(?1))`
      for (const part of inParts(left.map((path) => [path]))) {
        const { results } = await db.prepare(text).bind(part).all<{ path: string }>()
        for (const { path } of results) named.add(path)
      }
    }
  }
  return named
}

/** Those of the paths that a revision has: of the line that the file was sent with, which an index finds, or of any line. */
export async function pathsNamedByRevisions(
  db: D1Database,
  history: string,
  { attachment, sent }: { attachment: string; sent: readonly PathOfLine[] },
): Promise<Set<string>> {
  const table = historyName(history)
  const named = new Set<string>()
  const select = async (text: string, left: readonly PathOfLine[], ...more: string[]) => {
    if (left.length === 0) return
    for (const part of inParts(left.map(({ path, lineId }) => [path, lineId, JSON.stringify(path).slice(1, -1)]))) {
      const statement = db.prepare(text).bind(part, ...more)
      for (const { path } of (await statement.all<{ path: string }>()).results) named.add(path)
    }
  }
  await select(
    'SELECT j.value->>0 AS path FROM json_each(?1) AS j WHERE EXISTS ' +
      `(SELECT 1 FROM ${table} AS h WHERE h._id=j.value->>1 AND instr(h.line,j.value->>2))`,
    sent,
  )
  await select(
    `SELECT DISTINCT line->>?2 AS path FROM ${table} WHERE line->>?2 IN (SELECT value->>0 FROM json_each(?1))`,
    sent.filter(({ path }) => !named.has(path)),
    `$.${JSON.stringify(attachment)}`,
  )
  return named
}
