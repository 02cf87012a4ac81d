import type { Column } from '../column'
import { concat, literal } from '../sql-text'
import { numberSql, type RenderedType, type Rendering, renderedSql, renderedType } from './cell-value'

/**
 * One line as a JSON object, written by SQLite (`jsonLineSql`) or in TypeScript (`jsonLine`): the same bytes. Keys in
 * the order of the projection, absent values without key, then `_score` (always), `_id` and the columns that are `last`.
 */
type JsonShape = Rendering & {
  projection: readonly Column[]
  /** `_id` in SQL, when it is shown. */
  id?: string
  /** The score in SQL, when the order contains it. */
  score?: string
}

/** SQL expression of the line, over the table aliased `t`. */
export function jsonLineSql(shape: JsonShape): string {
  const parts = ["'{'"]
  const last: string[] = []
  for (const column of shape.projection) {
    const key = JSON.stringify(column.key)
    const value = renderedSql(column, shape)
    const as = renderedType(column, shape)
    if (as === 'boolean') {
      parts.push(`CASE ${value} WHEN 1 THEN ${literal(`${key}:true,`)} WHEN 0 THEN ${literal(`${key}:false,`)} END`)
    } else {
      // json_quote(NULL) is null, json_quote('null') is "null".
      const json =
        as === 'text' ? `nullif(json_quote(${value}),'null')` : as === 'number' ? numberSql(column, value) : value
      if (column.last) last.push(`${literal(`,${key}:`)}||${json}`)
      else parts.push(`${literal(`${key}:`)}||${json}||','`)
    }
  }
  parts.push(shape.score === undefined ? `'"_score":null'` : `'"_score":'||${shape.score}`)
  if (shape.id !== undefined) parts.push(`',"_id":'||json_quote(${shape.id})`)
  return concat([...parts, ...last, "'}'"])
}

/** A rendered value under the JSON text of its key; `text` is undefined when the line has none. */
export type Cell = { name: string; as: RenderedType; text: string | undefined; last?: true | undefined }

/** The line from its rendered values. */
export function jsonLine(
  cells: readonly Cell[],
  score: string | undefined,
  id: string | undefined,
  highlight?: string,
): string {
  let [line, after] = ['{', '']
  for (const { name, as, text, last } of cells) {
    if (text === undefined) continue
    const member = `${name}:${jsonValue(as, text)}`
    if (last) after += `,${member}`
    else line += `${member},`
  }
  const identity = id === undefined ? '' : `,"_id":${JSON.stringify(id)}`
  const marked = highlight === undefined ? '' : `,"_highlight":${highlight}`
  return `${line}"_score":${score ?? 'null'}${identity}${marked}${after}}`
}

function jsonValue(as: RenderedType, text: string): string {
  if (as === 'boolean') return text === '1' ? 'true' : 'false'
  return as === 'text' ? JSON.stringify(text) : text
}
