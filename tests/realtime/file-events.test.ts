/** Events of the processing of a file after a change of its description. */
import { expect, test } from 'vitest'
import { keyOf } from '../support/accounts'
import { publish } from '../support/datasets'
import { patch } from '../support/master-data'
import { Socket } from '../support/sockets'

const index = ['index-start', 'index-end', 'finalize-start', 'finalize-end']
const validate = ['validate-start', 'validate-end', ...index]

test.each([
  ['capabilities', { 'x-capabilities': { text: false } }, 'validated', ['structure-updated', ...index]],
  ['a transformation', { 'x-transform': { type: 'string' } }, 'analyzed', ['structure-updated', ...validate]],
  ['a rule', { maximum: 9 }, 'validation-updated', ['validate-start', 'validate-end']],
])('%s: the steps that follow its status', async (_, settings, status, events) => {
  const key = await keyOf()
  const { id } = await publish('n\n1\n2\n', { key })
  const socket = await Socket.listening(id, key)
  await socket.until('finalize-end')
  const before = socket.events().length
  expect(await patch(id, key, { schema: [{ key: 'n', type: 'integer', ...settings }] })).toMatchObject({ status })
  await socket.until(events.at(-1) ?? '')
  const types = socket
    .events()
    .slice(before)
    .map(({ type }) => type)
  expect(types).toEqual(events)
})
