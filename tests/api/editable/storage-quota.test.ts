/** Storage used by editable lines, and the limits of their account. */
import { beforeEach, expect, test } from 'vitest'
import { forgetQuotas } from '../../../worker/accounts/quotas/account-usage'
import { limits } from '../../../worker/limits'
import { ann, keyOf } from '../../support/accounts'
import { bulk, createEditable, deleteLine, patchLine, postLine, putLine, untilRefreshed } from '../../support/editable'
import { ask, multipart, refusal, send } from '../../support/http'

const serviceKey = 'a-service-key-for-tests'
const vars = { SERVICE_KEY: serviceKey }
const path = `/api/v1/limits/user/ann?key=${serviceKey}`
const schema = [
  { key: 'label', type: 'string' },
  { key: 'n', type: 'integer' },
  { key: 'doc', type: 'string', 'x-refersTo': 'http://schema.org/DigitalDocument' },
]
let key: string
let id: string
beforeEach(async () => {
  key = await keyOf(ann)
  id = (await createEditable(key, { schema: schema.slice(0, 2), rest: { history: true } })).id
})

async function limit(bytes: number): Promise<void> {
  await ask(path, { json: { lastUpdate: new Date().toISOString(), store_bytes: { limit: bytes } }, vars })
  forgetQuotas({ type: 'user', id: 'ann' })
}
const used = async () =>
  (await ask<Record<'store_bytes', { consumption: number }>>(path, { vars })).store_bytes.consumption

test('the storage of lines and revisions is measured as a CSV, and counted for the account', async () => {
  await bulk(id, key, [
    { _id: 'a', label: 'aaa', n: 1 },
    { _id: 'b', label: 'bébé', n: 22 },
  ])
  const { storage } = await untilRefreshed(id, key)
  expect(storage).toMatchObject({
    indexed: { size: 16, parts: ['lines'] },
    collection: { count: 2, size: 16 },
    revisions: { count: 2, size: expect.any(Number) },
    attachments: { count: 0, size: 0 },
    metadataAttachments: { count: 0, size: 0 },
  })
  const total = (storage as { size: number }).size
  expect(total).toBeGreaterThan(16)
  expect(await used()).toBe(total)
  await send(`/api/v1/datasets/${id}/lines`, { key, method: 'DELETE' })
  await untilRefreshed(id, key)
  expect(await used()).toBe(0)
})

test('lines of more fields than columns are measured and observed as the others', async () => {
  const plain = Array.from({ length: limits.lines.maxColumns }, (_, at) => ({ key: `f${at}`, type: 'string' }))
  const beyond = [
    { key: 'kind', type: 'string' },
    { key: 'count', type: 'number' },
    { key: 'open', type: 'boolean' },
    { key: 'tags', type: 'string', separator: ', ' },
    { key: 'long', type: 'string' },
  ]
  const wide = (await createEditable(key, { schema: [...plain, ...beyond] })).id
  const long = 'x'.repeat(limits.schema.maxFilterableChars + 1)
  await bulk(wide, key, [
    { _id: 'a', kind: 'é', count: 1.5, open: true, tags: 'a, b' },
    { _id: 'b', kind: 'é', count: 1.5, open: false, tags: 'b' },
    { _id: 'c', kind: 'z', count: 20, open: true, tags: 'b', long },
    { _id: 'd', kind: 'z', open: false, tags: 'a' },
  ])
  const { schema, storage } = await untilRefreshed(wide, key)
  const field = (name: string) => schema.find((one) => one.key === name)
  expect(field('kind')).toMatchObject({ 'x-cardinality': 2, enum: ['z', 'é'] })
  expect(field('count')).toMatchObject({ 'x-cardinality': 2 })
  expect(field('count')).not.toHaveProperty('enum')
  expect(field('open')).toMatchObject({ 'x-cardinality': 2, enum: [false, true] })
  expect(field('tags')).toMatchObject({ 'x-cardinality': 2, enum: ['b', 'a'] })
  expect(field('long')).toMatchObject({ 'x-cardinality': 0 })
  const separators = 4 * (plain.length + beyond.length)
  // é takes two bytes, a boolean one; lists are JSON.
  const values = 6 + 8 + 4 + 9 + 3 * 5 + long.length
  expect(storage).toMatchObject({ collection: { count: 4, size: separators + values } })
})

test('the storage of attachments is counted, that of revisions only with a history', async () => {
  id = (await createEditable(key, { schema, title: 'Files' })).id
  const parts = [{ name: 'attachment', value: 'x'.repeat(1000), fileName: 'a.txt' }]
  const response = await send(`/api/v1/datasets/${id}/lines`, { key, method: 'POST', ...multipart(parts) })
  expect(response.status).toBe(201)
  const { storage } = await untilRefreshed(id, key)
  expect(storage).toMatchObject({ attachments: { count: 1, size: 1000 } })
  expect(storage).not.toHaveProperty('revisions')
  expect(await used()).toBeGreaterThan(1000)
})

test('writes beyond the quota are refused, deletions are not', async () => {
  const json = { label: 'x'.repeat(400) }
  await postLine(id, key, { _id: 'a', n: 1 })
  await limit(100)
  expect(await refusal(await postLine(id, key, json))).toEqual([429, 'quota-storage'])
  expect(await refusal(await putLine(id, key, 'a', json))).toEqual([429, 'quota-storage'])
  expect(await refusal(await patchLine(id, key, 'a', json))).toEqual([429, 'quota-storage'])
  expect(await refusal(await send(`/api/v1/datasets/${id}/_bulk_lines`, { key, json: [json] }))).toEqual([
    429,
    'quota-storage',
  ])
  const parts = [{ name: 'actions', value: JSON.stringify([json]), fileName: 'a.json' }]
  const sent = multipart(parts)
  expect(await refusal(await send(`/api/v1/datasets/${id}/_bulk_lines`, { key, method: 'POST', ...sent }))).toEqual([
    429,
    'quota-storage',
  ])
  expect((await patchLine(id, key, 'a', { n: 2 })).status).toBe(200)
  await limit(0)
  expect(await refusal(await patchLine(id, key, 'a', { n: 3 }))).toEqual([429, 'quota-storage'])
  expect((await deleteLine(id, key, 'a')).status).toBe(204)
})

test('a dataset at its size limit refuses lines, whatever the quota of its account', async () => {
  // An account whose limits no other test has set: they are remembered for some seconds.
  key = await keyOf()
  id = (await createEditable(key, { schema: schema.slice(0, 2) })).id
  expect((await bulk(id, key, [{ _id: 'a', label: 'x'.repeat(900) }])).status).toBe(200)
  const { storage } = await untilRefreshed(id, key)
  const full = { MAX_FILE_BYTES: String((storage as { size: number }).size) }
  const write = (path: string, method: string, json: unknown) =>
    send(`/api/v1/datasets/${id}/${path}`, { key, method, json, vars: full })
  expect(await refusal(await write('lines', 'POST', { label: 'y' }))).toEqual([413, 'dataset-full'])
  expect(await refusal(await write('lines/a', 'PATCH', { n: 1 }))).toEqual([413, 'dataset-full'])
  expect(await refusal(await write('_bulk_lines', 'POST', [{ label: 'y' }]))).toEqual([413, 'dataset-full'])
  expect((await send(`/api/v1/datasets/${id}/lines/a`, { key, method: 'DELETE', vars: full })).status).toBe(204)
  expect((await postLine(id, key, { label: 'y' })).status).toBe(201)
})
