/** A file that replaces another one, and is read again in its review. */
import { expect, test } from 'vitest'
import { keyOf } from '../support/accounts'
import { lines, publish, untilFinalized, untilJournaled, upload } from '../support/datasets'
import { page, submit } from './support'

const file = (header: string, cells: (at: number) => string) =>
  `Équipements municipaux;;;\nMise à jour : 12/03/2024;;;\n${header}\n${Array.from({ length: 60 }, (_, at) => `${cells(at)}\n`).join('')}`
const cells = (at: number) =>
  `${String(at).padStart(5, '0')};Gymnase ${at};${at === 7 ? '31/02/2001' : `0${(at % 9) + 1}/10/1969`};${at === 9 ? 'NC' : `${at + 1} 113,60 €`}`

test('the review of a replaced file has the types of the former file, also after another reading of the file', async () => {
  const key = await keyOf()
  const first = file('N°;Désignation;Ouverture;Coût', cells)
  const { id } = await upload(first, { key, query: '?draft=true' })
  await untilFinalized(id, key, '?draft=true')
  const header = { action: 'reread', spreadsheetHeaderLine: '3', delimiter: ';' }
  expect((await submit(`/dataset/${id}/review`, header, { key })).status).toBe(303)
  await untilFinalized(id, key, '?draft=true')
  const types = { 'type-2': 'date', 'invalid-2-date': 'empty', 'type-3': 'number', 'invalid-3-number': 'empty' }
  expect((await submit(`/dataset/${id}/review`, { action: 'publish', ...types }, { key })).status).toBe(303)
  await untilFinalized(id, key)
  expect((await lines(id, 'select=cout,ouverture&size=1&sort=_i', key)).results[0]).toMatchObject({ cout: 1113.6 })
  await upload(file('N°;Nom;Ouverture;Coût', cells), { key, id, query: '?draft=true' })
  await untilJournaled(id, key, 'finalize-end', 3)
  await untilFinalized(id, key, '?draft=true')
  expect((await submit(`/dataset/${id}/review`, header, { key })).status).toBe(303)
  await untilFinalized(id, key, '?draft=true')
  expect((await page(`/dataset/${id}/review`, { key })).html).toContain('name="type-3"')
  const { results } = await lines(id, 'draft=true&select=cout,ouverture&size=1&sort=_i', key)
  expect(results[0]).toMatchObject({ cout: 1113.6, ouverture: '1969-10-01' })
})

test('a later file with the same titles has its header where it was chosen, another one has not', async () => {
  const key = await keyOf()
  const parts = [{ name: 'file_normalizeOptions', value: '{"spreadsheetHeaderLine":3,"delimiter":";"}' }]
  const titled = file('N°;Nom;Ouverture;Coût', cells)
  const { id } = await publish(titled, { key, parts })
  await upload(titled.replace('2024', '2025'), { key, id })
  await untilJournaled(id, key, 'finalize-end', 2)
  const { schema } = await untilFinalized(id, key)
  expect(schema.slice(0, 4).map((field) => field['x-originalName'])).toEqual(['N°', 'Nom', 'Ouverture', 'Coût'])
  expect((await lines(id, 'size=0', key)).total).toBe(60)
  // A file that begins with its header.
  await upload(titled.split('\n').slice(2).join('\n'), { key, id })
  await untilJournaled(id, key, 'finalize-end', 3)
  expect((await lines(id, 'size=0', key)).total).toBe(60)
})
