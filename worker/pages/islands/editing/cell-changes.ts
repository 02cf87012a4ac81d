/** What keys do to the values of the selected cells. */
import { assigned, cleared, pasted } from './bulk-edits'
import { type Filled, filledDown, filledRight } from './filling/fill'
import { newId } from './new-id'
import type { Rows } from './rows'
import type { Command } from './selecting/keys'
import type { CellPosition, CellRange } from './selecting/selection'
import { dayOf, editedText, readValue } from './values'

type Name = Extract<Command['is'], 'clear' | 'fillDown' | 'fillRight' | 'fillAll' | 'today'>

export function cellChanges(name: Name, rows: Rows, range: CellRange, active: CellPosition): Filled {
  const [row, column] = [rows.list[active.row], rows.columns[active.column]]
  if (!row || !column) return { changes: [] }
  switch (name) {
    case 'clear':
      return { changes: cleared(rows, range) }
    case 'fillDown':
      return filledDown(rows, range)
    case 'fillRight':
      return filledRight(rows, range)
    case 'fillAll':
      return pasted(rows, range, [[editedText(column, row.values[column.key])]], newId)
    case 'today':
      if (column.format !== 'date' && column.format !== 'date-time') return { changes: [] }
      return { changes: assigned(row, { [column.key]: readValue(column, dayOf(new Date())) }) }
  }
}
