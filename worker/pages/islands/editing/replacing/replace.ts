/** Find and replace in the cells. Pure. */
import type { Change } from '../row'
import type { Rows } from '../rows'
import type { CellPosition, CellRange } from '../selecting/selection'
import type { GridColumn } from '../settings'
import { editedText, readValue, type Value } from '../values'

export type Sought = { text: string; matchesCase: boolean; isWhole: boolean }
type Shown = (column: GridColumn, value: Value) => string

/** The text in which a value is sought, and which its cell reads again: as it is shown, numbers and times as they are edited. */
function textOf(column: GridColumn, value: Value, shown: Shown): string {
  const isEdited = typeof value === 'number' || column.format === 'date-time' || column.separator !== undefined
  return isEdited && !column.labels ? editedText(column, value) : shown(column, value)
}

function patternOf({ text, matchesCase, isWhole }: Sought): RegExp {
  const literal = text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
  return new RegExp(isWhole ? `^${literal}$` : literal, matchesCase ? 'gu' : 'giu')
}

/** The cells of a range that have a text, in reading order. Files are no text. */
export function cellsWith(rows: Rows, range: CellRange, sought: Sought, shown: Shown): CellPosition[] {
  if (sought.text === '') return []
  const pattern = patternOf(sought)
  const found: CellPosition[] = []
  for (let row = range.top; row <= range.bottom; row++) {
    for (let column = range.left; column <= range.right; column++) {
      const [values, of] = [rows.list[row]?.values, rows.columns[column]]
      if (!values || !of || of.isAttachment || values[of.key] === undefined) continue
      pattern.lastIndex = 0
      if (pattern.test(textOf(of, values[of.key], shown))) found.push({ row, column })
    }
  }
  return found
}

/** The changes of some cells that have a text. */
export function replaced(
  rows: Rows,
  cells: readonly CellPosition[],
  { sought, by, shown }: { sought: Sought; by: string; shown: Shown },
): Change[] {
  const pattern = patternOf(sought)
  return cells.flatMap(({ row: at, column: index }): Change[] => {
    const [row, column] = [rows.list[at], rows.columns[index]]
    if (!row || !column) return []
    const before = row.values[column.key]
    const after = readValue(
      column,
      textOf(column, before, shown).replace(pattern, () => by),
    )
    return [{ is: 'set', id: row.id, key: column.key, before, after }]
  })
}

/** The first cell behind another one, in reading order; the first of all at the end. */
export const nextOf = (cells: readonly CellPosition[], { row, column }: CellPosition): CellPosition | undefined =>
  cells.find((cell) => cell.row > row || (cell.row === row && cell.column > column)) ?? cells[0]
