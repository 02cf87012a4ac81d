/** Bulks that write every action or none, and those that only check. */
import { zipSync } from 'fflate'
import { beforeEach, expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { lines } from '../../support/datasets'
import { bulk, createEditable, putLine, type Summary } from '../../support/editable'
import { json, multipart, send } from '../../support/http'

let key: string
let id: string
beforeEach(async () => {
  key = await keyOf()
  id = (await createEditable(key)).id
  await putLine(id, key, 'oak', { age: 3 })
})

const ages = async () => (await lines(id, 'sort=_id', key)).results.map(({ _id, age }) => [_id, age])
const valid = [
  { _id: 'elm', age: 4 },
  { _id: 'oak', age: 5 },
]
const invalid = [...valid, { _id: 'fir', age: 'old' }]

test.each<[string, string, unknown[]]>([
  ['in the first batch', '?allOrNothing=true', invalid],
  [
    'in a later batch',
    '?allOrNothing=true',
    [...valid, ...Array.from({ length: 3000 }, (_, age) => ({ _id: `t${age}`, age })), { _id: 'fir', age: 'old' }],
  ],
])('an error %s prevents all writes', async (_, query, actions) => {
  const { status, summary } = await bulk(id, key, actions, { query })
  expect(status).toBe(200)
  expect(summary).toMatchObject({ cancelled: true, nbOk: actions.length - 1, nbErrors: 1 })
  expect(summary.errors).toMatchObject([{ line: actions.length - 1, status: 400 }])
  expect(summary.indexedAt).toBeUndefined()
  expect(await ages()).toEqual([['oak', 3]])
})

test('a body that cannot be read to its end writes nothing', async () => {
  const body = '{"_id":"elm","age":4}\n{"_id":"fir"'
  const headers = { 'content-type': 'application/x-ndjson' }
  const { summary } = await bulk(id, key, undefined, { query: '?allOrNothing=true', body, headers })
  expect(summary).toMatchObject({ cancelled: true, nbErrors: 1 })
  expect(await ages()).toEqual([['oak', 3]])
})

test.each([
  ['json', 'application/json', JSON.stringify(valid)],
  ['ndjson', 'application/x-ndjson', valid.map((line) => JSON.stringify(line)).join('\n')],
  ['csv', 'text/csv', '_id,age\nelm,4\noak,5\n'],
])('without error, all actions of a body of %s are written', async (_, type, body) => {
  const headers = { 'content-type': type }
  const { summary } = await bulk(id, key, undefined, { query: '?allOrNothing=true', body, headers })
  expect(summary).toMatchObject({ nbCreated: 1, nbModified: 1, nbErrors: 0 })
  expect(summary.cancelled).toBeUndefined()
  expect(await ages()).toEqual([
    ['elm', 4],
    ['oak', 5],
  ])
})

test.each([
  ['', valid, { nbCreated: 1, nbModified: 1, nbErrors: 0 }],
  ['', invalid, { nbCreated: 1, nbModified: 1, nbErrors: 1 }],
  ['&drop=true', valid, { nbOk: 2, nbErrors: 0 }],
  ['&allOrNothing=true', [{ _id: 'oak', _action: 'delete' }], { nbDeleted: 1, nbErrors: 0 }],
  ['', [{ _id: 'gone', _action: 'patch', age: 1 }], { nbOk: 0, nbErrors: 1 }],
])('a dry run%s counts what would be done, and writes nothing', async (more, actions, expected) => {
  const { summary } = await bulk(id, key, actions, { query: `?dryRun=true${more}` })
  expect(summary).toMatchObject(expected)
  expect([summary.indexedAt, summary.dropped]).toEqual([undefined, undefined])
  expect(await ages()).toEqual([['oak', 3]])
})

/** More than a batch of other actions. */
const others = Array.from({ length: 1200 }, (_, age) => ({ _id: `t${age}`, age }))

test('a dry run knows the lines of its earlier batches', async () => {
  const actions = [
    { _action: 'create', _id: 'elm', age: 1 },
    { _action: 'delete', _id: 'oak' },
    ...others,
    { _action: 'create', _id: 'oak', age: 2 },
    { _action: 'patch', _id: 'elm', age: 2 },
  ]
  const expected = { nbCreated: 1202, nbModified: 1, nbDeleted: 1, nbErrors: 0 }
  expect((await bulk(id, key, actions, { query: '?dryRun=true' })).summary).toMatchObject(expected)
  const twice = [...actions, { _action: 'create', _id: 'elm', age: 3 }]
  expect((await bulk(id, key, twice, { query: '?allOrNothing=true' })).summary).toMatchObject({
    cancelled: true,
    errors: [{ line: actions.length, status: 409 }],
  })
  expect(await ages()).toEqual([['oak', 3]])
  expect((await bulk(id, key, actions, { query: '?allOrNothing=true' })).summary).toMatchObject(expected)
})

test.each([
  [[{ _action: 'create', _id: 'oak', age: 4 }], { nbCreated: 1, nbErrors: 0 }],
  [[{ _action: 'patch', _id: 'oak', age: 4 }], { nbCreated: 0, nbErrors: 1 }],
  [[{ _id: 'elm' }, ...others, { _id: 'elm', age: 4 }], { nbCreated: 1201, nbModified: 1, nbErrors: 0 }],
])('a dry run of a replacement counts what the replacement does (%#)', async (actions, expected) => {
  const { summary } = await bulk(id, key, actions, { query: '?drop=true&dryRun=true' })
  expect(summary).toMatchObject(expected)
  expect((await bulk(id, key, actions, { query: '?drop=true' })).summary).toMatchObject(expected)
})

test('the files of a bulk are stored when its actions are written', async () => {
  const schema = [
    { key: 'age', type: 'integer' },
    { key: 'doc', type: 'string', 'x-refersTo': 'http://schema.org/DigitalDocument' },
  ]
  const { id: withFiles } = await createEditable(key, { schema })
  const sent = async (age: unknown, query: string) => {
    const parts = [
      { name: 'actions', value: JSON.stringify([{ _id: '1', doc: 'a.txt', age }]), fileName: 'actions.json' },
      { name: 'attachments', value: zipSync({ 'a.txt': new TextEncoder().encode('first') }), fileName: 'files.zip' },
    ]
    return json<Summary>(
      await send(`/api/v1/datasets/${withFiles}/_bulk_lines?${query}`, { key, method: 'POST', ...multipart(parts) }),
    )
  }
  const file = async () => {
    const response = await send(`/api/v1/datasets/${withFiles}/attachments/a.txt`, { key })
    await response.text()
    return response.status
  }
  expect(await sent('old', 'allOrNothing=true')).toMatchObject({ nbErrors: 1 })
  expect(await sent(3, 'dryRun=true')).toMatchObject({ nbCreated: 1 })
  expect(await file()).toBe(404)
  expect(await sent(3, 'allOrNothing=true')).toMatchObject({ nbCreated: 1, nbErrors: 0 })
  expect(await file()).toBe(200)
})
