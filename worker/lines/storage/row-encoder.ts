/** Encodes the values of a line as a row of its table. Pure; compiled once per layout. */
import type { LinePosition } from '../../geometry'
import { limits } from '../../limits'
import { type CellValue, epochMs, type Refused } from '../../schema/coerce'
import type { Layout } from './layout'
import { insertColumns } from './tables'

/** The stored value of a field: an array for multi-valued ones. */
export type StoredValue = Exclude<CellValue, Refused>
/** A row, or the cells of its fields. */
export type FieldCells = (StoredValue | StoredValue[])[]

/** Appends the cells of the fields to a row, from their values in the order of the layout. */
export function cellWriter(layout: Layout): (values: readonly StoredValue[], row: FieldCells) => void {
  const byName = new Map<string, { value: number; instant: boolean }>()
  const more: number[] = []
  for (const [value, place] of layout.places.entries()) {
    if (place.column) byName.set(place.column, { value, instant: false })
    if (place.instant) byName.set(place.instant, { value, instant: true })
    if (place.more !== undefined) more[place.more] = value
  }
  const columns = insertColumns(layout).flatMap((name) => byName.get(name) ?? [])
  return (values, row) => {
    for (const { value, instant } of columns) row.push(instant ? instantOf(values[value]) : (values[value] ?? null))
    if (more.length > 0) row.push(more.map((at) => values[at] ?? null))
  }
}

/** Appends the position and the geometry of a line to a row, according to the layout. */
export function pushGeometry(row: FieldCells, layout: Layout, position: LinePosition | null): void {
  if (layout.located) row.push(position?.lat ?? null, position?.lon ?? null)
  if (layout.shaped !== undefined) row.push(...(position?.bounds ?? noBounds), position?.shape ?? null)
}

const noBounds = [null, null, null, null] as const

function instantOf(value: StoredValue | undefined): number | null {
  const instant = typeof value === 'string' ? epochMs(value) : Number.NaN
  return Number.isNaN(instant) ? null : instant
}

/**
 * Splits rows into JSON texts that fit in a bound value: escapes may make them longer than estimated.
 *
 * @param textOf the text of some of them
 */
export function inParts<Row>(
  rows: readonly Row[],
  textOf: (rows: readonly Row[]) => string = (some) => JSON.stringify(some),
): string[] {
  const text = textOf(rows)
  if (text.length * 3 <= limits.lines.maxValueBytes || rows.length === 1) return [text]
  if (Buffer.byteLength(text) <= limits.lines.maxValueBytes) return [text]
  const half = Math.ceil(rows.length / 2)
  return [...inParts(rows.slice(0, half), textOf), ...inParts(rows.slice(half), textOf)]
}
