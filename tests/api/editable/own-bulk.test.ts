/** Bulk requests on own lines: no option affects the lines of other owners. */

import { beforeEach, expect, test } from 'vitest'
import { takeLock } from '../../../worker/datasets/editable/bulk-lock'
import { deleteDiscards } from '../../../worker/datasets/runs'
import { describe } from '../../../worker/errors'
import { limits } from '../../../worker/limits'
import { ruleSentence } from '../../../worker/schema/line-error-texts'
import { ann, keyOf, systemContext } from '../../support/accounts'
import { lines, read, untilFinalized } from '../../support/datasets'
import { createEditable, type Line, putLine, type Summary, trees } from '../../support/editable'
import { ask, json, type Sent, send } from '../../support/http'
import { lineTables } from '../../support/stored'

const bob = { type: 'user' as const, id: 'bob', name: 'Bob' }
const grants = [{ type: 'user', id: '*', classes: ['manageOwnLines'], operations: ['readSafeSchema'] }]
let [key, annKey, bobKey, id] = ['', '', '', '']

/** A dataset with two lines of Ann, one of Bob and one without owner. */
async function start(described: Record<string, unknown> = {}) {
  id = (await createEditable(key, { rest: { lineOwnership: true, history: true }, ...described })).id
  await ask(`/api/v1/datasets/${id}/permissions`, { key, method: 'PUT', json: grants })
  await own('user:bob', 'lines/b', { key: bobKey, method: 'PUT', json: { species: 'elm' } })
  await putLine(id, key, 'c', { species: 'fir' })
  await own('user:ann', '_bulk_lines', {
    key: annKey,
    json: [
      { _id: 'a1', species: 'oak' },
      { _id: 'a2', species: 'ash' },
    ],
  })
}
beforeEach(async () => {
  ;[key, annKey, bobKey] = [await keyOf(), await keyOf(ann), await keyOf(bob)]
  await start()
})
const own = (owner: string, path: string, sent: Sent) => send(`/api/v1/datasets/${id}/own/${owner}/${path}`, sent)
async function drop(actions: unknown[], sent: Sent = {}): Promise<[number, Summary]> {
  const response = await own('user:ann', '_bulk_lines?drop=true', { key: annKey, json: actions, ...sent })
  return [response.status, await json<Summary>(response)]
}
const all = async (query = 'sort=_id&select=_id,species,_owner') =>
  (await lines(id, query, key)).results.map(({ _id, species, _owner }) => [_id, species, _owner])
const untouched = [
  ['b', 'elm', 'user:bob'],
  ['c', 'fir', undefined],
]
const anns = [
  ['a1', 'oak', 'user:ann'],
  ['a2', 'ash', 'user:ann'],
]

test('drop replaces the lines of the caller only', async () => {
  const [status, summary] = await drop([
    { _id: 'a2', species: 'yew' },
    { _id: 'a3', species: 'box' },
  ])
  expect([status, summary]).toMatchObject([200, { nbOk: 2, nbCreated: 2, nbErrors: 0, dropped: true }])
  expect(await all()).toEqual([['a2', 'yew', 'user:ann'], ['a3', 'box', 'user:ann'], ...untouched])
  // The dataset is not processed again: writers do not wait.
  expect((await read(id, key)).status).toBe('finalized')
  expect(await all('q=oak&select=_id')).toEqual([])
  expect(await all('q=yew&select=_id,species')).toEqual([['a2', 'yew', undefined]])
  const revisions = async (path: string, sent: Sent) =>
    (
      await json<{ results: { _id: string; _action: string; _deleted?: true }[] }>(
        await send(`/api/v1/datasets/${id}/${path}?size=50`, sent),
      )
    ).results.map(({ _id, _action }) => `${_id} ${_action}`)
  expect(await revisions('own/user:ann/revisions', { key: annKey })).toEqual([
    'a1 delete',
    'a3 createOrUpdate',
    'a2 createOrUpdate',
    'a2 createOrUpdate',
    'a1 createOrUpdate',
  ])
  // Later revisions are newer than those of the replacement.
  await own('user:ann', 'lines/a3', { key: annKey, method: 'PATCH', json: { age: 3 } })
  expect((await revisions('revisions', { key }))[0]).toBe('a3 patch')
  expect(await revisions('lines/b/revisions', { key })).toEqual(['b createOrUpdate'])
})

test('drop with an empty list deletes the lines of the caller', async () => {
  expect(await drop([])).toMatchObject([200, { dropped: true }])
  expect(await all()).toEqual(untouched)
  expect((await lines(id, '', key)).total).toBe(2)
})

test.each([
  ['the id of a line of another owner', [{ _id: 'a3' }, { _id: 'b', species: 'yew' }], { line: 1, status: 404 }],
  ['the id of a line without owner', [{ _id: 'c', _action: 'create' }], { line: 0, status: 404 }],
  ['an update of an old line', [{ _id: 'a3' }, { _id: 'a1', _action: 'patch', age: 1 }], { line: 1, status: 404 }],
  ['a deletion of a line of another owner', [{ _id: 'a3' }, { _id: 'b', _action: 'delete' }], { line: 1, status: 404 }],
  ['an invalid line', [{ _id: 'a3' }, { age: 'x' }], { line: 1, status: 400 }],
])('drop is cancelled by %s', async (_, actions, error) => {
  const [, summary] = await drop(actions)
  expect(summary).toMatchObject({ cancelled: true, nbErrors: 1, errors: [error] })
  expect(summary).not.toHaveProperty('dropped')
  expect(await all()).toEqual([...anns, ...untouched])
})

test('drop is cancelled by a value that must be unique and is in a line of another owner', async () => {
  await start({ constraints: [{ type: 'unique', properties: ['species'] }] })
  const [, summary] = await drop([{ _id: 'a3', species: 'elm' }])
  expect(summary).toMatchObject({ cancelled: true, errors: [{ line: -1, status: 409 }] })
  expect(await all()).toEqual([...anns, ...untouched])
  expect(await drop([{ _id: 'a3', species: 'oak' }])).toMatchObject([200, { dropped: true }])
})

test('drop accepts a CSV of several batches, without history', async () => {
  await start({ rest: { lineOwnership: true } })
  const rows = Array.from({ length: 1_500 }, (_, at) => `n${at},pine`)
  const body = ['_id,species', ...rows].join('\n')
  const headers = { 'content-type': 'text/csv' }
  const response = await own('user:ann', '_bulk_lines?drop=true', { key: annKey, body, headers, method: 'POST' })
  expect(await json<Summary>(response)).toMatchObject({ nbCreated: 1_500, dropped: true })
  expect((await lines(id, '_owner_eq=user:ann&size=0', key)).total).toBe(1_500)
  expect((await lines(id, 'size=0', key)).total).toBe(1_502)
})

test('simultaneous replacements leave the lines of one of them, and keep those of other owners', async () => {
  const many = (name: string) => Array.from({ length: 300 }, (_, at) => ({ _id: `${name}${at}`, species: name }))
  const [first, second] = await Promise.all([
    drop(many('x')),
    drop(many('y')),
    ...Array.from({ length: 20 }, (_, at) =>
      own('user:bob', 'lines', { key: bobKey, json: { _id: `bob${at}`, species: 'elm' } }),
    ),
  ])
  expect([first, second]).toMatchObject([
    [200, { dropped: true }],
    [200, { dropped: true }],
  ])
  const { results, total } = await lines(id, '_owner_eq=user:ann&size=1000', key)
  expect(total).toBe(300)
  expect(new Set(results.map(({ species }) => species)).size).toBe(1)
  expect((await lines(id, '_owner_eq=user:bob&size=0', key)).total).toBe(21)
})

test('a replacement removes its temporary tables', async () => {
  const before = await lineTables()
  await drop([{ _id: 'a3' }])
  await drop([{ age: 'x' }])
  await deleteDiscards(systemContext())
  expect(await lineTables()).toEqual(before)
})

test('a lock of own lines blocks only its owner', async () => {
  await takeLock(systemContext(), id, 'user:bob')
  const locked = (owner: string, sent: Sent) =>
    own(owner, '_bulk_lines?lock=true', { method: 'POST', json: [{ species: 'yew' }], ...sent })
  const [anns, bobs] = await Promise.all([locked('user:ann', { key: annKey }), locked('user:bob', { key: bobKey })])
  expect([anns.status, bobs.status]).toEqual([200, 409])
  const schema = [...trees, { key: 'note', type: 'string' }]
  expect((await send(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { schema } })).status).toBe(200)
})

test('a primary key with _owner uses the owner of the address, not of the body', async () => {
  const described = { rest: { lineOwnership: true }, primaryKey: ['_owner', 'species'] }
  id = (await createEditable(key, described)).id
  await ask(`/api/v1/datasets/${id}/permissions`, { key, method: 'PUT', json: grants })
  const post = async (owner: string, key: string, body: Record<string, unknown>) =>
    json<Line>(await own(owner, 'lines', { key, json: { species: 'oak', ...body } }))
  // Ann cannot take the id that the line of Bob will have.
  const first = await post('user:ann', annKey, { _owner: 'user:bob' })
  const second = await post('user:bob', bobKey, {})
  expect([first._owner, second._owner]).toEqual(['user:ann', 'user:bob'])
  expect(first._id).not.toBe(second._id)
  const patched = await own('user:ann', `lines/${first._id}`, { key: annKey, method: 'PATCH', json: { age: 3 } })
  expect(patched.status).toBe(200)
  const again = { key: bobKey, json: [{ _action: 'patch', species: 'oak', age: 5 }] }
  expect(await json<Summary>(await own('user:bob', '_bulk_lines', again))).toMatchObject({ nbModified: 1 })
  expect((await lines(id, '', key)).total).toBe(2)
})

/** A body whose end waits until the test sends it. */
function openBody(start: string) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const encoder = new TextEncoder()
  const written = writer.write(encoder.encode(start))
  return { body: readable, end: () => Promise.all([written, writer.close()]) }
}

test.each([
  ['a line of another owner has taken one of its ids', undefined, () => own('user:bob', 'lines', bobsLine())],
  [
    'the schema changed',
    'dataset-changed' as const,
    () => send(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { schema: trees.slice(0, 2) } }),
  ],
])('drop is cancelled when meanwhile %s', async (_, code, meanwhile) => {
  const actions = Array.from({ length: limits.lines.firstBatchActions }, (_, at) => ({ _id: `n${at}`, species: 'yew' }))
  const { body, end } = openBody(`${actions.map((action) => JSON.stringify(action)).join('\n')}\n`)
  const headers = { 'content-type': 'application/x-ndjson', 'content-length': '50000' }
  // The answer starts once the first batch is written.
  const response = await own('user:ann', '_bulk_lines?drop=true', { key: annKey, method: 'POST', body, headers })
  expect((await meanwhile()).ok).toBe(true)
  await end()
  const summary = await json<Summary>(response)
  expect(summary).toMatchObject({ cancelled: true, nbErrors: 1, errors: [{ line: -1, status: 409 }] })
  const said = code ? describe({ code, params: { id } }, 'fr') : ruleSentence('idTaken')
  expect(summary.errors[0]?.error).toBe(said)
  await untilFinalized(id, key)
  expect((await all()).slice(0, 2)).toEqual(anns)
})
const bobsLine = () => ({ key: bobKey, json: { _id: 'n5', species: 'elm' } })

test('drop beyond its limit of lines replaces nothing', async () => {
  const body = `species\n${'yew\n'.repeat(limits.lines.maxOwnReplaced + 1)}`
  const headers = { 'content-type': 'text/csv' }
  const response = await own('user:ann', '_bulk_lines?drop=true', { key: annKey, method: 'POST', body, headers })
  expect(await json<Summary>(response)).toMatchObject({ cancelled: true, errors: [{ line: -1, status: 413 }] })
  expect((await all()).slice(0, 2)).toEqual(anns)
})
