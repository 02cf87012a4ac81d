/** Attachments of lines are deleted when no line and no revision has their path: after bulk requests, patches and changes of the history. */
import { zipSync } from 'fflate'
import { beforeEach, expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { read } from '../../support/datasets'
import { bulk, createEditable, deleteLine, type Line, patchLine, putLine } from '../../support/editable'
import { ask, json, multipart, send } from '../../support/http'
import { objects, rows } from '../../support/stored'
import { eventually } from '../../support/wait'

const schema = [
  { key: 'label', type: 'string' },
  { key: 'doc', type: 'string', 'x-refersTo': 'http://schema.org/DigitalDocument' },
]
let key: string
let id: string
let first: string
let second: string

async function sent(lineId: string): Promise<string> {
  const parts = [
    { name: '_id', value: lineId },
    { name: 'attachment', value: `content of ${lineId}`, fileName: 'a "file".txt' },
  ]
  const response = await send(`/api/v1/datasets/${id}/lines`, { key, method: 'POST', ...multipart(parts) })
  return String((await json<Line>(response)).doc)
}

async function created(said: object = {}): Promise<void> {
  key = await keyOf()
  id = (await createEditable(key, { schema, ...said })).id
  first = await sent('1')
  second = await sent('2')
}

const statusOf = async (path: string) =>
  (await send(`/api/v1/datasets/${id}/attachments/${path.split('/').map(encodeURIComponent).join('/')}`, { key }))
    .status
const counted = async () => (await read(id, key)).storage as { attachments: { count: number; size: number } }

/** Waits until the storage has these files, which are served, and the other ones are not. */
function untilServed(served: readonly string[]): Promise<void> {
  return eventually(async () => {
    expect((await counted()).attachments.count).toBe(served.length)
    for (const path of [first, second])
      expect([path, await statusOf(path)]).toEqual([path, served.includes(path) ? 200 : 404])
  })
}

beforeEach(() => created())

const ways: [string, () => Promise<unknown>][] = [
  ['deletes it', () => bulk(id, key, [{ _id: '1', _action: 'delete' }])],
  ['replaces it without the file', () => bulk(id, key, [{ _id: '1', _action: 'update', label: 'x' }])],
  ['sets its path to null', () => bulk(id, key, [{ _id: '1', _action: 'patch', doc: null }])],
  ['is a PATCH with null', () => patchLine(id, key, '1', { doc: null })],
  ['replaces all lines', () => bulk(id, key, [{ _id: '2', doc: second }], { query: '?drop=true' })],
]
test.each(ways)('the file of a line goes when a request %s', async (_, request) => {
  await request()
  await untilServed([second])
  // Each object of the bucket is that of an attachment, or waits for its deletion.
  const known = await rows<{ name: string }>('select object name from attachments union select name from discards')
  expect(known.map(({ name }) => name)).toEqual(expect.arrayContaining(await objects()))
})

test('all files go with all lines', async () => {
  await send(`/api/v1/datasets/${id}/lines`, { method: 'DELETE', key })
  await untilServed([])
})

test('a file that another line names stays, also in a column that is no longer that of attachments', async () => {
  await bulk(id, key, [
    { _id: '3', doc: first },
    { _id: '4', label: second },
    { _id: '1', _action: 'delete' },
    { _id: '2', _action: 'delete' },
  ])
  const third = await sent('5')
  await bulk(id, key, [{ _id: '5', _action: 'delete' }])
  await eventually(async () => expect(await statusOf(third)).toBe(404))
  await untilServed([first, second])
})

test('a file that is sent again after the deletion of its line stays', async () => {
  await bulk(id, key, [{ _id: '1', _action: 'delete' }])
  expect(await sent('1')).toBe(first)
  await bulk(id, key, [{ _id: '2', _action: 'delete' }])
  await untilServed([first])
})

test('the files of an archive stay without lines: they may be named later', async () => {
  const parts = [
    { name: 'actions', value: '[{"_id":"z","doc":"docs/a.txt"}]', fileName: 'actions.json' },
    { name: 'attachments', value: zipSync({ 'docs/a.txt': new TextEncoder().encode('a') }), fileName: 'files.zip' },
  ]
  await send(`/api/v1/datasets/${id}/_bulk_lines`, { key, method: 'POST', ...multipart(parts) })
  await bulk(id, key, [
    { _id: 'z', _action: 'delete' },
    { _id: '1', _action: 'delete' },
  ])
  await eventually(async () => expect(await statusOf(first)).toBe(404))
  expect(await statusOf('docs/a.txt')).toBe(200)
})

test('files stay while a revision names them, and go when the history is switched off', async () => {
  await created({ rest: { history: true } })
  await deleteLine(id, key, '1')
  await bulk(id, key, [
    { _id: '2', _action: 'update', label: 'without its file' },
    { _id: '3', doc: second },
    { _id: '3', _action: 'delete' },
  ])
  const kept = await sent('4')
  await putLine(id, key, '4', { label: 'four', doc: kept })
  await eventually(async () => expect((await counted()).attachments.count).toBe(3))
  await untilServedWith([first, second, kept])
  await ask(`/api/v1/datasets/${id}`, { method: 'PATCH', key, json: { rest: { history: false } } })
  await eventually(async () => {
    expect([await statusOf(first), await statusOf(second), await statusOf(kept)]).toEqual([404, 404, 200])
    expect((await counted()).attachments.count).toBe(1)
  })
})

async function untilServedWith(paths: readonly string[]): Promise<void> {
  await eventually(async () => {
    const { finalizedAt = '', dataUpdatedAt = '' } = await read(id, key)
    expect(finalizedAt > dataUpdatedAt).toBe(true)
  })
  for (const path of paths) expect(await statusOf(path)).toBe(200)
}

test('all files go with all lines and their revisions', async () => {
  await created({ rest: { history: true } })
  await deleteLine(id, key, '1')
  await send(`/api/v1/datasets/${id}/lines`, { method: 'DELETE', key })
  await untilServed([])
})
