import { env } from 'cloudflare:workers'
import type { TableDatabases } from '../../worker/db/lines-databases'
import { compileLocation, locationFields } from '../../worker/geometry'
import { type LineSource, parseLinesQuery, planLines, readLines } from '../../worker/lines'
import { shardsOf } from '../../worker/lines/query/union-source'
import type { FieldFacts, TablePointer } from '../../worker/lines/storage/layout'
import { layoutOf } from '../../worker/lines/storage/layout'
import { createBoxIndex, createTable, indexForSearch, insertLines } from '../../worker/lines/storage/tables'
import { withCalculated } from '../../worker/schema/calculated'
import { epochMs } from '../../worker/schema/coerce'
import type { Field } from '../../worker/schema/field'

export type Value = string | number | boolean | string[] | null
export type Row = Record<string, Value>
export const systemFields: Field[] = [
  { key: '_id', type: 'string', 'x-calculated': true },
  { key: '_i', type: 'integer', 'x-calculated': true },
  { key: '_rand', type: 'integer', 'x-calculated': true },
]
const geopoint: Field = { key: '_geopoint', type: 'string', 'x-calculated': true }

let runs = 0

const shards = [env.LINES_0, env.SPARE_LINES_1, env.SPARE_LINES_2] as const
const shardAt = (shard: number): D1Database => shards[shard] ?? env.LINES_0

/** The databases of the tables of a source. */
export function databasesOf(source: LineSource): TableDatabases {
  const own = new Map(shardsOf(source).map((shard) => [shard, shardAt(shard)]))
  const home = shardAt(source.pointer.shard)
  return own.size < 2 ? home : { home, shards: own }
}

/** Latitude and longitude, or null, of each row. */
export type Positions = ReadonlyArray<readonly [lat: number, lon: number] | null>

/** Creates a searchable table of the rows, like an ingestion. */
export async function publish(
  fields: Field[],
  rows: Row[],
  facts = new Map<string, FieldFacts>(),
  positions?: Positions,
  shard = 0,
): Promise<LineSource> {
  const place = positions ? { projected: false } : locationFields(fields)
  const placeOf = place && !positions ? compileLocation(place) : undefined
  const layout = layoutOf(fields, facts, place)
  const pointer: TablePointer = { shard, run: `test${++runs}`, layout, count: rows.length }
  const db = shardAt(shard)
  await createTable(db, pointer)
  await createBoxIndex(db, pointer)
  const encoded = rows.map((row, at) => {
    const line: unknown[] = [at + 1]
    if (positions) line.push(...(positions[at] ?? [null, null]))
    const position = placeOf?.(fields.map(({ key }) => row[key] ?? null))
    if (position && 'invalidField' in position) throw new Error(`misplaced: ${JSON.stringify(row)}`)
    if (placeOf) line.push(position?.lat ?? null, position?.lon ?? null)
    if (layout.shaped) line.push(...(position?.bounds ?? [null, null, null, null]), position?.shape ?? null)
    const more: unknown[] = []
    for (const place of layout.places) {
      const value = Object.hasOwn(row, place.key) ? (row[place.key] ?? null) : null
      if (place.column === undefined) more.push(value)
      else line.push(value)
      if (place.instant !== undefined) line.push(typeof value === 'string' ? epochMs(value) : null)
    }
    return more.length > 0 ? [...line, more] : line
  })
  await insertLines(db, pointer, JSON.stringify(encoded))
  await indexForSearch(db, pointer, 0, rows.length)
  if (placeOf) return { pointer, fields: withCalculated(fields, 'file'), defaultOrder: 'file' }
  const calculated = positions ? [geopoint, ...systemFields] : systemFields
  return { pointer, fields: [...fields, ...calculated], defaultOrder: 'file' }
}

/** The response of `GET /lines?query`, with lines as they are written. */
export function read(source: LineSource, query: string) {
  const request = parseLinesQuery(new URLSearchParams(query), source.fields, source.pointer.layout.located, source.now)
  return readLines(databasesOf(source), planLines(request, source))
}

/** The response of `GET /lines?query`, with parsed lines. */
export async function ask(source: LineSource, query: string) {
  const page = await read(source, query)
  const results: Array<Record<string, unknown>> = JSON.parse(`[${page.lines.join(',')}]`)
  return { ...page, results }
}

/** One key of each line. */
export async function askFor(source: LineSource, key: string, query: string): Promise<unknown[]> {
  return (await ask(source, query)).results.map((line) => line[key])
}
