/** Columns named like inherited properties of JavaScript objects. */
import { expect, test } from 'vitest'
import { keyOf } from '../support/accounts'
import { lines, open, publish } from '../support/datasets'
import { createEditable, postLine } from '../support/editable'
import { send } from '../support/http'

const schema = [
  { key: 'constructor', type: 'string' },
  { key: 'name', type: 'string' },
]

test('a missing value of such a column is empty in pages and downloads', async () => {
  const key = await keyOf()
  const { id } = await publish('constructor,name\n,quince\nann,medlar\n', { key })
  await open(id, key)
  for (const path of [`/dataset/${id}/table`, `/embed/dataset/${id}/table`]) {
    const response = await send(path)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('quince')
  }
  expect((await send(`/dataset/${id}/table.xlsx`)).status).toBe(200)
})

test('a line without a value for such a column is stored', async () => {
  const key = await keyOf()
  const { id } = await createEditable(key, { schema })
  expect((await postLine(id, key, { name: 'quince' })).status).toBe(201)
  const { results } = await lines(id, 'select=constructor,name', key)
  expect(results).toHaveLength(1)
  expect(results[0]).toMatchObject({ name: 'quince' })
  expect(Object.hasOwn(results[0] ?? {}, 'constructor')).toBe(false)
})
