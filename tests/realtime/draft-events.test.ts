/** Events of a draft cancelled by the service. */
import { expect, test } from 'vitest'
import { keyOf } from '../support/accounts'
import { post, publish } from '../support/datasets'
import { Socket } from '../support/sockets'

test.each([
  ['rows that are refused', 'n\n1\n9\n'],
  ['another structure', 'n,m\n1,2\n'],
])('a draft with %s: its step ends before it is cancelled', async (_, content) => {
  const key = await keyOf()
  const schema = JSON.stringify([{ key: 'n', type: 'integer', maximum: 5 }])
  const { id } = await publish('n\n1\n2\n', { key, parts: [{ name: 'schema', value: schema }] })
  const socket = await Socket.listening(id, key)
  await socket.until('finalize-end')
  expect((await post(content, { key, id, query: '?draft=compatibleOrCancel' })).status).toBe(200)
  await socket.until('draft-cancelled')
  const types = socket.types()
  expect(types.at(-1)).toBe('draft-cancelled')
  expect(types.indexOf('validate-end')).toBeGreaterThan(types.indexOf('validate-start'))
})
