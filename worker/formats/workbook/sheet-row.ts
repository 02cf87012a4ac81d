/** The row of a sheet that a record of its text was read from. Pure. */

/** The rows of the table from `index` on, counted from 1 below the header, are those of the sheet from `row` on, counted from 1. */
export type RowBreak = [index: number, row: number]

export function sheetRow(rowBreaks: readonly RowBreak[], record: { index: number; line: number }): number {
  const [index, row] = rowBreaks.findLast(([start]) => start <= record.index) ?? [record.index, record.line]
  return row + record.index - index
}
