/** Requests of many lines with an error that ends them. */
import { beforeEach, expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { lines } from '../../support/datasets'
import { bulk, createEditable } from '../../support/editable'
import { send } from '../../support/http'

let key: string
let id: string
beforeEach(async () => {
  key = await keyOf()
  id = (await createEditable(key)).id
})

const ages = async () => (await lines(id, 'size=100&sort=_i', key)).results.map(({ age }) => age)

test('an error of a request keeps the actions before the last repeated line', async () => {
  const unknown = { _action: 'foo' }
  const { status, summary } = await bulk(id, key, [{ _id: 'a', age: 1 }, { _id: 'a', age: 2 }, unknown])
  expect([status, summary]).toEqual([
    200,
    expect.objectContaining({ nbOk: 1, nbCreated: 1, nbErrors: 1, errors: [expect.objectContaining({ line: -1 })] }),
  ])
  expect(await ages()).toEqual([1])
  const alone = await bulk(id, key, [{ _id: 'b', age: 1 }, unknown, { _id: 'b', age: 2 }])
  expect([alone.status, alone.summary.nbOk]).toEqual([400, 0])
  expect(await ages()).toEqual([1])
})

test('malformed JSON keeps the actions before the last repeated line', async () => {
  const response = await send(`/api/v1/datasets/${id}/_bulk_lines`, {
    key,
    method: 'POST',
    body: '[{"_id":"a","age":1},{"_id":"a","age":2},{"_id":',
    headers: { 'content-type': 'application/json' },
  })
  expect([response.status, await response.json()]).toEqual([200, expect.objectContaining({ nbOk: 1, nbErrors: 1 })])
  expect(await ages()).toEqual([1])
})
