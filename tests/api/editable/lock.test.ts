/** Exclusive bulk requests. */
import { expect, test } from 'vitest'
import { activeLocks, takeLock } from '../../../worker/datasets/editable/bulk-lock'
import { limits } from '../../../worker/limits'
import { keyOf, signedIn, systemContext } from '../../support/accounts'
import { bulk, createEditable, postLine, trees } from '../../support/editable'
import { ask, refusal, send } from '../../support/http'

const lock = { query: '?lock=true' }
const held = { code: 'dataset-locked', status: 409 }

test('bulk requests with a lock run one after the other, and release it', async () => {
  const key = await keyOf()
  const { id } = await createEditable(key)
  const many = (name: string) => Array.from({ length: 1_200 }, (_, at) => ({ _id: `${name}-${at}`, species: name }))
  const both = await Promise.all([bulk(id, key, many('oak'), lock), bulk(id, key, many('ash'), lock)])
  expect(both.map(({ status, summary }) => [status, summary.nbCreated])).toEqual([
    [200, 1_200],
    [200, 1_200],
  ])
  const root = await signedIn('root', [], { isAdmin: true })
  const headers = { ...root.headers, cookie: `${root.headers.cookie}; __Host-admin_mode=1` }
  expect(await ask(`/api/v1/datasets/${id}/_diagnose`, { headers })).toMatchObject({ locks: [] })
})

test.each([
  ['of one batch', [{ species: 'oak' }]],
  ['of no line that is good', [{ age: 'old' }]],
  ['of nothing', []],
])('a bulk request with a lock %s releases it', async (_, actions) => {
  const key = await keyOf()
  const { id } = await createEditable(key)
  await bulk(id, key, actions, lock)
  expect(await activeLocks(systemContext(), id)).toEqual([])
})

test('while a lock is held, other callers may write lines, but neither lock nor change the schema', async () => {
  const key = await keyOf()
  const { id } = await createEditable(key)
  await takeLock(systemContext(), id)
  expect((await postLine(id, key, { species: 'oak' })).status).toBe(201)
  expect((await bulk(id, key, [{ species: 'ash' }])).status).toBe(200)
  const patch = (json: unknown) => send(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json })
  expect((await patch({ title: 'Other' })).status).toBe(200)
  const [locked, patched, synced] = await Promise.all([
    bulk(id, key, [{ species: 'elm' }], lock),
    patch({ schema: [...trees, { key: 'note', type: 'string' }] }),
    send(`/api/v1/datasets/${id}/_bulk_lines?lock=true&drop=true`, { key, json: [] }),
  ])
  expect([locked.status, locked.summary]).toMatchObject([409, held])
  expect(await refusal(patched)).toEqual([409, 'dataset-locked'])
  expect(Number(synced.headers.get('retry-after'))).toBeGreaterThan(0)

  const path = `/api/v1/datasets/${id}/_lock`
  const root = await signedIn('root', [], { isAdmin: true })
  expect(await refusal(await send(path, { method: 'DELETE', headers: root.headers }))).toEqual([
    403,
    'super-admin-only',
  ])
  const headers = { ...root.headers, cookie: `${root.headers.cookie}; __Host-admin_mode=1` }
  expect((await send(path, { method: 'DELETE', headers })).status).toBe(204)
  expect((await bulk(id, key, [{ species: 'elm' }], lock)).status).toBe(200)
})

test('the lock of an interrupted request expires', async () => {
  const key = await keyOf()
  const { id } = await createEditable(key)
  const before = new Date(Date.now() - limits.datasets.lockMs)
  await takeLock({ ...systemContext(), now: () => before }, id)
  expect((await bulk(id, key, [{ species: 'elm' }], lock)).status).toBe(200)
})
