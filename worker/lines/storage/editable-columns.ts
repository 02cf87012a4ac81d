/** The columns that every table of editable lines has beside those of its fields. Pure. */
import type { Layout } from './layout'

/** In the order of a row that is written; `_id` and `_updatedAt` are never absent. */
export const lineColumns = [
  '_id',
  '_updatedAt',
  '_updatedBy',
  '_updatedByName',
  '_owner',
  '_ownerName',
  '_misfits',
] as const

/** Their definitions. `_misfits` holds, as JSON by key, the values that do not suit the type their field was given later. */
export const systemColumns = lineColumns.map((name) =>
  name === '_id' || name === '_updatedAt' ? `${name} TEXT NOT NULL` : `${name} TEXT`,
)

/** Where the value of a field is, in SQL over its table. */
export function columnDefinitionOf(layout: Layout, key: string): string {
  if (key === '_owner') return key
  const place = layout.places.find((candidate) => candidate.key === key)
  if (!place) throw new Error(`no column for ${JSON.stringify(key)}`)
  return place.column ?? `(_more->>${place.more})`
}
