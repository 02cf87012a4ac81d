/** Changes of many cells: paste, clear, and rows added, duplicated or removed. Pure. */
import type { DateOrder } from '../../../schema/dates/stored-date'
import { blockOf } from './clipboard-text'
import { type Change, newRow, type Row } from './row'
import type { Rows } from './rows'
import type { CellRange, Selection } from './selecting/selection'
import type { GridColumn } from './settings'
import { editedText, newValues, readValue, sheetDateReading, type Value } from './values'

type NewId = () => string

export type Pasted = {
  changes: Change[]
  /** The block. */
  selection: Selection
  /** Columns of the block beyond the last one, which are left out. */
  columnsBeyond: number
  /** Its first row has the names of the columns, and is left out. */
  hasHeader: boolean
  /** The order in which ambiguous dates were read. */
  assumedOrder: DateOrder | undefined
}

type Block = readonly (readonly string[])[]

/** A pasted block. One cell fills the selection; rows beyond the last are added. */
export function pasted(rows: Rows, range: CellRange, block: Block, newId: NewId): Pasted {
  const hasHeader = startsWithHeader(rows, range, block)
  const cells = hasHeader ? block.slice(1) : block
  const [first = []] = cells
  const isOne = cells.length === 1 && first.length === 1
  const height = isOne ? range.bottom - range.top + 1 : cells.length
  const width = isOne ? range.right - range.left + 1 : Math.max(0, ...cells.map(({ length }) => length))
  const readings = rows.columns.slice(range.left, range.left + width).map((column, across) =>
    sheetDateReading(
      column,
      cells.flatMap((row) => row[isOne ? 0 : across] ?? []),
    ),
  )
  const changes: Change[] = []
  const added: Row[] = []
  for (let down = 0; down < height; down++) {
    const row = rows.list[range.top + down]
    const values = newValues()
    for (let across = 0; across < width; across++) {
      const column = rows.columns[range.left + across]
      const text = isOne ? first[0] : cells[down]?.[across]
      if (!column || text === undefined) continue
      const after = readValue(column, text, readings[across]?.order)
      if (row) changes.push({ is: 'set', id: row.id, key: column.key, before: row.values[column.key], after })
      else values[column.key] = after
    }
    if (!row) added.push(newRow(newId(), values))
  }
  if (added.length > 0) changes.push({ is: 'insert', at: rows.list.length, rows: added })
  const last = { row: rows.list.length + added.length - 1, column: rows.columns.length - 1 }
  const focus = {
    row: Math.min(last.row, Math.max(range.bottom, range.top + height - 1)),
    column: Math.min(last.column, Math.max(range.right, range.left + width - 1)),
  }
  const selection = { anchor: { row: range.top, column: range.left }, focus }
  const columnsBeyond = Math.max(0, range.left + width - rows.columns.length)
  const assumedOrder = readings.find((reading) => reading?.isAssumed)?.order
  return { changes, selection, columnsBeyond, hasHeader, assumedOrder }
}

/** Whether the first of several rows has the names of the columns that it is pasted to, in two cells or more. */
function startsWithHeader(rows: Rows, { left }: CellRange, block: Block): boolean {
  const [first = []] = block
  if (block.length < 2 || first.length < 2) return false
  return first.every((text, across) => {
    const column = rows.columns[left + across]
    const name = text.trim().toLowerCase()
    return column !== undefined && (name === column.title.trim().toLowerCase() || name === column.key.toLowerCase())
  })
}

/** The text of a range for the clipboard. Yes and no are the words that their cells show: other sheets have them as texts too. */
export function copied(rows: Rows, range: CellRange, shown: (column: GridColumn, value: Value) => string): string {
  const textOf = (column: GridColumn, value: Value) =>
    typeof value === 'boolean' ? shown(column, value) : editedText(column, value)
  const columns = rows.columns.slice(range.left, range.right + 1)
  const chosen = rows.list.slice(range.top, range.bottom + 1)
  return blockOf(chosen.map((row) => columns.map((column) => textOf(column, row.values[column.key]))))
}

export function cleared(rows: Rows, range: CellRange): Change[] {
  return rows.list
    .slice(range.top, range.bottom + 1)
    .flatMap((row) =>
      rows.columns
        .slice(range.left, range.right + 1)
        .map(({ key }): Change => ({ is: 'set', id: row.id, key, before: row.values[key], after: undefined })),
    )
}

export function duplicated(rows: Rows, { top, bottom }: CellRange, newId: NewId): Change[] {
  const copies = rows.list.slice(top, bottom + 1).map(({ values }) => newRow(newId(), values))
  return [{ is: 'insert', at: bottom + 1, rows: copies }]
}

export function removed(rows: Rows, { top, bottom }: CellRange): Change[] {
  return [{ is: 'remove', at: top, rows: rows.list.slice(top, bottom + 1) }]
}

/** The changes that give a row some values. */
export function assigned(row: Row, values: Readonly<Record<string, Value>>): Change[] {
  return Object.entries(values).map(([key, after]) => ({ is: 'set', id: row.id, key, before: row.values[key], after }))
}

/** Whether the last row has a value, so that an empty row may be added below it. */
export function endsFilled(rows: Rows): boolean {
  const last = rows.list.at(-1)
  return last !== undefined && !rows.isEmpty(last)
}
