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
  expect(html).toContain('in the column n is not a valid integer')
  expect((await page(`/dataset/${id}`)).html).not.toContain('were rejected')
  expect(await retyped('string')).not.toContain('were rejected')
})
