import type { Scalar } from './text'

/** A condition on the value of a line. Instants are in ms; a range is `from` included to `below` excluded. */
export type Test =
  | { op: 'eq' | 'gt' | 'gte' | 'lt' | 'lte'; value: string | number }
  | { op: 'range'; from?: string | number; below?: string | number }
  | { op: 'in'; values: ReadonlyArray<string | number> }
  | { op: 'ranges'; ranges: ReadonlyArray<readonly [from: number, below: number]> }
  | { op: 'starts'; text: string }
  | { op: 'contains'; text: string }
  | { op: 'exists' }

/** One column filter: `not` keeps the lines that have no value. */
export type Filter = { key: string; not: boolean; test: Test }

export const searchModes = ['simple', 'or', 'adapt', 'and', 'complete'] as const
export type SearchMode = (typeof searchModes)[number]

/** Words looked for, in all searchable fields or in some. */
export type SearchRequest = {
  parameter: string
  text: string
  mode: SearchMode
  fields?: readonly string[]
  /** Orders by relevance when nothing else decides (only `q` does, contract lines §1.3). */
  ranked: boolean
}

/** `GET /lines`, checked against the schema. */
export type LinesRequest = {
  format: 'json' | 'csv'
  size: number
  page: number
  /** Sort tuple of the last line of the page before. */
  after?: readonly Scalar[]
  /** Absent: every field (CSV: every field that is not calculated). */
  select?: readonly string[]
  sort: ReadonlyArray<{ key: string; descending: boolean }>
  searches: readonly SearchRequest[]
  filters: readonly Filter[]
  count: boolean
  header: boolean
  separator: string
  /** Characters beyond which a text is cut. */
  truncate?: number
  /** Multi-valued fields stay arrays. */
  arrays: boolean
}
