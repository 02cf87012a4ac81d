/** Files of budgets: their header again, units and totals are no data. */
import { expect, test } from 'vitest'
import { xlsx } from '../../worker/formats/workbook/write-xlsx'
import { keyOf } from '../support/accounts'
import { lines, read, untilFinalized, upload } from '../support/datasets'
import { ask } from '../support/http'
import { eventually } from '../support/wait'
import { page, submit } from './support'

const budget = [
  'Chapitre;Fonctionnement;Investissement;Part',
  ';€;€;%',
  ...['C11;1 234 567,50;2500000;12,5', '12;12 345 678,00;1000000;45', '65;987 654,32;0;42,5'],
  'Total 2025;14 567 899,82;3500000;100',
  'Chapitre;Fonctionnement;Investissement;Part',
  ...['C11;3,00;10;30', '12;4,00;20;70', ''],
].join('\n')

test('one click leaves them out; the units go into the titles, and examples are written as in the table', async () => {
  const key = await keyOf()
  const { id } = await upload(budget, {
    key,
    query: '?draft=true',
  })
  await untilFinalized(id, key, '?draft=true')
  const path = `/dataset/${id}/review`
  const { html } = await page(path, { key, headers: { 'accept-language': 'fr' } })
  expect(html).toContain('Des lignes ne sont pas des données')
  expect(html).toContain('l’en-tête répété (ligne 7), des unités sous l’en-tête (ligne 2), un total (Total 2025).')
  const kinds = [...html.matchAll(/name="leftOutRows" value="(\w+)"/g)].map(([, kind = '']) => kind)
  expect(kinds).toEqual(['header', 'units', 'total'])
  await submit(path, [['action', 'reread'], ...kinds.map((kind) => ['leftOutRows', kind])], { key })
  await untilFinalized(id, key, '?draft=true')
  const again = (await page(path, { key, headers: { 'accept-language': 'fr' } })).html
  expect(again).toContain('Les lignes qui ne sont pas des données sont ignorées.')
  expect(again).toMatch(/name="title-1" value="Fonctionnement \(€\)"/)
  expect(again).toMatch(/name="title-3" value="Part \(%\)"/)
  // The thousands separators of the table, also of whole numbers.
  expect(again.replaceAll(/[\u00a0\u202f]/g, ' ')).toContain('2 500 000')
  const draft = await read(id, key, '?draft=true')
  expect(draft.schema?.map(({ type }) => type).slice(0, 4)).toEqual(['string', 'number', 'integer', 'number'])
  await submit(path, { action: 'publish', 'title-1': 'Fonctionnement (€)' }, { key })
  await untilFinalized(id, key)
  const lines = await ask<{ total: number }>(`/api/v1/datasets/${id}/lines`, { key })
  expect(lines.total).toBe(5)
  expect(await ask<object>(`/api/v1/datasets/${id}`, { key })).toMatchObject({
    originalFile: { normalizeOptions: { leftOutRows: ['header', 'units', 'total'] } },
  })
})

test('rows of a sheet have its numbers; later files have the same kinds left out', async () => {
  const key = await keyOf()
  const table = (last: number) => [
    ['Year', 'Kind', 'Amount'],
    ...[
      ['2024', 'roads', 10],
      ['2024', 'parks', 20],
      ['Total 2024', '', 30],
    ],
    ['Year', 'Kind', 'Amount'],
    ...[
      ['2025', 'roads', last],
      ['2025', 'parks', 4],
    ],
  ]
  const budget = xlsx([{ name: 'Budget', rows: [['Budget of the town'], [], ...table(3)] }])
  const { id } = await upload(budget, { key, fileName: 'budget.xlsx', query: '?draft=true' })
  await untilFinalized(id, key, '?draft=true')
  const path = `/dataset/${id}/review`
  await submit(path, { action: 'reread', spreadsheetHeaderLine: '3' }, { key })
  await untilFinalized(id, key, '?draft=true')
  expect((await page(path, { key })).html).toContain('the header again (row 7), a total (Total 2024).')
  await submit(path, [['action', 'reread'], ...['header', 'total'].map((kind) => ['leftOutRows', kind])], { key })
  await untilFinalized(id, key, '?draft=true')
  await submit(path, { action: 'publish' }, { key })
  await untilFinalized(id, key)
  expect((await lines(id, 'size=10', key)).total).toBe(4)
  const next = xlsx([{ name: 'Budget', rows: [['Budget of the town'], [], ...table(7)] }])
  await upload(next, { key, fileName: 'budget.xlsx', id })
  // The file is a draft until it is published by itself: the former version stays finalized.
  await eventually(async () => {
    const { results } = await lines(id, 'size=10&sort=_i', key)
    expect(results.map(({ amount }) => amount)).toEqual([10, 20, 7, 4])
  })
})
