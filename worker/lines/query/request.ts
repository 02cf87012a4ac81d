import type { Tile } from '../../formats/geo/vector-tile'
import type { Shape } from '../../geometry'

import type { Scalar } from './sql-text'

/** A condition on the value of a line. Instants are in ms; a range is `from` included to `below` excluded. */
export type Test =
  | { op: 'eq' | 'gt' | 'gte' | 'lt' | 'lte'; value: string | number }
  | { op: 'range'; from?: string | number; below?: string | number }
  | { op: 'in'; values: ReadonlyArray<string | number> }
  | { op: 'ranges'; ranges: ReadonlyArray<readonly [from: number, below: number]> }
  | { op: 'starts'; text: string }
  | { op: 'contains'; text: string }
  /** The whole text, where `*` is any run and `?` any one character; `\` escapes the next character. */
  | { op: 'pattern'; pattern: string }
  /** Both tests hold: the bounds of `qs=column:[a TO b]`. */
  | { op: 'both'; of: readonly [Test, Test] }
  | { op: 'exists' }

/** One column filter: `not` keeps the lines that have no value. */
export type Filter = { key: string; not: boolean; test: Test }

/** Conditions with alternatives and groups. `folded` compares without case and accents. */
export type Condition =
  | { is: 'all' | 'any'; of: readonly Condition[] }
  | { is: 'not'; of: Condition }
  | { is: 'filter'; filter: Filter; folded?: boolean }
  | { is: 'search'; search: SearchRequest }
  /** The line is in the box, or its geometry intersects it. */
  | { is: 'box'; box: Box }
  /** The line has a spatial relation to a geometry. */
  | { is: 'relates'; relation: Relation; shape: Shape }
  /** The position is within `distance` metres of the point; at 0, the geometry of the line contains the point. */
  | { is: 'near'; point: Point; distance: number }

/** A position in degrees. */
export type Point = { lon: number; lat: number }

/** In degrees; a box whose left is more than its right crosses the antimeridian. */
export type Box = { left: number; bottom: number; right: number; top: number }

export const formats = ['json', 'csv', 'geojson', 'wkt', 'xlsx', 'ods', 'pbf'] as const
export type Format = (typeof formats)[number]

/** The names of the format of vector tiles. */
export const tileFormats: ReadonlySet<string> = new Set(['pbf', 'mvt', 'vt'])

/** Formats that contain geometries. */
export const geometric: ReadonlySet<Format> = new Set(['geojson', 'wkt', 'pbf'])

/** `even`: `neighbors`, also in tiles with few lines, which then do not look denser than those around them. */
export const samplings = ['neighbors', 'max', 'even'] as const
export type Sampling = (typeof samplings)[number]

export const searchModes = ['simple', 'or', 'adapt', 'and', 'complete'] as const
export type SearchMode = (typeof searchModes)[number]

/** A full-text search, in all searchable fields or in some. */
export type SearchRequest = {
  parameter: string
  text: string
  mode: SearchMode
  fields?: readonly string[]
  /** Orders by relevance when there is no `sort`: true for `q` only. */
  ranked: boolean
  /** Words that differ in one letter match too. */
  fuzzy?: boolean
  /** Words of the text that a line need not have: they only order lines. */
  ignored?: readonly string[]
  /** The estimated number of lines with each form of the words, in the table that is searched. */
  formLines?: FormLines
  /** Forms of the words that no line of the table has. */
  absentForms?: ReadonlySet<string>
}

export type FormLines = ReadonlyMap<string, number>

/** `GET /lines`, checked against the schema. */
export type LinesRequest = {
  format: Format
  size: number
  page: number
  /** Sort tuple of the last line of the previous page. */
  after?: readonly Scalar[]
  /** Absent: every field (CSV: every field that is not calculated). */
  select?: readonly string[]
  sort: ReadonlyArray<{ key: string; descending: boolean }>
  searches: readonly SearchRequest[]
  filters: readonly Filter[]
  /** More conditions, all of which must hold. */
  conditions?: readonly Condition[]
  /** Only lines in this tile, or a sample of them. */
  tile?: Tile & { sampling: Sampling }
  /** Lines have their distance to this point, and are ordered by it when there is no `sort`. */
  near?: Point
  /** Only the first line of each value of this field. */
  collapse?: string
  count: boolean
  /** The matches of a search are counted one by one, and not estimated. */
  countExactly?: boolean
  header: boolean
  separator: string
  /** Headers are names for people, and the booleans of CSV are words. */
  useLabels?: boolean
  /** In CSV with commas, only the texts that need quotes have them. */
  minimalQuotes?: boolean
  /** Characters beyond which a text is cut. */
  truncate?: number
  /** Markdown is rendered as HTML, truncated or not. */
  html?: 'cut' | 'whole'
  /** Fields to highlight. */
  highlight?: readonly string[]
  /** Geometries are shown as WKT. */
  wkt?: boolean
  /** Adds `_thumbnail`, the URL of a resized image: `key` of the image field, and the size as a query string. */
  thumbnail?: { key: string; size: string }
  /** Multi-valued fields stay arrays. */
  arrays: boolean
}

/** Spatial relation of a line to a geometry. */
export type Relation = 'intersects' | 'within'
