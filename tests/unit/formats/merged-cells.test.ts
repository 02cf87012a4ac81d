/** Cells that are merged over several rows, in workbooks that SheetJS writes. */
import { utils, write } from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import { addMergedCells, type MergedCells, MergedValues } from '../../../worker/formats/workbook/merged-cells'
import { leftOutOf, tableOf } from './sheets'

const kinds = ['xlsx', 'xls', 'ods', 'fods'] as const
const rows = [
  ['Towns of the county'],
  ['region', 'town', 'people', 'note'],
  ['North', 'Brest', 10, 'a'],
  [null, 'Dinan', 20],
  [null, 'Vitré', null, 'b'],
  ['South', 'Rennes', 30],
  [null, null, null, 'over two columns'],
]
const area = (reference: string) => utils.decode_range(reference)
const merges = ['A1:D1', 'A3:A5', 'C4:C5', 'A6:A7', 'B7:C8', 'F3:F5'].map(area)

const workbook = (bookType: (typeof kinds)[number]) => {
  const sheet = utils.aoa_to_sheet(rows)
  sheet['!merges'] = merges
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'Towns')
  return new Uint8Array(write(book, { type: 'array', bookType }))
}

describe.each(kinds)('merged cells of %s', (kind) => {
  it('are counted below the header, in the columns of the table', async () => {
    expect((await leftOutOf(kind, workbook(kind), { headerLine: 2 })).merged).toEqual({ count: 3, row: 3 })
  })

  it('have their value in the first row, or in all rows', async () => {
    const [header, first] = ['region,town,people,note\n', 'North,Brest,10,a\n']
    expect(await tableOf(kind, workbook(kind), { headerLine: 2 })).toBe(
      `${header}${first},Dinan,20,\n,Vitré,,b\nSouth,Rennes,30,\n,,,over two columns\n`,
    )
    const options = { headerLine: 2, mergedCells: 'fill' } as const
    expect(await tableOf(kind, workbook(kind), options)).toBe(
      `${header}${first}North,Dinan,20,\nNorth,Vitré,20,b\nSouth,Rennes,30,\nSouth,,,over two columns\n`,
    )
    expect((await leftOutOf(kind, workbook(kind), options)).merged).toBeUndefined()
  })
})

describe('the values of merged cells', () => {
  const filled = (merged: MergedCells[], numbered: [number, ...(string | undefined)[]][]) => {
    const values = new MergedValues(merged)
    return numbered.map(([number, ...cells]) => {
      values.fill({ number, cells })
      return cells
    })
  }

  it('end with their area, and leave empty rows and other values as they are', () => {
    const merged = [{ column: 0, from: 2, to: 5 }]
    const sheet: [number, ...(string | undefined)[]][] = [
      [2, 'a', '1'],
      [3, undefined, undefined],
      [4, 'own', '2'],
      [5, undefined, '3'],
      [6, undefined, '4'],
    ]
    expect(filled(merged, sheet)).toEqual([
      ['a', '1'],
      [undefined, undefined],
      ['own', '2'],
      ['a', '3'],
      [undefined, '4'],
    ])
  })

  it('are not repeated when the first cell is empty', () => {
    expect(
      filled(
        [{ column: 0, from: 1, to: 2 }],
        [
          [1, undefined, 'x'],
          [2, undefined, 'y'],
        ],
      ),
    ).toEqual([
      [undefined, 'x'],
      [undefined, 'y'],
    ])
  })

  it.each([
    ['one row', { from: 2, to: 2, left: 0, right: 0 }],
    ['two columns', { from: 2, to: 4, left: 0, right: 1 }],
    ['no rows', { from: Number.NaN, to: Number.NaN, left: -1, right: -1 }],
  ])('are none for an area of %s', (_, one) => {
    const merged: MergedCells[] = []
    addMergedCells(merged, one)
    expect(merged).toEqual([])
  })
})
