import type { Field } from '../../schema/field'
import type { TablePointer } from '../storage/layout'
import { tableName } from '../storage/table-names'

/** From the first to the last date of some fields, as ISO text; undefined when no line has any. */
export async function dateRange(
  db: D1Database,
  { run, layout }: TablePointer,
  fields: readonly Field[],
): Promise<{ first: string; last: string } | undefined> {
  const keys = new Set(fields.map((field) => field.key))
  const places = layout.places.filter((place) => keys.has(place.key) && place.column)
  if (places.length === 0) return undefined
  const columns = places.map(({ column, instant }) => instant ?? column)
  const [row = []] = await db
    .prepare(
      `SELECT ${columns.flatMap((column) => [`min(${column})`, `max(${column})`]).join(',')} FROM ${tableName(run)}`,
    )
    .raw<(string | number | null)[]>()
  const times = row.flatMap((value) => (value === null ? [] : [typeof value === 'number' ? value : Date.parse(value)]))
  const valid = times.filter((time) => !Number.isNaN(time))
  if (valid.length === 0) return undefined
  return { first: new Date(Math.min(...valid)).toISOString(), last: new Date(Math.max(...valid)).toISOString() }
}
