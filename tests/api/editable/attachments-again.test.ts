/** Contents of the attachments of editable lines after their files or tables are replaced. */
import { zipSync } from 'fflate'
import { beforeEach, expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { lines, read, untilFinalized } from '../../support/datasets'
import { createEditable, type Summary, untilRefreshed } from '../../support/editable'
import { ask, json, multipart, send } from '../../support/http'
import { Socket } from '../../support/sockets'
import { eventually } from '../../support/wait'

const schema = [
  { key: 'label', type: 'string' },
  { key: 'doc', type: 'string', 'x-refersTo': 'http://schema.org/DigitalDocument' },
]
const archiveOf = (files: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(text)])))
let key: string
let id: string
async function sendBulk(actions: unknown[], files: Record<string, string>, query = ''): Promise<Summary> {
  const parts = [
    { name: 'actions', value: JSON.stringify(actions), fileName: 'actions.json' },
    { name: 'attachments', value: archiveOf(files), fileName: 'files.zip' },
  ]
  const response = await send(`/api/v1/datasets/${id}/_bulk_lines${query}`, {
    key,
    method: 'POST',
    ...multipart(parts),
  })
  return json<Summary>(response)
}
const contents = async () =>
  (await lines(id, 'sort=_id', key)).results.map((line) => [line._id, line['_file.content'] ?? line['_file.error']])
const untilRead = (expected: unknown[]) => eventually(async () => expect(await contents()).toEqual(expected))

beforeEach(async () => {
  key = await keyOf()
  id = (await createEditable(key, { schema })).id
  const both = [
    { _id: '1', doc: 'a.txt' },
    { _id: '2', doc: 'b.txt' },
  ]
  await sendBulk(both, { 'a.txt': 'first' })
  await untilRefreshed(id, key)
  await untilRead([
    ['1', 'first'],
    ['2', 'This file is missing.'],
  ])
})

test('attachments sent alone are read again, and the end of their processing is announced', async () => {
  const before = await read(id, key)
  const socket = await Socket.listening(id, key)
  await socket.until('finalize-end')
  expect(await sendBulk([], { 'a.txt': 'changed', 'b.txt': 'here' })).toMatchObject({ nbOk: 0, nbErrors: 0 })
  await socket.until('finalize-end')
  expect(await contents()).toEqual([
    ['1', 'changed'],
    ['2', 'here'],
  ])
  expect((await lines(id, 'q=changed', key)).total).toBe(1)
  expect((await lines(id, 'q=first', key)).total).toBe(0)
  const after = await read(id, key)
  expect(String(after.dataUpdatedAt) > String(before.dataUpdatedAt)).toBe(true)
  expect(after.storage).toMatchObject({ attachments: { count: 2 } })
})

test('attachments of lines that the request does not change are read again', async () => {
  const summary = await sendBulk([{ _id: '1', doc: 'a.txt' }], { 'a.txt': 'changed' })
  expect(summary).toMatchObject({ nbOk: 1, nbNotModified: 1 })
  await untilRead([
    ['1', 'changed'],
    ['2', 'This file is missing.'],
  ])
})

test('attachments of lines that replace all others are read again', async () => {
  const summary = await sendBulk([{ _id: '3', doc: 'b.txt' }], { 'b.txt': 'new' }, '?drop=true')
  expect(summary).toMatchObject({ dropped: true })
  await untilRead([['3', 'new']])
})

test('attachments are read again after a change of the schema', async () => {
  const wider = [...schema, { key: 'n', type: 'integer' }]
  await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { schema: wider } })
  await untilFinalized(id, key)
  await untilRead([
    ['1', 'first'],
    ['2', 'This file is missing.'],
  ])
})

test('a synchronization without changes announces its end', async () => {
  id = (await createEditable(key, { schema, primaryKey: ['doc'] })).id
  await sendBulk([{ doc: 'a.txt' }], { 'a.txt': 'first' })
  await untilRefreshed(id, key)
  const socket = await Socket.listening(id, key)
  await socket.until('finalize-end')
  const heard = socket.events().length
  const sync = { key, method: 'POST', headers: { 'content-length': '0' } }
  const summary = await ask<Summary>(`/api/v1/datasets/${id}/_sync_attachments_lines`, sync)
  expect(summary).toMatchObject({ nbOk: 1, nbNotModified: 1 })
  await socket.until('finalize-end')
  expect(socket.types().slice(heard)).toEqual(['index-start', 'index-end', 'finalize-start', 'finalize-end'])
})
