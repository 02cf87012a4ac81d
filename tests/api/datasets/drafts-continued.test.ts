/** Uploads into a waiting draft: parts missing from the upload are taken from the draft. */
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { withArchive } from '../../support/attachments'
import {
  type Dataset,
  decideDraft,
  journal,
  lines,
  post,
  publish,
  read,
  untilFinalized,
  untilJournaled,
  untilSettled,
  upload,
} from '../../support/datasets'
import { ask, json, multipart, type Part, refusal, send } from '../../support/http'
import { objects } from '../../support/stored'

const [first, second] = ['name,doc\nA,a.txt\n', 'name,doc\nB,a.txt\n']
const archiveOf = (text: string) => zipSync({ 'a.txt': strToU8(text) })

const put = (id: string, key: string, query: string, parts: Part[]) =>
  send(`/api/v1/datasets/${id}${query}`, { key, method: 'PUT', ...multipart(parts) })
const data = (content: string): Part => ({ name: 'file', value: content, fileName: 'places.csv' })
const archive = (text: string): Part => ({ name: 'attachments', value: archiveOf(text), fileName: 'files.zip' })

/** Sends the parts and waits until the draft is finalized again. */
async function putAndWait(id: string, key: string, query: string, parts: Part[]): Promise<Dataset> {
  const response = await put(id, key, query, parts)
  expect(response.status).toBe(200)
  expect(await json(response)).toMatchObject({ status: 'loaded' })
  return untilFinalized(id, key, '?draft=true')
}

const contents = async (id: string, key: string, query = '&draft=true') =>
  (await lines(id, `sort=name${query}`, key)).results.map((line) => [line.name, line['_file.content']])

test.each([
  ['new data, then a new archive', [data(second), archive('new')]],
  ['a new archive, then new data', [archive('new'), data(second)]],
])('%s: the draft has both, and the published version has neither', async (_, parts) => {
  const key = await keyOf()
  const { id } = await publish(first, { key, parts: withArchive(archiveOf('old')) })
  for (const part of parts) await putAndWait(id, key, '?draft=never', [part])
  expect(await contents(id, key)).toEqual([['B', 'new']])
  expect(await contents(id, key, '')).toEqual([['A', 'old']])
  expect((await decideDraft(id, 'POST', key)).status).toBe(200)
  await untilJournaled(id, key, 'draft-validated')
  expect(await contents(id, key, '')).toEqual([['B', 'new']])
})

test('a cancelled draft keeps the files of the published version, including shared ones', async () => {
  const key = await keyOf()
  const { id } = await publish(first, { key, parts: withArchive(archiveOf('old')) })
  const before = await objects()
  await putAndWait(id, key, '?draft=never', [data(second)])
  await putAndWait(id, key, '?draft=never', [archive('new')])
  expect((await decideDraft(id, 'DELETE', key)).status).toBe(200)
  expect(await contents(id, key, '')).toEqual([['A', 'old']])
  expect(await objects()).toEqual(expect.arrayContaining(before))
})

test('the next file of a draft keeps the patched schema of the draft', async () => {
  const key = await keyOf()
  const { id } = await publish('name,n\nA,1\n', { key })
  await putAndWait(id, key, '?draft=never', [data('name,n\nB,2\n')])
  const { schema } = await read(id, key, '?draft=true')
  const titled = schema.map((field) => (field.key === 'name' ? { ...field, title: 'The name' } : field))
  const address = `/api/v1/datasets/${id}?draft=true`
  await ask(address, { method: 'PATCH', key, json: { schema: titled } })
  const draft = await putAndWait(id, key, '?draft=never', [data('name,n\nC,3\n')])
  expect(draft.schema[0]).toMatchObject({ key: 'name', title: 'The name' })
  expect((await read(id, key)).schema[0]).not.toHaveProperty('title')
})

describe('a first draft', () => {
  const start = async () => {
    const key = await keyOf()
    const { id } = await upload(first, { key, query: '?draft=true', parts: withArchive(archiveOf('old')) })
    await untilFinalized(id, key, '?draft=true')
    return { key, id }
  }

  test.each([
    ['data', [data(second)], ['B', 'old']],
    ['an archive', [archive('new')], ['A', 'new']],
    ['a description and data', [{ name: 'title', value: 'Said' }, data(second)], ['B', 'old']],
  ])('takes %s', async (_, parts, expected) => {
    const { key, id } = await start()
    expect(await putAndWait(id, key, '?draft=true', parts)).toMatchObject({ draftReason: { key: 'file-new' } })
    expect(await contents(id, key)).toEqual([expected])
    expect((await read(id, key)).status).toBe('draft')
    if (parts.length > 1) expect((await read(id, key)).title).toBe('Said')
  })

  test('takes a description without a file, with draft=true only', async () => {
    const { key, id } = await start()
    const address = `/api/v1/datasets/${id}`
    const sent = { key, method: 'PUT', json: { title: 'Said' } }
    expect(await refusal(await send(address, sent))).toEqual([409, 'status-incompatible'])
    expect(await ask(`${address}?draft=true`, sent)).toMatchObject({ title: 'Said', status: 'finalized' })
  })

  test('is in error, not cancelled, when a new file violates its rules', async () => {
    const key = await keyOf()
    const schema = JSON.stringify([{ key: 'n', type: 'integer', maximum: 5 }])
    const { id } = await upload('n\n1\n2\n', { key, query: '?draft=true', parts: [{ name: 'schema', value: schema }] })
    await untilFinalized(id, key, '?draft=true')
    expect((await post('n\n1\n9\n', { key, id, query: '?draft=compatibleOrCancel' })).status).toBe(200)
    expect(await untilSettled(id, key, '?draft=true')).toMatchObject({ status: 'error' })
    expect((await journal(id, key))[0]).toMatchObject({ type: 'validation-error', draft: true })
  })
})

test('the file that follows one in error is an update', async () => {
  const key = await keyOf()
  const { id } = await upload('a,A\n1,2\n', { key })
  expect(await untilSettled(id, key)).toMatchObject({ status: 'error' })
  expect(await json(await post('a,b\n1,2\n', { key, id }))).toMatchObject({ draftReason: { key: 'file-updated' } })
})
