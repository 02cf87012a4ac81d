/** Events of an editable dataset, by operation. */
import { expect, test } from 'vitest'
import { keyOf } from '../support/accounts'
import { journal } from '../support/datasets'
import { bulk, createEditable, deleteLine, patchLine, postLine, putLine, untilRefreshed } from '../support/editable'
import { ask, send } from '../support/http'
import { Socket } from '../support/sockets'

const name = { key: 'name', type: 'string' }
const n = { key: 'n', type: 'integer' }

/** Incremental writes: only the end of the refresh is announced, and it is not stored. */
const refreshed = [['finalize-end', false]]
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
  [
    'a bulk in place of all',
    (id, key) => bulk(id, key, [{ name: 'E' }], { query: '?drop=true' }),
    rebuilt('data-updated'),
  ],
  ['a new field', patchSchema(name, n, { key: 'z', type: 'string' }), rebuilt('structure-updated')],
  ['a field of another type', patchSchema(name, { ...n, type: 'string' }), rebuilt('structure-updated')],
  ['a field less', patchSchema(name), rebuilt('structure-updated')],
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
