/** Cells filled with those beside them. Pure. */
import type { DateOrder } from '../../../../schema/dates/stored-date'
import type { Change, Row } from '../row'
import type { Rows } from '../rows'
import type { CellRange } from '../selecting/selection'
import type { GridColumn } from '../settings'
import { editedText, readValue, sheetDateReading, type Value } from '../values'
import { continued, seriesOf } from './series'

/** `assumedOrder`: the order in which ambiguous dates were read. */
export type Filled = { changes: Change[]; assumedOrder?: DateOrder | undefined }

/**
 * Fills a range with the cells of a part of it.
 *
 * @param target the source, made longer in one direction
 * @param goesOn a single date is followed by the next days, as in other spreadsheets; otherwise it is copied
 */
export function filled(rows: Rows, source: CellRange, target: CellRange, goesOn = true): Filled {
  const isUp = target.top < source.top
  if (isUp || target.bottom > source.bottom) {
    const from = rows.list.slice(source.top, source.bottom + 1)
    const to = isUp ? rows.list.slice(target.top, source.top) : rows.list.slice(source.bottom + 1, target.bottom + 1)
    const [read, written] = [inOrder(from, isUp), inOrder(to, isUp)]
    return {
      changes: columnsOf(rows, source).flatMap((column) =>
        filledColumn(column, read, written, goesOn ? (isUp ? -1 : 1) : 0),
      ),
    }
  }
  const isLeft = target.left < source.left
  const from = inOrder(columnsOf(rows, source), isLeft)
  const to = columnsOf(rows, isLeft ? { ...target, right: source.left - 1 } : { ...target, left: source.right + 1 })
  const list = rows.list.slice(source.top, source.bottom + 1)
  const targets = inOrder(to, isLeft).map((column, at): FillTarget => {
    const like = from[at % from.length] ?? column
    const copies = list.map((row) => editedText(like, row.values[like.key]))
    return { column, like, reading: sheetDateReading(column, copies) }
  })
  return {
    changes: list.flatMap((row) => filledRow(row, from, targets, goesOn ? (isLeft ? -1 : 1) : 0)),
    assumedOrder: targets.find(({ reading }) => reading?.isAssumed)?.reading?.order,
  }
}

const inOrder = <Item>(items: readonly Item[], isReversed: boolean): Item[] =>
  isReversed ? items.toReversed() : [...items]

/** The columns of a range, without that of the attachments: a file is of one row. */
const columnsOf = ({ columns }: Rows, { left, right }: CellRange): GridColumn[] =>
  columns.slice(left, right + 1).filter(({ isAttachment }) => !isAttachment)

function filledColumn(column: GridColumn, from: readonly Row[], to: readonly Row[], dayStep: -1 | 0 | 1): Change[] {
  const values = continued(
    from.map((row) => row.values[column.key]),
    to.length,
    seriesOf(column),
    dayStep,
  )
  return to.map((row, at) => set(row, column, values[at]))
}

/** A column to fill, the one that it is filled like, and the order of the dates that it reads. */
type FillTarget = { column: GridColumn; like: GridColumn; reading: ReturnType<typeof sheetDateReading> }

/** A series where all columns are of the same kind; else copies, which each column reads as if they were pasted. */
function filledRow(row: Row, from: readonly GridColumn[], to: readonly FillTarget[], dayStep: -1 | 0 | 1): Change[] {
  if (from.length === 0) return []
  const [kind, ...others] = new Set([...from, ...to.map(({ column }) => column)].map(seriesOf))
  const values = from.map(({ key }) => row.values[key])
  if (kind && others.length === 0) {
    const series = continued(values, to.length, kind, dayStep)
    return to.map(({ column }, at) => set(row, column, series[at]))
  }
  return to.map(({ column, like, reading }) =>
    set(row, column, readValue(column, editedText(like, row.values[like.key]), reading?.order)),
  )
}

const set = (row: Row, { key }: GridColumn, after: Value): Change => ({
  is: 'set',
  id: row.id,
  key,
  before: row.values[key],
  after,
})

/** The first row of a range is copied to its others; a single row gets the values of the one above. */
export function filledDown(rows: Rows, range: CellRange): Filled {
  const top = range.top === range.bottom ? Math.max(0, range.top - 1) : range.top
  return filled(rows, { ...range, top, bottom: top }, { ...range, top }, false)
}

/** The first column of a range is copied to its others. */
export function filledRight(rows: Rows, range: CellRange): Filled {
  return filled(rows, { ...range, right: range.left }, range, false)
}

type Loading = { rows: Rows; store: { pages: { loadMore: () => Promise<void> } } }

/** The cells of a range and below it, as far as those beside it have values, in rows that are not loaded too. */
export async function rangeBeside(parts: Loading, range: CellRange): Promise<CellRange> {
  const { rows, store } = parts
  const [bottom, loaded] = [lastBeside(rows, range), rows.gapAt]
  await store.pages.loadMore()
  if (bottom === loaded - 1 && rows.gapAt > loaded) return rangeBeside(parts, range)
  return { ...range, bottom }
}

/** The last row of the values beside a range, to its left or else to its right, without a gap below it. */
export function lastBeside(rows: Rows, { bottom, left, right }: CellRange): number {
  const isFilled = (at: number, column: GridColumn) => rows.list[at]?.values[column.key] !== undefined
  const beside = [rows.columns[left - 1], rows.columns[right + 1]].find((one) => one && isFilled(bottom + 1, one))
  let last = bottom
  if (beside) while (last + 1 !== rows.gapAt && isFilled(last + 1, beside)) last++
  return last
}
