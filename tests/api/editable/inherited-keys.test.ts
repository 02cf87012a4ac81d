/** Keys of JSON that every JavaScript object inherits: columns, labels and extensions are called so, or `__proto__` is refused. */
import { beforeEach, expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { lines } from '../../support/datasets'
import {
  bulk,
  createEditable,
  getLine,
  type Line,
  patchLine,
  postLine,
  putLine,
  untilRefreshed,
} from '../../support/editable'
import { ask, json, refusal, send } from '../../support/http'

const schema = [
  { key: 'name', type: 'string', 'x-labels': { constructor: 'Builder', toString: 'Writer' } },
  { key: 'constructor', type: 'string' },
  { key: 'prototype', type: 'integer' },
]
let key: string
let id: string

beforeEach(async () => {
  key = await keyOf()
  id = (await createEditable(key, { schema })).id
})

/** JSON text with a key that object literals cannot have. */
const proto = (rest = '') => `{"__proto__":{"name":"quince"}${rest}}`
const sendText = (path: string, body: string, method = 'POST', type = 'application/json') =>
  send(path, { key, method, body, headers: { 'content-type': type } })

test.each(['POST', 'PUT', 'PATCH'])('%s of a line with the key __proto__ is refused', async (method) => {
  await putLine(id, key, 'a', { name: 'medlar' })
  const path = `/api/v1/datasets/${id}/lines${method === 'POST' ? '' : '/a'}`
  for (const body of [
    proto(),
    proto(',"name":"x"'),
    proto().replace('__', '\\u005f_'),
    '{"constructor":{"__proto__":1}}',
  ])
    expect(await refusal(await sendText(path, body, method)), body).toEqual([400, 'json-key-refused'])
  expect((await lines(id, '', key)).results).toMatchObject([{ name: 'medlar' }])
})

test('a line of a form with such a part is refused as an unknown column', async () => {
  const form = new FormData()
  form.set('__proto__', 'x')
  form.set('name', 'quince')
  const response = await send(`/api/v1/datasets/${id}/lines`, { key, method: 'POST', body: form })
  expect(await json(response)).toMatchObject({ status: 400, detail: expect.stringContaining('(__proto__)') })
})

test.each(['application/json', 'application/x-ndjson'])('a bulk of %s refuses that line only', async (type) => {
  const good = '{"_id":"b","name":"medlar"}'
  const body = type === 'application/json' ? `[${proto(',"_id":"a"')},${good}]` : `${proto(',"_id":"a"')}\n${good}\n`
  const { summary } = await bulk(id, key, undefined, { body, headers: { 'content-type': type } })
  expect(summary).toMatchObject({ nbOk: 1, nbErrors: 1 })
  expect(summary.errors[0]).toMatchObject({ line: 0, status: 400, error: expect.stringContaining('(__proto__)') })
})

test('descriptions with that key are refused, naming where it is', async () => {
  const path = `/api/v1/datasets/${id}`
  for (const [body, pointer] of [
    ['{"extras":{"a":{"__proto__":1}}}', '/extras/a/__proto__'],
    ['{"schema":[{"key":"name","type":"string","x-labels":{"__proto__":"x"}}]}', '/schema/0/x-labels/__proto__'],
  ] as const) {
    const response = await sendText(path, body, 'PATCH')
    expect(await json(response)).toMatchObject({ code: 'json-key-refused', detail: expect.stringContaining(pointer) })
  }
})

test('columns and labels of inherited names are read, written, searched and grouped', async () => {
  expect((await postLine(id, key, { _id: 'a', name: 'constructor', constructor: 'ann', prototype: 3 })).status).toBe(
    200,
  )
  expect((await postLine(id, key, { _id: 'b', name: 'toString' })).status).toBe(200)
  expect((await patchLine(id, key, 'b', { prototype: 4 })).status).toBe(200)
  const stored = await json<Line>(await getLine(id, key, 'b'))
  expect(stored).toMatchObject({ name: 'toString', prototype: 4 })
  expect(Object.hasOwn(stored, 'constructor')).toBe(false)
  expect((await lines(id, 'constructor_eq=ann&sort=prototype', key)).results).toMatchObject([{ _id: 'a' }])
  const { metrics } = await ask<{ metrics: Record<string, { max: number }> }>(
    `/api/v1/datasets/${id}/simple_metrics_agg?fields=prototype`,
    { key },
  )
  expect(metrics.prototype).toMatchObject({ min: 3, max: 4 })
  expect(await ask(`/api/v1/datasets/${id}/values-labels/name`, { key })).toEqual([
    { value: 'constructor', label: 'Builder' },
    { value: 'toString', label: 'Writer' },
  ])
  await untilRefreshed(id, key)
  const read = await ask<typeof schema>(`/api/v1/datasets/${id}/schema?calculated=false`, { key })
  expect(read.map((field) => field.key)).toEqual(['name', 'constructor', 'prototype'])
  expect(Object.entries(read[0]?.['x-labels'] ?? {})).toEqual([
    ['constructor', 'Builder'],
    ['toString', 'Writer'],
  ])
  const xlsx = await send(`/api/v1/datasets/${id}/lines?format=xlsx`, { key })
  expect(xlsx.status).toBe(200)
})

test('an expression reads and fills columns of inherited names', async () => {
  const extensions = [
    { active: true, type: 'exprEval', expr: 'CONCATENATE(name, "!")', property: { key: 'valueOf', type: 'string' } },
  ]
  await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { extensions } })
  const simulated = await ask<Line>(`/api/v1/datasets/${id}/_simulate-extension`, { key, json: { name: 'quince' } })
  expect(simulated).toMatchObject({ name: 'quince', valueOf: 'quince!' })
  expect(Object.hasOwn(simulated, 'constructor')).toBe(false)
})
