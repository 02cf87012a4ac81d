/** The parts of a bulk that is sent as a form. */
import { beforeEach, expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { createEditable, type Summary } from '../../support/editable'
import { json, multipart, type Part, refusal, send } from '../../support/http'

let key: string
let id: string
beforeEach(async () => {
  key = await keyOf()
  id = (await createEditable(key)).id
})

const post = (parts: Part[]) => send(`/api/v1/datasets/${id}/_bulk_lines`, { key, ...multipart(parts) })
const array = '[{"_id":"oak","age":3}]'

test.each<[string, Omit<Part, 'name'>]>([
  ['a file without an extension, by its media type', { fileName: 'blob', type: 'application/json', value: array }],
  ['a CSV without an extension', { fileName: 'blob', type: 'text/csv', value: '_id,age\noak,3\n' }],
  ['the extension before the media type', { fileName: 'a.json', type: 'text/csv', value: array }],
  ['a text with an array', { value: ` ${array}` }],
  ['a text with one object per line', { value: '{"_id":"oak","age":3}\n' }],
])('actions are read from %s', async (_, part) => {
  const response = await post([{ name: 'actions', ...part }])
  expect(response.status).toBe(200)
  expect(await json<Summary>(response)).toMatchObject({ nbOk: 1, nbCreated: 1, nbErrors: 0 })
})

test.each<[string, Part[], string]>([
  ['without actions and attachments', [{ name: 'sep', value: ';' }], 'actions-missing'],
  [
    'with two parts of actions',
    [
      { name: 'actions', value: array, fileName: 'a.json' },
      { name: 'actions', value: array },
    ],
    'body-invalid',
  ],
  ['with a file in another part', [{ name: 'lines', value: array, fileName: 'a.json' }], 'part-unknown'],
])('a form %s is refused', async (_, parts, code) => {
  expect(await refusal(await post(parts))).toEqual([400, code])
})
