import { describe, expect, it } from 'vitest'
import { joinHeaderRows } from '../../../worker/formats/csv/join-header-rows'
import { xlsx } from '../../../worker/formats/workbook/write-xlsx'
import { tableOf } from './sheets'

describe('the names of a header of several rows', () => {
  it.each([
    [
      'groups above names',
      [
        ['Town', '2023', '', '2024'],
        ['', 'men', 'women', 'men', 'women'],
      ],
      ['Town', '2023 - men', '2023 - women', '2024 - men', '2024 - women'],
    ],
    [
      'a name beside a group, which it is not part of',
      [
        ['Town', '', '2024'],
        ['', 'code', 'men'],
      ],
      ['Town', 'code', '2024 - men'],
    ],
    [
      'a first column whose name is in the second row',
      [
        ['', '2024', ''],
        ['Town', 'men', 'women'],
      ],
      ['Town', '2024 - men', '2024 - women'],
    ],
    [
      'groups of groups, which end where those above do',
      [
        ['In', '', '', 'Out', ''],
        ['a', '', 'b', '', 'c'],
        ['x', 'y', 'x', 'x', 'y'],
      ],
      ['In - a - x', 'In - a - y', 'In - b - x', 'Out - x', 'Out - c - y'],
    ],
    [
      'a text that is repeated below',
      [
        ['Town', '2024'],
        ['Town', 'men'],
      ],
      ['Town', '2024 - men'],
    ],
    [
      'a column without any text',
      [
        ['a', '', 'b'],
        ['', '', ''],
      ],
      ['a', '', 'b'],
    ],
    [
      'cells that are absent',
      [
        [undefined, 'g'],
        ['a', 'b', 'c'],
      ],
      ['a', 'g - b', 'g - c'],
    ],
    ['no row', [], []],
  ])('are those of %s', (_, rows, names) => {
    expect(joinHeaderRows(rows)).toEqual(names)
  })
})

describe('the header of a sheet in several rows', () => {
  const rows = [
    ['Population by town'],
    [],
    [undefined, 'Year 2023', undefined, 'Year 2024'],
    ['Town', 'men', 'women', 'men', 'women'],
    ['Brest', 1, 2, 3, 4],
  ]
  const bytes = xlsx([{ name: 'Population', rows }])

  it('has its widest columns, and their joined names', async () => {
    const names = 'Town,Year 2023 - men,Year 2023 - women,Year 2024 - men,Year 2024 - women\n'
    expect(await tableOf('xlsx', bytes, { headerLine: 3, headerRows: 2 })).toBe(`${names}Brest,1,2,3,4\n`)
    expect(await tableOf('xlsx', bytes, { headerLine: 3, headerRows: 2, startColumn: 4 })).toBe(
      'Year 2024 - men,Year 2024 - women\n3,4\n',
    )
  })
})
