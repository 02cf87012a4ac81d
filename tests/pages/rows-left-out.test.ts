/** The notice of the rows of a file that are not in the version of a dataset. */
import { expect, test } from 'vitest'
import { keyOf, signedIn, town } from '../support/accounts'
import { open, publish, untilFinalized } from '../support/datasets'
import { ask, origin } from '../support/http'
import { page, submit } from './support'

test('rows that are not in the version are told to those who may read the log, until the next version', async () => {
  const key = await keyOf()
  const { id, schema = [] } = await publish('name,n\nA,1\nB,2\nC,x\nD,4\n', { key })
  await open(id, key)
  const retyped = async (type: string) => {
    const json = { schema: schema.map((field) => (field.key === 'n' ? { ...field, type } : field)) }
    await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json })
    await untilFinalized(id, key)
    return (await page(`/dataset/${id}`, { key })).html
  }
  const html = await retyped('integer')
  expect(html).toContain('Rows that were rejected and are not in the dataset: 1.')
  expect(html).toContain('in the column n is not a valid whole number')
  expect(html).toContain('<summary>Rows of the file were left out.</summary>')
  // In other tabs, the number alone.
  const table = (await page(`/dataset/${id}/table`, { key })).html
  expect(table).toContain('Rows that were rejected and are not in the dataset: 1.')
  expect(table).not.toContain('in the column n is not a valid whole number')
  expect((await page(`/dataset/${id}`)).html).not.toContain('were rejected')
  // The journal has the event itself.
  expect((await page(`/dataset/${id}/journal`, { key })).html).not.toContain('class="notice')
  expect(await retyped('string')).not.toContain('were rejected')
})

test('values left empty are grouped, and their notice is dismissed until the next version', async () => {
  const headers = (await signedIn('ada', [{ organization: town.id, role: 'admin' }])).as(town.id)
  const key = await keyOf()
  const cells = ['1', 'unknown', '2', 'unknown', '?', 'unknown', '3', '4', '5', '6']
  const { id, schema = [] } = await publish(`name,cost\n${cells.map((cell, at) => `r${at},${cell}\n`).join('')}`, {
    key,
  })
  const emptied = { type: 'integer', 'x-transform': { emptyInvalid: true } }
  const json = { schema: schema.map((field) => (field.key === 'cost' ? { ...field, ...emptied } : field)) }
  await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json })
  await untilFinalized(id, key)
  const shown = (await page(`/dataset/${id}`, { headers })).html
  const notice = /<details class="notice warning folded">.*?<\/details>/s.exec(shown)?.[0] ?? ''
  expect(notice).toContain('<summary>Some values in the file were not kept: their cells are empty.</summary>')
  expect(notice).toContain('type of their column: 4.<br/>cost: “unknown” × 3 (from row 3)<br/>cost: “?” (row 6)<br/>')
  const event = /name="event" value="([^"]+)"/.exec(notice)?.[1] ?? ''
  const back = `/dataset/${id}/table?sort=cost`
  const dismissed = await submit(`/dataset/${id}/left-out`, { event, back }, { headers })
  expect(dismissed.headers.get('location')).toBe(origin + back)
  const cookie = `${headers.cookie}; ${dismissed.headers.get('set-cookie')?.split(';')[0]}`
  expect((await page(`/dataset/${id}`, { headers: { ...headers, cookie } })).html).not.toContain('left empty')
})

test('statistics and charts are those of the rows of the version', async () => {
  const key = await keyOf()
  const csv = 'number,town,amount\n1,Brest,10\n2,Vannes,20\n3,Vannes,30\nTotal,,60\n'
  const { id, schema = [] } = await publish(csv, { key })
  await open(id, key)
  const json = { schema: schema.map((field) => (field.key === 'number' ? { ...field, type: 'integer' } : field)) }
  await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json })
  await untilFinalized(id, key)
  const file = await ask<{ rows: number; columns: object[] }>(`/dataset/${id}/statistics.json`, { key })
  expect(file.rows).toBe(3)
  expect(file.columns).toMatchObject([
    { key: 'number', rows: 3, distinct: 3, max: 3 },
    { key: 'town', rows: 3, empty: 0, distinct: 2 },
    { key: 'amount', rows: 3, max: 30, sum: 60 },
  ])
})
