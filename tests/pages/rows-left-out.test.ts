/** The notice of the rows of a file that are not in the version of a dataset. */
import { expect, test } from 'vitest'
import { keyOf } from '../support/accounts'
import { open, publish, untilFinalized } from '../support/datasets'
import { ask } from '../support/http'
import { page } from './support'

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
  // In other tabs, one line.
  const table = (await page(`/dataset/${id}/table`, { key })).html
  expect(table).toContain('Rows that were rejected and are not in the dataset: 1.')
  expect(table).not.toContain('in the column n is not a valid whole number')
  expect((await page(`/dataset/${id}`)).html).not.toContain('were rejected')
  expect(await retyped('string')).not.toContain('were rejected')
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
