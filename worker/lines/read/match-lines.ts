/** `matchLines`: the line of a table that matches each of many inputs, as in a join. */
import { databaseAt, type TableDatabases } from '../../db/lines-databases'
import { limits } from '../../limits'
import { epochMs } from '../../schema/coerce'
import type { Column } from '../query/column'
import { columnOf } from '../query/find-column'
import { indexFor } from '../query/plan/index-candidates'
import type { OrderTerm } from '../query/plan/order'
import { type LinesPlan, planLines } from '../query/plan/plan'
import { earthRadius, pointOf } from '../query/position'
import type { LinesRequest } from '../query/request'
import type { LineSource } from '../query/source'
import { fromSql } from '../query/sql/from'
import { Bindings, type Scalar } from '../query/sql-text'
import { shardsOf } from '../query/union-source'
import { makeIndex } from '../storage'
import { compareKeys } from './compare-keys'

/** How a value of an input matches a line. */
export type Match =
  | { type: 'equals'; key: string }
  /** The date is within the two dates of the line, both included. */
  | { type: 'interval'; start: string; end: string }
  /** The position `lat,lon` is at most this far from that of the line, in metres. */
  | { type: 'distance'; metres: number }

/** A value as it is stored. Values of multi-valued fields are lists. */
export type MatchedValue = string | number | boolean | readonly unknown[] | null

/** What is matched: rows with one value for each match. */
type MatchInput = {
  request: LinesRequest
  matches: readonly Match[]
  rows: readonly (readonly (string | number | boolean)[])[]
}
type Matched = { values: readonly MatchedValue[]; keys: readonly Scalar[] } | undefined

/**
 * Reads the first line that matches each row, in the order of the request.
 *
 * @param input.request filters, `sort` and `select`
 * @param input.matches one for each value of a row
 * @returns the values of the projection, or undefined where no line matches; one for each row, in order
 */
export async function matchLines(
  databases: TableDatabases,
  source: LineSource,
  input: MatchInput,
): Promise<{ columns: readonly Column[]; lines: (readonly MatchedValue[] | undefined)[] }> {
  const { projection, order } = planLines(input.request, source)
  const found = await Promise.all(
    shardsOf(source).map((shard) => matchIn(databaseAt(databases, shard), tablesAt(source, shard), input)),
  )
  const [only = []] = found
  if (found.length < 2) return { columns: projection, lines: only.map((line) => line?.values) }
  const descending = [...nearestOf(input.matches).map(() => false), ...order.map((term) => term.descending)]
  const lines = input.rows.map((_, at) => {
    const [first] = found
      .flatMap((lines) => lines[at] ?? [])
      .toSorted((one, other) => compareKeys(one.keys, other.keys, descending))
    return first?.values
  })
  return { columns: projection, lines }
}

/** The tables of a source that are in one database. */
function tablesAt(source: LineSource, shard: number): LineSource {
  const { pointer, parts } = source
  return parts
    ? { ...source, pointer: { ...pointer, shard }, parts: parts.filter((one) => one.pointer.shard === shard) }
    : source
}

const nearestOf = (matches: readonly Match[]) => matches.filter(({ type }) => type === 'distance')

async function matchIn(db: D1Database, source: LineSource, input: MatchInput): Promise<Matched[]> {
  const plan = planLines(input.request, source)
  const decode = decoderOf(plan.projection)
  const isSingle = hasSingleParameter(source, input.matches)
  const lines: Matched[] = []
  if (input.rows.length >= limits.extensions.indexedMatches) await indexMatches(db, source, input.matches)
  for (let from = 0; from < input.rows.length; from += limits.extensions.matchedRows) {
    const rows = input.rows.slice(from, from + limits.extensions.matchedRows)
    const parameters = isSingle
      ? rows.map(([value = '']) => textParameter(value))
      : rows.map((row) => input.matches.flatMap((match, at) => parametersOf(match, row[at] ?? '')))
    const { text, values } = statementOf(plan, source, input.matches, JSON.stringify(parameters))
    const { results } = await db
      .prepare(text)
      .bind(...values)
      .all<{ found: string }>()
    const part: Matched[] = rows.map(() => undefined)
    for (const { found } of results) {
      // `statementOf` writes the index of a row, the values of its line, and its sort keys in a union.
      const written = JSON.parse(found) as [number, MatchedValue[] | null, Scalar[]?][]
      for (const [at, line, keys = []] of written) {
        if (line !== null) part[at] = { values: decode(line), keys }
      }
    }
    lines.push(...part)
  }
  return lines
}

/** Creates the indexes that the matches use; a repeated call has no effect. */
async function indexMatches(db: D1Database, source: LineSource, matches: readonly Match[]): Promise<void> {
  for (const { pointer } of source.parts ?? [source]) {
    if (pointer.count < limits.extensions.indexedMatches) continue
    for (const match of matches) {
      if (match.type === 'interval') continue
      const form = indexFor(match.type === 'equals' ? { by: 'value', key: match.key } : { by: 'place' }, pointer)
      if (form) await makeIndex(db, form)
    }
  }
}

function statementOf(plan: LinesPlan, source: LineSource, matches: readonly Match[], rows: string) {
  const bindings = new Bindings()
  const isSingle = hasSingleParameter(source, matches)
  const sent = bindings.bind(rows)
  const conditions: string[] = []
  const nearest: string[] = []
  const used: Column[] = [...plan.projection, ...plan.order.map(({ column }) => column)]
  let at = 0
  // `+`: a column without a type would not be converted to that of the other side, an expression is.
  const parameter = () => (isSingle ? '(+j.value)' : `(j.value->>${at++})`)
  for (const match of matches) {
    if (match.type === 'distance') {
      const [lat, lon, dLat, dLon] = [parameter(), parameter(), parameter(), parameter()]
      const distance = distanceSql(lat, lon)
      conditions.push(
        `t._lat>=${lat}-${dLat} AND t._lat<=${lat}+${dLat}`,
        `t._lon>=${lon}-${dLon} AND t._lon<=${lon}+${dLon}`,
      )
      conditions.push(`${distance}<=${match.metres}`)
      nearest.push(distance)
      continue
    }
    const [text, instant] = [parameter(), parameter()]
    const compared = (key: string, compare: (sql: string, value: string) => string): string => {
      const column = columnOf(source, key)
      if (!column) return '0'
      used.push(column)
      if (!column.multiple) return compare(column.instant ?? column.sql, column.instant ? instant : text)
      return `EXISTS (SELECT 1 FROM json_each(${column.sql}) AS e WHERE ${compare('e.value', text)})`
    }
    if (match.type === 'equals') conditions.push(compared(match.key, (sql, value) => `${sql}=${value}`))
    else {
      conditions.push(compared(match.start, (sql, value) => `${sql}<=${value}`))
      conditions.push(compared(match.end, (sql, value) => `${sql}>=${value}`))
    }
  }
  const { from, where } = fromSql(plan, used, bindings)
  const all = [...conditions, ...(where ? [where.replace(/^ WHERE /, '')] : [])].join(' AND ')
  const order = [...nearest, ...plan.order.map(termSql)].join(',')
  const keys = [...nearest, ...plan.order.map(keySql)]
  const line = arraySql(plan.projection)
  const written = plan.parts ? `${line}||','||json_array(${keys.join(',')})` : line
  // Texts of several lines: a row of a result costs more than its values.
  const text =
    `SELECT '['||group_concat('['||j.key||','||coalesce(` +
    `(SELECT ${written} FROM ${from} WHERE ${all} ORDER BY ${order} LIMIT 1),'null')||']')||']' AS found ` +
    `FROM json_each(${sent}) AS j GROUP BY j.key/${plan.fits ? plan.chunk : 1}`
  return { text, values: bindings.values }
}

/** Rows are values, which SQLite reads in a fifth of the time of arrays. */
function hasSingleParameter(source: LineSource, [match, ...others]: readonly Match[]): boolean {
  return others.length === 0 && match?.type === 'equals' && columnOf(source, match.key)?.instant === undefined
}

const keySql = ({ column, by }: OrderTerm): string => (by === 'instant' ? (column.instant ?? column.sql) : column.sql)

function termSql(term: OrderTerm): string {
  // An index has the order of the numbers of lines, without a sort.
  return `${keySql(term)}${term.descending ? ' DESC' : ''}${term.column.required ? '' : ' NULLS LAST'}`
}

/** The parameters of a value: a text and an instant, or a position and the half sides of the box around it. */
function parametersOf(match: Match, value: string | number | boolean): (string | number | null)[] {
  if (match.type === 'distance') {
    const [lat, lon] = String(value).split(',')
    const point = pointOf(lon, lat)
    if (!point) return [null, null, null, null]
    const degrees = ((match.metres / earthRadius) * 180) / Math.PI
    const shrink = Math.max(Math.cos(((Math.abs(point.lat) + degrees) * Math.PI) / 180), 0.01)
    return [point.lat, point.lon, degrees, degrees / shrink]
  }
  const compared = textParameter(value)
  const text = match.type === 'interval' && compared !== null ? String(compared).slice(0, 10) : compared
  if (typeof compared !== 'string') return [text, null]
  const moment = epochMs(compared.length === 10 ? `${compared}T00:00:00Z` : compared)
  return [text, Number.isNaN(moment) ? null : moment]
}

function textParameter(value: string | number | boolean): string | number | null {
  if (typeof value === 'boolean') return value ? 1 : 0
  // No key is so long, and all keys of a statement are one parameter.
  return typeof value === 'string' && value.length > limits.extensions.maxKeyChars ? null : value
}

/** Great-circle distance in metres from a position given as SQL. */
function distanceSql(lat: string, lon: string): string {
  const half = (column: string, degrees: string): string => `pow(sin(radians(${column}-${degrees})/2),2)`
  const haversine = `${half('t._lat', lat)}+cos(radians(${lat}))*cos(radians(t._lat))*${half('t._lon', lon)}`
  return `${2 * earthRadius}*asin(min(1.0,sqrt(${haversine})))`
}

/** The values as an array, or as an array of arrays where a function of SQLite takes fewer arguments. */
function arraySql(columns: readonly Column[]): string {
  const parts: string[] = []
  for (let from = 0; from < columns.length; from += limits.sql.maxArrayColumns) {
    const part = columns.slice(from, from + limits.sql.maxArrayColumns)
    parts.push(`json_array(${part.map(({ sql }) => sql).join(',')})`)
  }
  const [only] = parts
  return only !== undefined && parts.length === 1 ? only : `json_array(${parts.join(',')})`
}

/** Decodes what `arraySql` writes, in place. */
function decoderOf(columns: readonly Column[]): (written: MatchedValue[]) => readonly MatchedValue[] {
  const isNested = columns.length > limits.sql.maxArrayColumns || columns.length === 0
  const converted = columns.flatMap(({ kind, multiple }, at) =>
    multiple || kind === 'boolean' ? [{ at, multiple }] : [],
  )
  return (written) => {
    // Arrays of scalars.
    const values = isNested ? (written.flat() as MatchedValue[]) : written
    for (const { at, multiple } of converted) {
      const value = values[at]
      if (multiple) values[at] = typeof value === 'string' ? listOf(value) : (value ?? null)
      else values[at] = typeof value === 'number' ? value === 1 : null
    }
    return values
  }
}

function listOf(text: string): MatchedValue {
  const list: unknown = JSON.parse(text)
  return Array.isArray(list) ? list : text
}
