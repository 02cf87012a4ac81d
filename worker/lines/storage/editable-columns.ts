/** The columns of every table of editable lines, in addition to its fields. Pure. */
import type { Layout } from './layout'

/** In the order of an inserted row; `_id` and `_updatedAt` are never NULL. */
export const lineColumns = [
  '_id',
  '_updatedAt',
  '_updatedBy',
  '_updatedByName',
  '_owner',
  '_ownerName',
  '_misfits',
  '_created',
] as const

/**
 * Their definitions. `_misfits` holds, as JSON by key, the values that are invalid for the new type of their field. `_created` is
 * the `_i` that a modified line had when it was created.
 */
export const systemColumns = lineColumns.map((name) => {
  if (name === '_created') return `${name} INTEGER`
  return name === '_id' || name === '_updatedAt' ? `${name} TEXT NOT NULL` : `${name} TEXT`
})

/** The SQL expression that reads a field: its column, or its position in `_more`. */
export function columnExpression(layout: Layout, key: string): string {
  if (key === '_owner') return key
  const place = layout.places.find((candidate) => candidate.key === key)
  if (!place) throw new Error(`no column for ${JSON.stringify(key)}`)
  return place.column ?? `(_more->>${place.more})`
}
