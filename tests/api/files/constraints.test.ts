/** Uniqueness constraints sent with a new file. */
import { expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { type Dataset, untilFinalized } from '../../support/datasets'
import { json, multipart, type Part, refusal, send } from '../../support/http'
import { leftBehind, nothing } from '../../support/stored'

const file: Part = { name: 'file', value: 'name,places\nA,1\nB,12\n', fileName: 'places.csv' }
const post = async (...parts: Part[]) =>
  send('/api/v1/datasets', { method: 'POST', key: await keyOf(), ...multipart([...parts, file]) })

const text = { key: 'name', type: 'string' }
test.each<[string, string[], unknown[]]>([
  ['without a column', [], []],
  ['on a calculated column', ['_i'], []],
  ['on a column that the file does not have', ['name', 'missing'], []],
  ['on a column of the schema that the file does not have', ['other'], [{ ...text, key: 'other' }]],
  ['on a column with several values', ['name'], [{ ...text, separator: ',' }]],
])('a uniqueness constraint %s is refused before the file is processed', async (_, properties, schema) => {
  const constraints = { name: 'constraints', value: JSON.stringify([{ type: 'unique', properties }]) }
  const fields = { name: 'schema', value: schema.length > 0 ? JSON.stringify(schema) : '' }
  const response = await post(constraints, fields)
  const [status, code] = await refusal(response)
  expect([status, code]).toEqual([400, properties.length === 0 ? 'constraint-empty' : 'constraint-refused'])
  expect(await leftBehind()).toEqual(nothing)
})

test('a uniqueness constraint on a column of the file is stored', async () => {
  const key = await keyOf()
  const constraints = { name: 'constraints', value: JSON.stringify([{ type: 'unique', properties: ['name'] }]) }
  const { id } = await json<Dataset>(await post(constraints))
  expect(await untilFinalized(id, key)).toMatchObject({ count: 2, constraints: [{ properties: ['name'] }] })
})
