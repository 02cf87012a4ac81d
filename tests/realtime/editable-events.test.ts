/** Events of an editable dataset, by operation. */
import { expect, test } from 'vitest'
import { keyOf } from '../support/accounts'
import { type Dataset, journal, read, untilFinalized } from '../support/datasets'
import { bulk, createEditable, deleteLine, patchLine, postLine, putLine, untilRefreshed } from '../support/editable'
import { ask, send } from '../support/http'
import { Socket } from '../support/sockets'

const name = { key: 'name', type: 'string' }
const n = { key: 'n', type: 'integer' }

/** Incremental writes: the steps of the refresh are announced, and none is stored. */
const refreshed = [
  ['index-start', false],
  ['index-end', false],
  ['finalize-start', false],
  ['finalize-end', false],
]
/** A new table: each step is announced; the operation and its end are stored. */
const rebuilt = (cause: string) => [
  [cause, true],
  ['index-start', false],
  ['index-end', false],
  ['finalize-start', false],
  ['finalize-end', true],
]

type Act = (id: string, key: string) => Promise<unknown>
const patchSchema =
  (...schema: unknown[]): Act =>
  (id, key) =>
    ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { schema } })

test.each<[string, Act, unknown[][]]>([
  ['a new line', (id, key) => postLine(id, key, { _id: 'b', name: 'B' }), refreshed],
  ['a line replaced', (id, key) => putLine(id, key, 'a', { name: 'C' }), refreshed],
  ['a line changed', (id, key) => patchLine(id, key, 'a', { name: 'D' }), refreshed],
  ['a line deleted', (id, key) => deleteLine(id, key, 'a'), refreshed],
  ['all lines deleted', (id, key) => send(`/api/v1/datasets/${id}/lines`, { key, method: 'DELETE' }), refreshed],
  ['a bulk', (id, key) => bulk(id, key, [{ name: 'E' }, { _id: 'a', _action: 'delete' }]), refreshed],
  ['a bulk that changes nothing', (id, key) => bulk(id, key, [{ _id: 'a', name: 'A', n: 1 }]), refreshed],
  ['a bulk without actions', (id, key) => bulk(id, key, []), refreshed],
  [
    'a bulk in place of all',
    (id, key) => bulk(id, key, [{ name: 'E' }], { query: '?drop=true' }),
    rebuilt('data-updated'),
  ],
  ['a new field', patchSchema(name, n, { key: 'z', type: 'string' }), rebuilt('structure-updated')],
  ['a field of another type', patchSchema(name, { ...n, type: 'string' }), rebuilt('structure-updated')],
  ['a field less', patchSchema(name), rebuilt('structure-updated')],
  ['a capability', patchSchema(name, { ...n, 'x-capabilities': { values: false } }), rebuilt('structure-updated')],
  [
    'a history',
    (id, key) => ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { rest: { history: true } } }),
    [
      ['finalize-start', false],
      ['finalize-end', true],
    ],
  ],
])('%s', async (_, act, told) => {
  const key = await keyOf()
  const { id } = await createEditable(key, { schema: [name, n] })
  await postLine(id, key, { _id: 'a', name: 'A', n: 1 })
  await untilRefreshed(id, key)
  const before = await journal(id, key)
  const socket = await Socket.listening(id, key)
  // What has just happened is told first.
  await socket.until('finalize-end')
  const heard = socket.events().length
  await act(id, key)
  await socket.until('finalize-end')
  expect(
    socket
      .events()
      .slice(heard)
      .map(({ type, store }) => [type, store]),
  ).toEqual(told)
  const kept = told.flatMap(([type, store]) => (store ? [type] : []))
  const added = (await journal(id, key)).slice(0, -before.length)
  expect(added.map(({ type }) => type).reverse()).toEqual(kept)
})

test('a line with computed values is extended before it is indexed', async () => {
  const key = await keyOf()
  const { id } = await createEditable(key, { schema: [name, n] })
  const twice = { type: 'exprEval', active: true, expr: 'n * 2', property: { key: 'twice', type: 'integer' } }
  await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { extensions: [twice] } })
  await untilFinalized(id, key)
  const socket = await Socket.listening(id, key)
  await socket.until('finalize-end')
  const heard = socket.events().length
  await postLine(id, key, { _id: 'a', name: 'A', n: 1 })
  await socket.until('finalize-end')
  const types = socket.types().slice(heard)
  expect(types).toEqual(['extend-start', 'extend-end', ...refreshed.map(([type]) => type)])
})

test('a line of a copy is followed by a refresh like any other', async () => {
  const key = await keyOf()
  const { id: dataset } = await createEditable(key, { schema: [name, n] })
  await bulk(dataset, key, [{ _id: 'a', name: 'A' }])
  const initFrom = { dataset, parts: ['schema', 'data'] }
  const json = { isRest: true, title: 'Copy', initFrom }
  const { id } = await ask<Dataset>('/api/v1/datasets', { key, json }, 201)
  await untilFinalized(id, key)
  for (const at of [1, 2]) {
    const socket = await Socket.listening(id, key)
    await socket.until('finalize-end')
    const heard = socket.events().length
    await postLine(id, key, { _id: `b${at}`, name: 'B', n: at })
    await socket.until('finalize-end')
    expect(
      socket
        .events()
        .slice(heard)
        .map(({ type, store }) => [type, store]),
    ).toEqual(refreshed)
    const copy = await read(id, key)
    expect(copy.count).toBe(1 + at)
    expect(String(copy.finalizedAt) > String(copy.dataUpdatedAt)).toBe(true)
    expect(copy.schema.find((field) => field.key === 'n')).toMatchObject({ 'x-cardinality': at })
    socket.close()
  }
})
