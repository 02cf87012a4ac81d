/** Types of the keywords of a column: bounds, labels, formats. */
import { beforeEach, expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { createEditable, postLine } from '../../support/editable'
import { send } from '../../support/http'

let key: string
let id: string

beforeEach(async () => {
  key = await keyOf()
  id = (await createEditable(key)).id
})

test.each([
  ['minimum', 'x'],
  ['maximum', '1e'],
  ['minimum', {}],
  ['minLength', '3'],
  ['maxLength', -1],
  ['pattern', 1],
  ['patternErrorMessage', 1],
  ['x-required', 'true'],
  ['x-labels', ['a']],
  ['x-labelsRestricted', 1],
  ['separator', 1],
  ['x-capabilities', { index: 'no' }],
  ['readOnly', 'true'],
  ['format', 'time'],
  ['dateFormat', 1],
] as const)('the keyword %s with the value %j is refused by name', async (keyword, value) => {
  const schema = [{ key: 'a', type: 'integer', [keyword]: value }]
  for (const [path, method] of [
    ['/api/v1/datasets', 'POST'],
    [`/api/v1/datasets/${id}`, 'PATCH'],
  ] as const) {
    const json = method === 'POST' ? { isRest: true, title: 'x', schema } : { schema }
    const response = await send(path, { key, method, json })
    expect(await response.json()).toMatchObject({
      status: 400,
      code: 'body-invalid',
      detail: expect.stringContaining(`schema/0/${keyword}`),
    })
  }
})

test.each([3, '3', '', null])('the minimum %j is accepted', async (minimum) => {
  const { id: made } = await createEditable(key, { schema: [{ key: 'a', type: 'integer', minimum }] })
  const isBound = minimum !== '' && minimum !== null
  expect((await postLine(made, key, { a: 2 })).status).toBe(isBound ? 400 : 201)
  expect((await postLine(made, key, { a: 3 })).status).toBe(201)
})
