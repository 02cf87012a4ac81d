/** Rows that repeat the sums of the others. */
import { describe, expect, test } from 'vitest'
import type { Field } from '../../../worker/schema/field'
import { FieldProfile } from '../../../worker/schema/profile/field-profile'
import { totalColumns } from '../../../worker/schema/proposals/total-row'
import { bitsOf } from '../../../worker/schema/recognize'

const fields: Field[] = [
  { key: 'town', type: 'string' },
  { key: 'people', type: 'integer' },
  { key: 'area', type: 'number' },
]

/** The names of the total columns of a table whose cells are texts. */
function found(rows: (string | number | null)[][]): string[] {
  const statistics = new Map(
    fields.map((field, at) => {
      const profile = new FieldProfile({ left: 1_000 }, bitsOf(field))
      for (const row of rows) profile.add(String(row[at] ?? ''))
      return [field.key, profile.statistics(undefined)]
    }),
  )
  const last = rows.at(-1) ?? []
  const line = Object.fromEntries(fields.map(({ key }, at) => [key, last[at] ?? null]))
  return totalColumns(fields, statistics, line).map(({ key }) => key)
}

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
