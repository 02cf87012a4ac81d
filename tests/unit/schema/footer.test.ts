/** Rows at the end of a file that are totals and notes. */
import { describe, expect, test } from 'vitest'
import type { Field } from '../../../worker/schema/field'
import { FieldProfile } from '../../../worker/schema/profile/field-profile'
import { proposedFooter } from '../../../worker/schema/proposals/footer'
import { bitsOf } from '../../../worker/schema/recognize-type'

const fields: Field[] = [
  { key: 'town', type: 'string' },
  { key: 'people', type: 'integer' },
  { key: 'area', type: 'number' },
]

type Cell = string | number | null

/** The footer of a table whose cells are texts. */
function footerOf(rows: readonly (readonly Cell[])[], columns = fields) {
  const statistics = new Map(
    columns.map((field, at) => {
      const profile = new FieldProfile({ left: 1_000 }, bitsOf(field))
      for (const row of rows) profile.add(String(row[at] ?? ''))
      return [field.key, profile.statistics(undefined)]
    }),
  )
  const lines = rows.map((row) => Object.fromEntries(columns.map(({ key }, at) => [key, row[at] ?? null])))
  return proposedFooter(columns, statistics, lines.toReversed())
}

/** The names of the total columns. */
const found = (rows: Cell[][]) => footerOf(rows)?.totals.map(({ key }) => key) ?? []

const towns = [
  ['Brest', 139_456, 49.51],
  ['Rennes', 227_830, 50.39],
  ['Dinan', 14_675, 3.98],
]

describe('the last row', () => {
  test.each(['Total', 'TOTAL', 'Totaux', 'Total général', 'Sous-total', 'Ensemble', ' total : ', 'Grand total', 'Sum'])(
    '%j with the sums of both columns',
    (name) => {
      expect(found([...towns, [name, 381_961, 103.88]])).toEqual(['people', 'area'])
    },
  )

  test.each([
    ['sums without a name', [null, 381_961, 103.88], ['people', 'area']],
    ['one sum without a name may be a chance', [null, 381_961, null], []],
    ['one sum with a name', ['Total', 381_961, 3], ['people']],
    ['a name without sums', ['Total', 1, 2], []],
    ['sums with another name', ['Ille-et-Vilaine', 381_961, 103.88], []],
    ['a name that only begins like one', ['Totalement', 381_961, 103.88], []],
    ['the total of something', ['Total des voix', 381_961, 103.88], []],
    ['an empty row', [null, null, null], []],
  ] as const)('%s', (_, row, columns) => {
    expect(found([...towns, [...row]])).toEqual(columns)
  })

  test('two rows are too few to tell', () => {
    expect(
      found([
        ['Brest', 5, 1],
        ['Total', 5, 1],
      ]),
    ).toEqual([])
  })
})

const grants: Field[] = [
  ...['beneficiary', 'purpose', 'date', 'amount'].map((key) => ({ key, type: 'string' }) as const),
]
const paid = Array.from({ length: 12 }, (_, at) => [`Club ${at}`, 'Sports', '2024-01-02', `${at} EUR`])

test.each<[string, Cell[][], number, string[]]>([
  ['a total with a unit', [['TOTAL', null, null, '648 513 EUR']], 1, ['TOTAL']],
  [
    'a total and a source',
    [
      ['Total :', null, null, '66 EUR'],
      ['Source : service des finances', null, null, null],
    ],
    2,
    ['Total :', 'Source : service des finances'],
  ],
  [
    'a sentence in one cell',
    [[null, 'Amounts in euros, without tax', null, null]],
    1,
    ['Amounts in euros, without tax'],
  ],
  ['a note', [['* estimated', null, null, null]], 1, ['* estimated']],
  ['a name alone', [['Rennes', null, null, null]], 0, []],
  ['a company', [['Total Energies', null, null, '1 EUR']], 0, []],
  ['a full row', [['Total', 'Sports', '2024-01-02', '1 EUR']], 0, []],
  [
    'a total among data',
    [
      ['Total', null, null, '1 EUR'],
      ['Club', 'Sports', '2024-01-02', '1 EUR'],
    ],
    0,
    [],
  ],
])('%s', (_, last, rows, texts) => {
  const footer = footerOf([...paid, ...last], grants)
  expect([footer?.rows ?? 0, footer?.texts ?? []]).toEqual([rows, texts])
})

test('rows of one cell are data where most rows have few cells', () => {
  const sparse = Array.from({ length: 12 }, (_, at) => [`Remark of the day ${at}`, null, null, null])
  expect(footerOf(sparse, grants)).toBeUndefined()
})
