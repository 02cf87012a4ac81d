/**
 * How values of a column compare: `day` is `YYYY-MM-DD` text, `moment` an instant beside its text, `line` the `_id`, `json` a
 * text that is written as JSON without quoting.
 */
export type ColumnKind = 'text' | 'number' | 'boolean' | 'day' | 'moment' | 'line' | 'score' | 'json'

/** The SQL of a key of the schema (the table of lines has the alias `t`). */
export type Column = {
  key: string
  kind: ColumnKind
  /** The stored value; NULL when the line has none. */
  sql: string
  /** Epoch in ms of a `moment`. */
  instant?: string
  /** Position in the JSON array of `_more`, for the fields that have no column. */
  more?: number
  /** Values are JSON arrays of strings, shown joined by `separator`. */
  multiple: boolean
  separator: string
  ascii: boolean
  /** Never NULL. */
  required: boolean
  /** `truncate` does not apply. */
  untruncated: boolean
  /** In JSON, after `_score` and `_id`. */
  last?: true
  /** Markdown to show as HTML, or a geometry as WKT. */
  rendered?: 'html' | 'wkt'
}
