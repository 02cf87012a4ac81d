/** A row as the service has it, merged into the row of the grid. Pure. */
import type { Row, StoredRow } from './row'
import type { GridColumn } from './settings'

/** Changes made here stay, and cells changed at both ends become conflicts. */
export function mergeRow(row: Row, { updatedAt, values }: StoredRow, columns: readonly GridColumn[]): void {
  if (row.updatedAt === updatedAt) return
  for (const { key } of columns) {
    const [here, before, there] = [row.values[key], row.stored?.[key], values[key]]
    if (row.isDeleted) {
      if (there !== before) row.theirs[key] = there
    } else if (here === before) row.values[key] = there
    else if (there !== before && there !== here) row.theirs[key] = there
    else if (there === here) delete row.theirs[key]
  }
  row.stored = values
  row.updatedAt = updatedAt
  row.isGone = false
}

/** New rows that were just stored, with the ids that the service computed from their primary keys. */
export function computedIds(
  rows: readonly Row[],
  stored: readonly StoredRow[],
  primaryKey: readonly string[],
): { row: Row; id: string }[] {
  if (primaryKey.length === 0) return []
  const keyOf = (values: StoredRow['values']) => JSON.stringify(primaryKey.map((key) => values[key]))
  const created = rows.filter((row) => row.stored && row.updatedAt === undefined)
  const byKey = new Map(created.map((row) => [keyOf(row.stored ?? {}), row]))
  return stored.flatMap(({ id, values }) => {
    const row = byKey.get(keyOf(values))
    return row ? [{ row, id }] : []
  })
}
