/** Attachments of own lines are stored in the folder of their owner, and lines cannot refer to files of other owners. */
import { zipSync } from 'fflate'
import { beforeEach, expect, test } from 'vitest'
import { ann, keyOf } from '../../support/accounts'
import { lines } from '../../support/datasets'
import { createEditable, deleteLine, type Line, putLine, type Summary, untilRefreshed } from '../../support/editable'
import { ask, json, multipart, type Part, type Sent, send } from '../../support/http'

const bob = { type: 'user' as const, id: 'bob', name: 'Bob' }
const schema = [
  { key: 'label', type: 'string' },
  { key: 'doc', type: 'string', 'x-refersTo': 'http://schema.org/DigitalDocument' },
]
const grants = [{ type: 'user', id: '*', classes: ['manageOwnLines'], operations: [] }]
const text = (words: string) => new TextEncoder().encode(words)
let [key, annKey, bobKey, id] = ['', '', '', '']
beforeEach(async () => {
  ;[key, annKey, bobKey] = [await keyOf(), await keyOf(ann), await keyOf(bob)]
  id = (await createEditable(key, { schema, rest: { lineOwnership: true } })).id
  await ask(`/api/v1/datasets/${id}/permissions`, { key, method: 'PUT', json: grants })
})
const own = (owner: string, path: string, sent: Sent) => send(`/api/v1/datasets/${id}/own/user:${owner}/${path}`, sent)
const keyFor = (owner: string) => (owner === 'ann' ? annKey : bobKey)
const sendParts = (owner: string, path: string, parts: Part[], method = 'POST') =>
  own(owner, path, { key: keyFor(owner), method, ...multipart(parts) })
const upload = async (owner: string, content: string, path = 'lines', method = 'POST') =>
  json<Line>(await sendParts(owner, path, [{ name: 'attachment', value: content, fileName: 'a.txt' }], method))
const archive = async (owner: string, files: Record<string, string>, actions: unknown[], query = '') =>
  json<Summary>(
    await sendParts(owner, `_bulk_lines${query}`, [
      { name: 'actions', value: JSON.stringify(actions), fileName: 'actions.json' },
      {
        name: 'attachments',
        value: zipSync(Object.fromEntries(Object.entries(files).map(([path, words]) => [path, text(words)]))),
        fileName: 'files.zip',
      },
    ]),
  )
const ordinaryArchive = (files: Record<string, string>) =>
  send(`/api/v1/datasets/${id}/_bulk_lines`, {
    key,
    method: 'POST',
    ...multipart([
      { name: 'actions', value: '[]', fileName: 'actions.json' },
      {
        name: 'attachments',
        value: zipSync(Object.fromEntries(Object.entries(files).map(([path, words]) => [path, text(words)]))),
        fileName: 'files.zip',
      },
    ]),
  })
const stored = async () => {
  const { results } = await ask<{ results: { path: string; url: string }[] }>(`/api/v1/datasets/${id}/attachments`, {
    key,
  })
  const contents = results.map(async ({ path, url }) => [path, await (await send(url, { key })).text()])
  return Object.fromEntries(await Promise.all(contents))
}
const linesOf = async (owner: string, query = '') =>
  (await json<{ results: Line[] }>(await own(owner, `lines?${query}`, { key: keyFor(owner) }))).results

test('the file of an own line is stored in the folder of its owner, and deleted with its line', async () => {
  const line = await upload('ann', 'of ann')
  expect(line.doc).toBe(`own/user:ann/${line._id}/${String(line.doc).split('/').at(-2)}/a.txt`)
  expect(await stored()).toEqual({ [String(line.doc)]: 'of ann' })
  const [shown] = await linesOf('ann')
  expect(await (await send(String(shown?._attachment_url), { key })).text()).toBe('of ann')
  // Sent back as it was read.
  await own('ann', `lines/${line._id}`, { key: annKey, method: 'PUT', json: { label: 'one', doc: line.doc } })
  expect(Object.values(await stored())).toEqual(['of ann'])
  await upload('ann', 'changed', `lines/${line._id}`, 'PUT')
  expect(Object.values(await stored())).toEqual(['changed'])
  await own('ann', `lines/${line._id}`, { key: annKey, method: 'PUT', json: { label: 'one' } })
  expect(await stored()).toEqual({})
  await upload('ann', 'again', `lines/${line._id}`, 'PUT')
  await own('ann', `lines/${line._id}`, { key: annKey, method: 'DELETE' })
  expect(await stored()).toEqual({})
})

test('a line that names the path of the file of another owner gives no access to it', async () => {
  const secret = await upload('bob', 'the secret of bob')
  await ordinaryArchive({ 'shared/plan.txt': 'the secret of town' })
  const paths = [String(secret.doc), 'shared/plan.txt', `own/user:ann/../user:bob/${secret._id}`]
  const sent = paths.map((doc, at) => ({ _id: `a${at}`, doc }))
  for (const one of sent) await own('ann', 'lines', { key: annKey, json: one })
  await own('ann', 'lines/a3', { key: annKey, method: 'PUT', json: { label: 'three' } })
  await own('ann', 'lines/a3', { key: annKey, method: 'PATCH', json: { doc: paths[0] } })
  const csv = `_id,doc\na4,${paths[0]}\na5,${paths[1]}\n`
  await own('ann', '_bulk_lines', { key: annKey, method: 'POST', body: csv, headers: { 'content-type': 'text/csv' } })
  await archive('ann', {}, [{ _id: 'a6', doc: paths[0] }])
  await archive('ann', {}, [...sent, { _id: 'a7', doc: paths[1] }], '?drop=true')
  await own('ann', '_bulk_lines', { key: annKey, json: sent.map((one) => ({ ...one, _id: `b${one._id}` })) })
  await untilRefreshed(id, key)
  const mine = await linesOf('ann', 'size=50')
  expect(mine.length).toBeGreaterThan(6)
  for (const line of mine) {
    expect(String(line.doc)).toMatch(/^own\/user:ann\//)
    expect(line['_file.content']).toBeUndefined()
    expect((await send(String(line._attachment_url), { key })).status).toBe(404)
  }
  expect((await linesOf('bob'))[0]?.['_file.content']).toBe('the secret of bob')
  expect(await linesOf('ann', 'q=secret')).toEqual([])
})

test('an archive of own lines replaces and removes files of its owner only', async () => {
  await ordinaryArchive({ 'docs/one.txt': 'of town' })
  await archive('bob', { 'docs/one.txt': 'of bob' }, [{ _id: 'b', doc: 'docs/one.txt' }])
  const summary = await archive('ann', { 'docs/one.txt': 'of ann', 'docs/two.txt': 'too' }, [
    { _id: 'a', doc: 'docs/one.txt' },
    { _id: 'a2', doc: 'own/user:ann/docs/two.txt' },
  ])
  expect(summary).toMatchObject({ nbOk: 2, nbErrors: 0 })
  const [town, bobs] = ['docs/one.txt', 'own/user:bob/docs/one.txt']
  expect(await stored()).toEqual({
    [town]: 'of town',
    [bobs]: 'of bob',
    'own/user:ann/docs/one.txt': 'of ann',
    'own/user:ann/docs/two.txt': 'too',
  })
  await untilRefreshed(id, key)
  expect(await linesOf('ann', 'sort=_id')).toMatchObject([
    { _id: 'a', doc: 'own/user:ann/docs/one.txt', '_file.content': 'of ann' },
    { _id: 'a2', doc: 'own/user:ann/docs/two.txt', '_file.content': 'too' },
  ])
  const others = { [town]: 'of town', [bobs]: 'of bob' }
  const aimed = { 'own/user:bob/docs/one.txt': 'hostile' }
  expect(await archive('ann', aimed, [], '?drop=true')).toMatchObject({ dropped: true })
  expect(await stored()).toEqual({ ...others, 'own/user:ann/own/user:bob/docs/one.txt': 'hostile' })
  expect(await archive('ann', {}, [], '?drop=true')).toMatchObject({ dropped: true })
  expect(await stored()).toEqual(others)
})

test('the deletion of an own line keeps files at the paths of lines of other owners', async () => {
  await ordinaryArchive({ 'docs/one.txt': 'of town', 'own/user:bob/docs/one.txt': 'of bob' })
  const line = await own('ann', 'lines/docs', { key: annKey, method: 'PUT', json: { label: 'x' } })
  expect(line.status).toBe(200)
  await own('ann', 'lines/docs', { key: annKey, method: 'PUT', json: { label: 'y' } })
  await upload('ann', 'of ann', 'lines/docs', 'PUT')
  await own('ann', 'lines/docs', { key: annKey, method: 'DELETE' })
  expect(Object.keys(await stored())).toEqual(['docs/one.txt', 'own/user:bob/docs/one.txt'])
})

test('a line given to another owner keeps its file until the file is replaced', async () => {
  const parts = multipart([
    { name: '_body', value: JSON.stringify({ _owner: 'user:ann', _ownerName: 'Ann' }) },
    { name: 'attachment', value: 'from town', fileName: 'a.txt' },
  ])
  const line = await json<Line>(await send(`/api/v1/datasets/${id}/lines`, { key, method: 'POST', ...parts }))
  const path = `lines/${line._id}`
  const kept = await own('ann', path, { key: annKey, method: 'PUT', json: { label: 'kept', doc: line.doc } })
  expect(await json<Line>(kept)).toMatchObject({ doc: line.doc })
  await own('ann', '_bulk_lines', { key: annKey, json: [{ _id: line._id, label: 'kept again', doc: line.doc }] })
  expect(await linesOf('ann')).toMatchObject([{ label: 'kept again', doc: line.doc }])
  const dropped = await own('ann', '_bulk_lines?drop=true', { key: annKey, json: [{ _id: line._id, doc: line.doc }] })
  expect(await json<Summary>(dropped)).toMatchObject({ dropped: true })
  expect(await linesOf('ann')).toMatchObject([{ doc: line.doc }])
  expect(Object.values(await stored())).toEqual(['from town'])
  await upload('ann', 'of ann', path, 'PUT')
  expect(Object.values(await stored())).toEqual(['of ann'])
  await ask(`/api/v1/datasets/${id}/${path}`, { key, method: 'PATCH', json: { _owner: 'user:bob' } })
  await upload('bob', 'of bob', path, 'PUT')
  expect(Object.values(await stored())).toEqual(['of bob'])
  await deleteLine(id, key, line._id)
  expect(await stored()).toEqual({})
})

test('a caller who writes all lines deletes the attachment with the own line', async () => {
  const { _id } = await upload('ann', 'of ann')
  await putLine(id, key, _id, { label: 'without file' })
  expect(await stored()).toEqual({})
  expect((await lines(id, '', key)).total).toBe(1)
})
