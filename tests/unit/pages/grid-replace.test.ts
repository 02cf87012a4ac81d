/** Find and replace in the grid. */
import { expect, test } from 'vitest'
import { cellsWith, nextOf, replaced } from '../../../worker/pages/islands/editing/replacing/replace'
import { newRow } from '../../../worker/pages/islands/editing/row'
import { Rows } from '../../../worker/pages/islands/editing/rows'
import type { GridColumn } from '../../../worker/pages/islands/editing/settings'
import type { Value } from '../../../worker/pages/islands/editing/values'

const columns: GridColumn[] = [
  { key: 'name', title: 'Name', type: 'string' },
  { key: 'amount', title: 'Amount', type: 'number', decimalMark: ',', isQuantity: true },
  { key: 'open', title: 'Open', type: 'boolean' },
  { key: 'day', title: 'Day', type: 'string', format: 'date' },
  { key: 'state', title: 'State', type: 'string', labels: { g: 'Good', b: 'Bad' } },
]
/** As the cells show values. */
const shown = ({ labels, format }: GridColumn, value: Value): string => {
  if (typeof value === 'boolean') return value ? 'Oui' : 'Non'
  if (format === 'date') return String(value).replace('2026-07-14', '14 juil. 2026')
  return labels?.[String(value)] ?? String(value)
}

function opened() {
  const rows = new Rows(columns)
  const values = [
    { name: 'Rue (A.)', amount: 1234.5, open: true, day: '2026-07-14', state: 'g' },
    { name: 'rue du $1', amount: 12, open: false, day: '2026-07-14', state: 'b' },
  ]
  rows.do([{ is: 'insert', at: 0, rows: values.map((one, at) => newRow(String(at), one)) }])
  return { rows, all: { top: 0, bottom: 1, left: 0, right: 4 } }
}

const options = { matchesCase: false, isWhole: false }

test.each([
  ['rue', {}, '$1', ['$1 (A.)', '$1 du $1']],
  ['rue', { matchesCase: true }, 'Quai', ['Rue (A.)', 'Quai du $1']],
  ['(a.)', {}, '', ['Rue', 'rue du $1']],
  ['RUE DU $1', { isWhole: true }, 'Quai', ['Rue (A.)', 'Quai']],
])('%s, %j is replaced by %s', (text, more, by, names) => {
  const { rows, all } = opened()
  const sought = { text, ...options, ...more }
  rows.do(replaced(rows, cellsWith(rows, all, sought, shown), { sought, by, shown }))
  expect(rows.list.map(({ values }) => values.name)).toEqual(names)
  // One step.
  rows.undo()
  expect(rows.list.map(({ values }) => values.name)).toEqual(['Rue (A.)', 'rue du $1'])
})

test.each([
  ['34,5', '35,5', 'amount', [1235.5, 12]],
  ['Oui', 'Non', 'open', [false, false]],
  ['juil.', 'août', 'day', ['2026-08-14', '2026-08-14']],
  ['Good', 'Bad', 'state', ['b', 'b']],
])('a value that is shown as %s is replaced too', (text, by, key, after) => {
  const { rows, all } = opened()
  const sought = { text, ...options }
  rows.do(replaced(rows, cellsWith(rows, all, sought, shown), { sought, by, shown }))
  expect(rows.list.map(({ values }) => values[key])).toEqual(after)
})

test('cells are found in a range, one after the other', () => {
  const { rows, all } = opened()
  const sought = { text: 'rue', ...options }
  const found = cellsWith(rows, all, sought, shown)
  expect(found).toEqual([
    { row: 0, column: 0 },
    { row: 1, column: 0 },
  ])
  expect(cellsWith(rows, { ...all, top: 1 }, sought, shown)).toHaveLength(1)
  expect(cellsWith(rows, all, { ...sought, text: '' }, shown)).toEqual([])
  expect(cellsWith(rows, all, { ...sought, isWhole: true }, shown)).toEqual([])
  expect(nextOf(found, { row: 0, column: 0 })).toEqual({ row: 1, column: 0 })
  expect(nextOf(found, { row: 1, column: 3 })).toEqual({ row: 0, column: 0 })
})
