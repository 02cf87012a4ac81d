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

/** Reads every line once per group of fields, and once per field that has few values. */
export async function observeLines(
  db: D1Database,
  { run, layout, count }: TablePointer,
  fields: readonly Field[],
): Promise<Observations> {
  const table = tableName(run)
  const places = new Map(layout.places.map((place) => [place.key, place]))
  const observedFields = fields.flatMap((field) => {
    const place = places.get(field.key)
    const isObserved = place && capabilityOn(field, 'values') && !isCoordinate(field)
    return isObserved && field.type !== 'object' ? [{ field, place, value: valueSql(place) }] : []
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
  const few: typeof observedFields = []
  for (let from = 0; from < single.length; from += limits.sql.maxObservedFields) {
    const part = single.slice(from, from + limits.sql.maxObservedFields)
    const figures = part.map(({ value }, at) => `count(${value}) AS f${at},count(DISTINCT ${value}) AS d${at}`)
    const row = await db.prepare(`SELECT ${figures.join(',')} FROM ${table}`).first<Record<string, number>>()
    for (const [at, one] of part.entries()) {
      const [filled, distinct] = [row?.[`f${at}`] ?? 0, row?.[`d${at}`] ?? 0]
      observed.fields[one.field.key] = { 'x-cardinality': distinct }
      if (isListed({ filled, distinct, count })) few.push(one)
    }
  }
  for (const { field, place, value } of [...few, ...observedFields.filter(({ place }) => place.multiple)]) {
    const from = place.multiple ? `${table},json_each(${table}.${place.column}) AS e` : table
    // A value that occurs twice in a list counts as one line.
    const lines = place.multiple ? `count(DISTINCT ${table}.rowid)` : 'count(*)'
    const valueExpression = place.multiple ? 'e.value' : value
    const { results } = await db
      .prepare(
        `SELECT ${valueExpression} AS v,${lines} AS n FROM ${from} WHERE ${valueExpression} IS NOT NULL GROUP BY 1 ORDER BY n DESC,v LIMIT ${limits.schema.maxTrackedValues}`,
      )
      .all<{ v: string | number; n: number }>()
    const filled = results.reduce((sum, { n }) => sum + n, 0)
    const facts: Observations['fields'][string] = { 'x-cardinality': results.length }
    if (isListed({ filled, distinct: results.length, count })) {
      facts.enum = results.map(({ v }) => (field.type === 'boolean' ? v === 1 : v))
    }
    observed.fields[field.key] = facts
  }
  return observed
}

/** Whether the distinct values of a field are listed as its `enum`. */
function isListed({ filled, distinct, count }: { filled: number; distinct: number; count: number }): boolean {
  const { maxEnum, minEnumShare } = limits.schema
  return distinct >= 1 && distinct <= maxEnum && distinct <= filled / 2 && filled > count * minEnumShare
}

/** The SQL of the value; NULL for texts that are too long for filters. */
function valueSql({ affinity, column, more }: FieldPlacement): string {
  const sql = column ?? `(_more->>${more})`
  return affinity === 'TEXT' ? `iif(length(${sql})<=${limits.schema.maxFilterableChars},${sql},NULL)` : sql
}
