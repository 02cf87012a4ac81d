/** Amounts with a unit: proposed as numbers by all rows of the file, also in a column that has another name in the next file. */
import { expect, test } from 'vitest'
import { keyFor } from '../support/applications'
import { lines, read, untilFinalized, untilJournaled, upload } from '../support/datasets'
import { page, submit } from './support'

const rows = 150
const file = (header: string, amountOf = (at: number) => `${at + 1} 088,42 €`) =>
  `label,${header}\n${Array.from({ length: rows }, (_, at) => `Row ${at},"${amountOf(at)}"`).join('\n')}\n`

/** Publishes a file as its review proposes. */
async function published(content: string) {
  const key = await keyFor()
  const { id } = await upload(content, { key, query: '?draft=true' })
  await untilFinalized(id, key, '?draft=true')
  const { html } = await page(`/dataset/${id}/review`, { key })
  return { id, key, html }
}

/** The inputs of a review as it shows them first. */
function inputsOf(html: string): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [, name = '', options = ''] of html.matchAll(/<select[^>]* name="([^"]+)"[^>]*>([\s\S]*?)<\/select>/g))
    fields[name] = /value="([^"]*)" selected/.exec(options)?.[1] ?? ''
  for (const [tag] of html.matchAll(/<input[^>]*type="hidden"[^>]*>/g)) {
    const name = /name="([^"]+)"/.exec(tag)?.[1]
    const value = /value="([^"]*)"/.exec(tag)?.[1] ?? ''
    if (name) fields[name] = value.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  }
  return fields
}

test('a column whose cells all are amounts is proposed as a number, however many rows the file has', async () => {
  const { id, key, html } = await published(file('Amount'))
  const fields = inputsOf(html)
  expect(fields['type-1']).toBe('number')
  // The unit that the values lose.
  expect(/name="title-1" value="([^"]*)"/.exec(html)?.[1]).toBe('Amount (€)')
  expect((await submit(`/dataset/${id}/review`, { ...fields, action: 'publish' }, { key })).status).toBe(303)
  await untilJournaled(id, key, 'draft-validated')
  expect((await lines(id, '', key)).total).toBe(rows)
  const { results } = await lines(id, '?size=1&sort=-amount', key)
  expect(results[0]?.amount).toBe(150_088.42)
})

test('one other value among many rows leaves the column as it is', async () => {
  const { html } = await published(file('Amount', (at) => (at === 140 ? 'unknown' : `${at + 1} 088,42 €`)))
  expect(inputsOf(html)['type-1']).toBe('string')
})

test.each([
  ['plain numbers', (at: number) => `${at}.5`],
  ['amounts', (at: number) => `${at + 2} 001,50 €`],
])('a renamed column of amounts stays a number, after %s', async (_, amountOf) => {
  const first = await published(file('Amount', amountOf))
  const { id, key } = first
  await submit(`/dataset/${id}/review`, { ...inputsOf(first.html), action: 'publish' }, { key })
  await untilJournaled(id, key, 'draft-validated')
  expect((await read(id, key)).schema[1]).toMatchObject({ key: 'amount', type: 'number' })
  await upload(file('Amount incl. tax'), { key, id, query: '?draft=never' })
  await untilFinalized(id, key, '?draft=true')
  const { html } = await page(`/dataset/${id}/review`, { key })
  const renamed = /name="(renamed:amount)"/.exec(html)?.[1] ?? ''
  const fileKey = /<select[^>]*name="renamed:amount"[\s\S]*?value="(amount[^"]+)"/.exec(html)?.[1] ?? ''
  expect([renamed, fileKey]).toEqual(['renamed:amount', expect.stringContaining('amount_incl')])
  const fields = { ...inputsOf(html), [renamed]: fileKey, 'type-1': 'number', action: 'publish' }
  const answer = await submit(`/dataset/${id}/review`, fields, { key })
  expect([answer.status, answer.status === 303 ? '' : /role="alert">[^<]*/.exec(await answer.text())?.[0]]).toEqual([
    303,
    '',
  ])
  await untilJournaled(id, key, 'draft-validated', 2)
  const { results } = await lines(id, '?size=1&sort=-amount', key)
  expect(results[0]?.amount).toBe(150_088.42)
})

test.each([
  ['dates in French', ['3 mars 2024', '1er août 2023', '14 juil. 1789'], ['2024-03-03', '2023-08-01', '1789-07-14']],
  ['dates in English', ['March 3, 2024', 'Aug 1, 2023', 'July 14, 1789'], ['2024-03-03', '2023-08-01', '1789-07-14']],
])('%s are proposed as dates, and stored as such', async (_, written, stored) => {
  const { id, key, html } = await published(`label,opened\n${written.map((date) => `A,"${date}"`).join('\n')}\n`)
  const fields = inputsOf(html)
  expect(fields['type-1']).toBe('date')
  expect((await submit(`/dataset/${id}/review`, { ...fields, action: 'publish' }, { key })).status).toBe(303)
  await untilJournaled(id, key, 'draft-validated')
  expect((await lines(id, 'sort=_i', key)).results.map(({ opened }) => opened)).toEqual(stored)
  expect((await lines(id, 'opened_gte=2024-01-01', key)).total).toBe(1)
})
