/** Rows of the grid of editable datasets, as its unit tests use them. */
import { Rows } from '../../worker/pages/islands/editing/rows'
import type { GridColumn } from '../../worker/pages/islands/editing/settings'

export const name: GridColumn = { key: 'name', title: 'Name', type: 'string', required: true }
export const height: GridColumn = { key: 'height', title: 'Height', type: 'number', minimum: 0, maximum: 120 }

/** Rows with these names, of height 1. */
export function opened(...names: string[]): Rows {
  const rows = new Rows([name, height])
  rows.merge(
    names.map((one) => ({ id: one, updatedAt: '2026-01-01T00:00:00.000Z', values: { name: one, height: 1 } })),
    true,
  )
  return rows
}
export const shown = (rows: Rows) => rows.list.map(({ values }) => [values.name, values.height])
