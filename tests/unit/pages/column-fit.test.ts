/** The columns of the first rows that fit whole. */
import { expect, test } from 'vitest'
import { type ColumnLength, neededWidths } from '../../../worker/pages/table/column-fit'

const text = (cells: number): ColumnLength => ({ name: 4, cells, wraps: true })
const figure = (cells: number): ColumnLength => ({ name: 4, cells, wraps: false })

test.each<[ColumnLength[], (number | undefined)[]]>([
  [[text(200)], [undefined]],
  [
    [text(10), figure(10)],
    [undefined, 16],
  ],
  [
    [text(200), figure(10)],
    [undefined, 18],
  ],
  [
    [text(200), text(200)],
    [undefined, 21],
  ],
  [
    [text(200), figure(12), figure(13), text(3)],
    [undefined, 18, 28, 32],
  ],
  [
    [text(200), figure(40)],
    [undefined, 32],
  ],
  [
    [figure(200), figure(2)],
    [undefined, 54],
  ],
  [
    [{ name: 90, cells: 1, wraps: false }, text(1)],
    [undefined, 16],
  ],
])('columns of %j are shown from %j rem', (columns, widths) => {
  expect(neededWidths(columns)).toEqual(widths)
})
