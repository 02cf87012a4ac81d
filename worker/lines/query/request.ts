import type { Tile } from '../../formats/geo/vector-tile'
import type { Shape } from '../../geometry'

import type { Scalar } from './text'

/** A condition on the value of a line. Instants are in ms; a range is `from` included to `below` excluded. */
export type Test =
  | { op: 'eq' | 'gt' | 'gte' | 'lt' | 'lte'; value: string | number }
  | { op: 'range'; from?: string | number; below?: string | number }
  | { op: 'in'; values: ReadonlyArray<string | number> }
  | { op: 'ranges'; ranges: ReadonlyArray<readonly [from: number, below: number]> }
  | { op: 'starts'; text: string }
  | { op: 'contains'; text: string }
  /** The whole text, where `*` is any run and `?` any one character; each `\` takes what follows as it is. */
  | { op: 'pattern'; pattern: string }
  /** One value that passes two tests. */
  | { op: 'both'; of: readonly [Test, Test] }
  | { op: 'exists' }

/** One column filter: `not` keeps the lines that have no value. */
export type Filter = { key: string; not: boolean; test: Test }

/** What filters and searches alone cannot say: alternatives and groups. `folded` compares without case and accents. */
export type Condition =
  | { is: 'all' | 'any'; of: readonly Condition[] }
  | { is: 'not'; of: Condition }
  | { is: 'filter'; filter: Filter; folded?: boolean }
  | { is: 'search'; search: SearchRequest }
  /** The line is in the box, or its geometry has a part of it. */
  | { is: 'place'; box: Box }
  /** The place of the line relates to a geometry. */
  | { is: 'relates'; relation: Relation; shape: Shape }
  /** The position of the line is within so many metres of the point; at 0, its geometry contains the point. */
  | { is: 'near'; point: Point; distance: number }

/** A position in degrees. */
export type Point = { lon: number; lat: number }

/** In degrees; a box whose left is more than its right crosses the antimeridian. */
export type Box = { left: number; bottom: number; right: number; top: number }

export const formats = ['json', 'csv', 'geojson', 'wkt', 'xlsx', 'ods', 'pbf'] as const
export type Format = (typeof formats)[number]

/** Formats that show where lines are. */
export const geometric: ReadonlySet<Format> = new Set(['geojson', 'wkt', 'pbf'])

export const samplings = ['neighbors', 'max'] as const
export type Sampling = (typeof samplings)[number]

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
  format: Format
  size: number
  page: number
  /** Sort tuple of the last line of the page before. */
  after?: readonly Scalar[]
  /** Absent: every field (CSV: every field that is not calculated). */
  select?: readonly string[]
  sort: ReadonlyArray<{ key: string; descending: boolean }>
  searches: readonly SearchRequest[]
  filters: readonly Filter[]
  /** More conditions, all of which must hold. */
  conditions?: readonly Condition[]
  /** Only lines in this tile; of a crowd, some. */
  tile?: Tile & { sampling: Sampling }
  /** Lines tell their distance to this point, and are ordered by it when nothing else decides. */
  near?: Point
  /** Only the first line of each value of this field. */
  collapse?: string
  count: boolean
  header: boolean
  separator: string
  /** Characters beyond which a text is cut. */
  truncate?: number
  /** Markdown is shown as HTML; cut where a text would be, or whole. */
  html?: 'cut' | 'whole'
  /** Fields of which extracts are shown, the words that were searched marked. */
  highlight?: readonly string[]
  /** Geometries are shown as WKT. */
  wkt?: boolean
  /** Lines tell the address of a small version of their picture: the field that names it, and the size as a query. */
  thumbnail?: { key: string; size: string }
  /** Multi-valued fields stay arrays. */
  arrays: boolean
}

/** How the place of a line relates to a geometry: they have a part in common, or it has all of the place. */
export type Relation = 'intersects' | 'within'
