/** The rows with changes that were not sent, as the browser keeps them, and the same rows in a page that is opened later. Pure. */
import { ownValue } from '../../../../schema/own-value'
import { type Change, newRow, type Row, type StoredRow } from '../row'
import type { Rows } from '../rows'
import { newValues, type Value, type Values } from '../values'

type Cells = Record<string, string | number | boolean>

export type KeptRow = {
  id: string
  values: Cells
  /** The values in the store and their date; absent for a new row. */
  stored?: Cells
  updatedAt?: string
  /** Keys of the cells that someone else changed too. */
  conflicts: string[]
  isDeleted?: true
}

export function unsentRows(rows: Rows): KeptRow[] {
  return [
    ...rows.list.filter((row) => rows.isUnsent(row)).map((row) => keptRow(row, row.isDeleted)),
    ...[...rows.removed.values()].map((row) => keptRow(row, true)),
  ]
}

const keptRow = (row: Row, isDeleted: boolean): KeptRow => ({
  id: row.id,
  values: cellsOf(row.values),
  ...(row.stored ? { stored: cellsOf(row.stored) } : {}),
  ...(row.updatedAt === undefined ? {} : { updatedAt: row.updatedAt }),
  conflicts: Object.keys(row.theirs),
  ...(isDeleted ? { isDeleted: true } : {}),
})

const cellsOf = (values: Values): Cells =>
  Object.fromEntries(Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))

/**
 * Makes the kept changes again. Cells that someone else has changed since are conflicts, rows that are gone say so.
 *
 * @param current those of the kept rows that the service has
 * @returns the ids of the rows that have changes then
 */
export function restoreRows(rows: Rows, kept: readonly KeptRow[], current: readonly StoredRow[]): string[] {
  const now = new Map(current.map((row) => [row.id, row]))
  const added: Row[] = []
  for (const one of kept) {
    const there = now.get(one.id)
    if (one.stored && (there || !one.isDeleted)) restoreChanged(rows, { ...one, stored: one.stored }, there)
    else if (!one.stored && there) restoreCreated(rows, one, there)
    else if (!one.stored) added.push(newRow(one.id, valuesOf(rows, one.values)))
  }
  const filled = added.filter((row) => !rows.isEmpty(row))
  if (filled.length > 0) rows.do([{ is: 'insert', at: rows.list.length, rows: filled }])
  return kept.map(({ id }) => id).filter((id) => isUnsent(rows, id))
}

/** Whether something of the row with an id was not sent. */
export function isUnsent(rows: Rows, id: string): boolean {
  const row = rows.get(id)
  return row ? rows.isUnsent(row) : rows.removed.has(id)
}

/** Restores a row as the browser stored it, then merges the current row of the service, as after a change of someone else. */
function restoreChanged(rows: Rows, one: KeptRow & { stored: Cells }, there: StoredRow | undefined): void {
  const stored = valuesOf(rows, one.stored)
  rows.merge([there ?? { id: one.id, updatedAt: one.updatedAt ?? '', values: stored }], true)
  const row = rows.get(one.id)
  if (!row) return
  row.values = valuesOf(rows, one.values)
  row.stored = stored
  row.updatedAt = one.updatedAt
  row.isGone = !there
  row.theirs = newValues(Object.fromEntries(one.conflicts.map((key) => [key, stored[key]])))
  if (one.isDeleted && one.conflicts.length > 0) row.isDeleted = true
  else if (one.isDeleted) rows.do([{ is: 'remove', at: rows.list.indexOf(row), rows: [row] }])
  if (there) rows.merge([there], false)
}

/** A new row that the service has stored, although its response did not arrive: later values are changes. */
function restoreCreated(rows: Rows, one: KeptRow, there: StoredRow): void {
  rows.merge([there], true)
  const row = rows.get(one.id)
  if (!row) return
  row.values = valuesOf(rows, one.values)
  for (const key of rows.changedKeys(row)) if (there.values[key] !== undefined) row.theirs[key] = there.values[key]
}

/** The values of the columns that the dataset still has. */
const valuesOf = (rows: Rows, cells: Cells): Record<string, Value> =>
  newValues(Object.fromEntries(rows.columns.map(({ key }) => [key, ownValue(cells, key) as Value]))) // of a kept row

/** The changes that take the rows back to what the service has. Deletions are ended at once: they are not steps. */
export function discardRows(rows: Rows, ids: readonly string[]): Change[] {
  const unsent = ids.filter((id) => isUnsent(rows, id))
  return unsent.flatMap((id): Change[] => {
    const removed = rows.removed.get(id)
    if (removed) rows.bringBack(removed)
    const row = rows.get(id)
    if (!row) return []
    if (!row.stored) return [{ is: 'remove', at: rows.list.indexOf(row), rows: [row] }]
    if (rows.hasConflict(row)) rows.settle(row, 'theirs')
    const { stored } = row
    return rows
      .changedKeys(row)
      .map((key) => ({ is: 'set', id, key, before: row.values[key], after: ownValue(stored, key) as Value })) // of a row
  })
}
