/** Lines managed by their owners. */
import { beforeEach, expect, test } from 'vitest'
import { ann, keyOf, signedIn } from '../../support/accounts'
import { lines } from '../../support/datasets'
import { createEditable, type Line, postLine, type Summary } from '../../support/editable'
import { ask, json, refusal, send } from '../../support/http'

const bob = { type: 'user' as const, id: 'bob', name: 'Bob' }
let key: string
let [annKey, bobKey] = ['', '']
let id: string
beforeEach(async () => {
  key = await keyOf()
  annKey = await keyOf(ann)
  bobKey = await keyOf(bob)
  id = (await createEditable(key, { rest: { lineOwnership: true, history: true } })).id
  const grants = [{ type: 'user', id: '*', classes: ['manageOwnLines'], operations: ['readSafeSchema'] }]
  await ask(`/api/v1/datasets/${id}/permissions`, { key, method: 'PUT', json: grants })
})
const own = (owner: string, path: string, sent: Parameters<typeof send>[1]) =>
  send(`/api/v1/datasets/${id}/own/${owner}/${path}`, sent)

test('an owner writes, reads, changes and deletes its own lines only', async () => {
  const line = await json<Line>(
    await own('user:ann', 'lines', { key: annKey, json: { species: 'oak', _owner: 'user:bob' } }),
  )
  expect(line).toMatchObject({ species: 'oak', _owner: 'user:ann', _ownerName: 'Ann' })
  await own('user:bob', 'lines/b', { key: bobKey, method: 'PUT', json: { species: 'elm' } })
  await postLine(id, key, { _id: 'c', species: 'fir' })
  const mine = await json<{ total: number; results: Line[] }>(await own('user:ann', 'lines', { key: annKey }))
  expect([mine.total, mine.results.map(({ species }) => species)]).toEqual([1, ['oak']])
  expect((await lines(id, '', key)).total).toBe(3)
  const foreign = ['GET', 'DELETE'].map((method) => own('user:ann', 'lines/b', { key: annKey, method }))
  for (const response of await Promise.all(foreign)) expect(response.status).toBe(404)
  expect((await own('user:ann', 'lines/b', { key: annKey, method: 'PATCH', json: { age: 1 } })).status).toBe(404)
  expect((await own('user:ann', 'lines/b', { key: annKey, method: 'PUT', json: { age: 1 } })).status).toBe(404)
  expect((await own('user:ann', `lines/${line._id}`, { key: annKey, method: 'PATCH', json: { age: 1 } })).status).toBe(
    200,
  )
  const { summary } = {
    summary: await json<Summary>(
      await own('user:bob', '_bulk_lines', {
        key: bobKey,
        json: [
          { _id: 'b', _action: 'patch', age: 2 },
          { _id: line._id, _action: 'delete' },
        ],
      }),
    ),
  }
  expect(summary).toMatchObject({ nbOk: 1, nbModified: 1, nbErrors: 1, errors: [{ line: 1, status: 404 }] })
  const history = await json<{ total: number }>(await own('user:ann', 'revisions', { key: annKey }))
  expect(history.total).toBe(2)
  expect((await own('user:ann', `lines/${line._id}`, { key: annKey, method: 'DELETE' })).status).toBe(204)
})

test('own lines are written by their owner only, not by the owner of the dataset', async () => {
  expect(await refusal(await own('user:ann', 'lines', { key: bobKey }))).toEqual([403, 'owner-not-self'])
  expect(await refusal(await own('user:ann', 'lines', { key }))).toEqual([403, 'owner-not-self'])
  expect(await refusal(await own('group:ann', 'lines', { key: annKey }))).toEqual([400, 'owner-type-invalid'])
  expect(await refusal(await own('user:ann', 'lines', {}))).toEqual([401, 'sign-in-required'])
  for (const path of ['lines', 'schema']) {
    expect((await send(`/api/v1/datasets/${id}/${path}`, { key: annKey })).status).toBe(403)
  }
  expect((await send(`/api/v1/datasets/${id}/safe-schema`, { key: annKey })).status).toBe(200)
  expect((await own('organization:town', 'lines', { key })).status).toBe(200)
})

test('without the option the routes answer 501', async () => {
  id = (await createEditable(key, { title: 'Other' })).id
  expect(await refusal(await own('organization:town', 'lines', { key }))).toEqual([501, 'ownership-off'])
})

test('the ordinary routes read all lines, and may change their owner', async () => {
  await own('user:ann', 'lines/a', { key: annKey, method: 'PUT', json: { species: 'oak' } })
  await ask(`/api/v1/datasets/${id}/lines/a`, { key, method: 'PATCH', json: { _owner: 'user:bob', _ownerName: 'Bob' } })
  expect((await own('user:bob', 'lines/a', { key: bobKey })).status).toBe(200)
  expect((await own('user:ann', 'lines/a', { key: annKey })).status).toBe(404)
})

test('an owner with an additional suffix is refused', async () => {
  const { headers } = await signedIn('ann')
  expect((await own('user:ann', 'lines', { headers, json: { species: 'oak' } })).status).toBe(201)
  const named = ['user:ann:', 'user:ann:x', 'user:ann:x:y', 'user:', 'organization:town:', 'organization:town::x']
  for (const reference of named) {
    const sent = { ...(reference.startsWith('user') ? { headers } : { key }), json: { species: 'oak' } }
    expect([reference, ...(await refusal(await own(reference, 'lines', sent)))]).toEqual([
      reference,
      403,
      'owner-not-self',
    ])
  }
})

test.each([
  ['without scopes', []],
  ['that may write only', ['datasets-write']],
  ['that may read only', ['datasets-read']],
])('a key %s cannot write own lines', async (_, scopes) => {
  const sent = { key: await keyOf(ann, { scopes }), json: { species: 'oak' } }
  for (const owner of ['user:ann', 'user:bob']) {
    expect(await refusal(await own(owner, 'lines', sent))).toEqual([403, 'key-scope-missing'])
    expect(await refusal(await own(owner, '_bulk_lines?drop=true', { ...sent, json: [] }))).toEqual([
      403,
      'key-scope-missing',
    ])
    expect(await refusal(await own(owner, 'lines', { key: sent.key }))).toEqual([403, 'key-scope-missing'])
  }
})

test('a uniqueness constraint with _owner applies to each owner separately', async () => {
  const constraints = [{ type: 'unique', properties: ['_owner', 'species'] }]
  const patched = await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { constraints } })
  expect(patched).toMatchObject({ constraints })
  const post = (owner: string, key: string) => own(owner, 'lines', { key, json: { species: 'oak' } })
  expect((await post('user:ann', annKey)).status).toBe(201)
  expect((await post('user:bob', bobKey)).status).toBe(201)
  expect(await refusal(await post('user:bob', bobKey))).toEqual([409, 'line-conflict'])
  const rest = { lineOwnership: false }
  const without = await send(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { rest } })
  expect(await refusal(without)).toEqual([400, 'constraint-refused'])
})
