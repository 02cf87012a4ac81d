/** `observeLines`: the statistics of editable lines: bounding box, distinct and frequent values. */
import { limits } from '../../limits'
import { capabilityOn } from '../../schema/capabilities'
import { isCoordinate } from '../../schema/concepts'
import type { Field } from '../../schema/field'
import type { FieldObservations } from '../../schema/profile/field-observations'
import type { FieldPlacement, TablePointer } from '../storage/layout'
import { tableName } from '../storage/table-names'

export type Observations = {
  /** West, south, east, north; empty when no line has a position, absent when the dataset has no positions. */
  box?: number[]
  fields: Record<string, FieldObservations>
}

type ObservedField = { field: Field; place: FieldPlacement }
type Counts = { filled: number; distinct: number }
type Frequency = { v: string | number; n: number }

/** Reads every line once per group of fields, and once per field with a column that has few values. */
export async function observeLines(
  db: D1Database,
  { run, layout, count }: TablePointer,
  fields: readonly Field[],
): Promise<Observations> {
  const table = tableName(run)
  const places = new Map(layout.places.map((place) => [place.key, place]))
  const observedFields = fields.flatMap((field): ObservedField[] => {
    const place = places.get(field.key)
    const isObserved = place && capabilityOn(field, 'values') && !isCoordinate(field)
    return isObserved && field.type !== 'object' ? [{ field, place }] : []
  })
  const observed: Observations = { fields: {} }
  if (layout.located) {
    const edge = (aggregate: 'min' | 'max', side: string, coordinate: string) =>
      `${aggregate}(${layout.shaped === undefined ? coordinate : `coalesce(${side},${coordinate})`}) AS ${side.slice(1)}`
    const edges = [
      edge('min', '_west', '_lon'),
      edge('min', '_south', '_lat'),
      edge('max', '_east', '_lon'),
      edge('max', '_north', '_lat'),
    ]
    const text = `SELECT ${edges.join(',')} FROM ${table}`
    const row = await db.prepare(text).first<Record<string, number | null>>()
    observed.box = [row?.west, row?.south, row?.east, row?.north].flatMap((degrees) => degrees ?? [])
  }
  const single = observedFields.filter(({ place }) => !place.multiple)
  const groups = [
    { fields: single.filter(({ place }) => place.column !== undefined), counts: countInColumns, list: listByColumn },
    { fields: single.filter(({ place }) => place.column === undefined), counts: countInMore, list: listInMore },
  ]
  for (const { fields, counts, list } of groups) {
    for (let from = 0; from < fields.length; from += limits.sql.maxObservedFields) {
      const part = fields.slice(from, from + limits.sql.maxObservedFields)
      const counted = await counts(db, table, part)
      await rest()
      const few = part.filter((_, at) => {
        const one = counted[at]
        return one && isListed({ ...one, count })
      })
      const listed = await list(db, table, few)
      for (const [at, { field }] of part.entries())
        observed.fields[field.key] = { 'x-cardinality': counted[at]?.distinct ?? 0 }
      for (const [at, { field }] of few.entries()) {
        observed.fields[field.key] = { ...observed.fields[field.key], enum: valuesOf(field, listed[at] ?? []) }
      }
    }
  }
  for (const one of observedFields.filter(({ place }) => place.multiple)) {
    const items = await listItems(db, table, one)
    await rest()
    const filled = items.reduce((sum, { n }) => sum + n, 0)
    observed.fields[one.field.key] = {
      'x-cardinality': items.length,
      ...(isListed({ filled, distinct: items.length, count }) ? { enum: valuesOf(one.field, items) } : {}),
    }
  }
  return observed
}

/** The local engine polls its sockets only between timers: without one, requests would wait for the last statement. */
const rest = () => scheduler.wait(0)

async function countInColumns(db: D1Database, table: string, fields: readonly ObservedField[]): Promise<Counts[]> {
  const figures = fields.map(({ place }, at) => {
    const value = filterable(sqlOf(place), place)
    return `count(${value}) AS f${at},count(DISTINCT ${value}) AS d${at}`
  })
  const row = await db.prepare(`SELECT ${figures.join(',')} FROM ${table}`).first<Record<string, number>>()
  return fields.map((_, at) => ({ filled: row?.[`f${at}`] ?? 0, distinct: row?.[`d${at}`] ?? 0 }))
}

/** One reading of the array for all fields: one for each, as `_more->>n`, took nine times as long for 220 fields. */
async function countInMore(db: D1Database, table: string, fields: readonly ObservedField[]): Promise<Counts[]> {
  const text = `SELECT e.key AS at,count(*) AS filled,count(DISTINCT e.value) AS distinctValues FROM ${inMore(table, fields)} GROUP BY 1`
  const { results } = await db.prepare(text).all<{ at: number; filled: number; distinctValues: number }>()
  const counts = new Map(results.map((row) => [row.at, row]))
  return fields.map(({ place }) => {
    const row = counts.get(place.more ?? -1)
    return { filled: row?.filled ?? 0, distinct: row?.distinctValues ?? 0 }
  })
}

async function listByColumn(db: D1Database, table: string, fields: readonly ObservedField[]): Promise<Frequency[][]> {
  const listed: Frequency[][] = []
  for (const { place } of fields) {
    const value = filterable(sqlOf(place), place)
    const text = `SELECT ${value} AS v,count(*) AS n FROM ${table} WHERE v IS NOT NULL GROUP BY 1 ORDER BY n DESC,v`
    listed.push((await db.prepare(text).all<Frequency>()).results)
    await rest()
  }
  return listed
}

async function listInMore(db: D1Database, table: string, fields: readonly ObservedField[]): Promise<Frequency[][]> {
  if (fields.length === 0) return []
  const text = `SELECT e.key AS at,e.value AS v,count(*) AS n FROM ${inMore(table, fields)} GROUP BY 1,2 ORDER BY n DESC,v`
  const { results } = await db.prepare(text).all<Frequency & { at: number }>()
  return fields.map(({ place }) => results.filter(({ at }) => at === place.more))
}

/** The items of a list and the numbers of their lines. */
async function listItems(db: D1Database, table: string, { place }: ObservedField): Promise<Frequency[]> {
  // A value that occurs twice in a list counts as one line.
  const text =
    `SELECT e.value AS v,count(DISTINCT t.rowid) AS n FROM ${table} AS t,json_each(${sqlOf(place)}) AS e ` +
    `WHERE e.value IS NOT NULL GROUP BY 1 ORDER BY n DESC,v LIMIT ${limits.schema.maxTrackedValues}`
  return (await db.prepare(text).all<Frequency>()).results
}

const valuesOf = ({ type }: Field, frequencies: readonly Frequency[]) =>
  frequencies.map(({ v }) => (type === 'boolean' ? v === 1 : v))

/** Whether the distinct values of a field are listed as its `enum`. */
function isListed({ filled, distinct, count }: { filled: number; distinct: number; count: number }): boolean {
  const { maxEnum, minEnumShare } = limits.schema
  return distinct >= 1 && distinct <= maxEnum && distinct <= filled / 2 && filled > count * minEnumShare
}

const sqlOf = ({ column, more }: FieldPlacement): string => column ?? `(_more->>${more})`

/** NULL for texts that are too long for filters. */
const filterable = (sql: string, { affinity }: FieldPlacement): string =>
  affinity === 'TEXT' ? `iif(length(${sql})<=${limits.schema.maxFilterableChars},${sql},NULL)` : sql

/** The lines with the values of these fields in `_more` that filters can have; numbers are never longer. */
const inMore = (table: string, fields: readonly ObservedField[]): string =>
  `${table},json_each(_more) AS e WHERE e.key IN (${fields.map(({ place }) => place.more)}) ` +
  `AND length(e.value)<=${limits.schema.maxFilterableChars}`
