/** The examples of the values of columns in the review of a file, the concepts that they contradict, and a total as the last row. */
import { expect, test } from 'vitest'
import { keyOf } from '../support/accounts'
import { publish, untilFinalized, upload } from '../support/datasets'
import { page, submit } from './support'

async function draft(rows: readonly string[]) {
  const key = await keyOf()
  const { id } = await upload(rows.join('\n'), { key, query: '?draft=true' })
  await untilFinalized(id, key, '?draft=true')
  return { key, path: `/dataset/${id}/review` }
}

test('examples are written as the page of the dataset writes them, with the stored text where it differs', async () => {
  const { key, path } = await draft([
    'jour;instant;prix;essai',
    '2026-01-31;2026-01-31T12:00:00Z;12,5 €;01/02/2026',
    '2026-02-28;2026-02-28T13:30:00Z;13,5 €;02/02/2026',
    '2026-03-15;2026-03-15T08:05:00Z;14,5 €;later',
  ])
  const { html } = await page(path, { key })
  expect(html).toContain('<span title="2026-01-31">Jan 31, 2026</span>')
  expect(html).toContain('<span title="2026-01-31T12:00:00Z">Jan 31, 2026, 1:00 PM</span>')
  expect(html).toContain('<span title="12,5 €">12.50</span>')
  expect(html).toContain('values like Jan 31, 2026')
  const rows = (text: string) => text.slice(text.indexOf('data-region="rows"'))
  expect(rows(html)).toMatch(/<td class="number">12\.50<\/td>/)
  // A chosen type changes the examples, among which no value is of another type.
  const chosen = await submit(path, { action: 'show', 'type-3': 'date' }, { key })
  const shown = await chosen.text()
  expect(shown).toContain('<span title="01/02/2026">Feb 1, 2026</span>')
  expect(rows(shown)).not.toContain('later')
})

/** The remarks about chosen concepts, in the order of the columns. */
const remarks = (html: string): string[] =>
  [...html.matchAll(/<p class="unfit-concept"[^>]*>([^<]*)<\/p>/g)].map(([, text = '']) => text)
const [latitude, city] = ['http://schema.org/latitude', 'http://schema.org/City']

test('the review tells how many values contradict the concept of a column, and publishes all the same', async () => {
  const { key, path } = await draft(['town;number', 'Brest;12', 'Dinan;13', '48.5;14'])
  const { html } = await page(path, { key })
  expect(remarks(html)).toEqual(['', ''])
  expect(html).toMatch(/<option value="http:\/\/schema.org\/latitude" data-unfit="2">/)
  const concepts = { 'concept-0': latitude, 'concept-1': city }
  const shown = await submit(path, { action: 'show', ...concepts }, { key })
  expect(remarks(await shown.text())).toEqual([
    'Values that do not fit this concept: 2 of 3 read.',
    'Values that do not fit this concept: 3 of 3 read.',
  ])
  const sent = await submit(path, { action: 'publish', 'concept-0': '', 'concept-1': city }, { key })
  expect(sent.status).toBe(303)
})

test('the form of the columns tells it too', async () => {
  const key = await keyOf()
  const { id } = await publish('town;name\nBrest;a\nDinan;b\n', { key })
  const path = `/dataset/${id}/edit`
  expect(remarks((await page(path, { key })).html)).toEqual(['', ''])
  expect((await submit(path, { part: 'schema', 'concept-0': latitude }, { key })).status).toBe(303)
  await untilFinalized(id, key)
  expect(remarks((await page(path, { key })).html)).toEqual(['Values that do not fit this concept: 2 of 2 read.', ''])
})

test('a last row that is the total of the others is pointed out', async () => {
  const key = await keyOf()
  const rows = 'Ville;Habitants;Surface\nBrest;139456;49,51\nRennes;227830;50,39\nDinan;14675;3,98\n'
  const { id } = await upload(`${rows}Total;381961;103,88\n`, { key, query: '?draft=true' })
  await untilFinalized(id, key, '?draft=true')
  const { html } = await page(`/dataset/${id}/review`, { key })
  expect(html).toContain('A row at the end is the total of the rows above it (Habitants, Surface).')
  const { id: plain } = await upload(rows, { key, query: '?draft=true' })
  await untilFinalized(plain, key, '?draft=true')
  expect((await page(`/dataset/${plain}/review`, { key })).html).not.toContain('is the total')
})
