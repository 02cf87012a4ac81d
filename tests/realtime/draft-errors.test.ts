/** Errors reported by an application about its draft, on its channel. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keyOf, village } from '../support/accounts'
import { keyFor, makeApplication, operator, outside, path, register } from '../support/applications'
import { ask, origin, send } from '../support/http'
import { Socket } from '../support/sockets'

beforeEach(async () => {
  outside()
  await register(await operator())
})
afterEach(() => vi.restoreAllMocks())

const report = (id: string, key: string, query: string) =>
  send(`${path}/${id}/error`, {
    key,
    json: { message: 'no <b>colour</b>', field: 3 },
    headers: { referer: `${origin}/app/${id}${query}` },
  })

test('are sent to its editors, for errors of the draft only', async () => {
  const key = await keyFor()
  const { id } = await makeApplication({ key })
  await ask(`${path}/${id}/configuration`, { key, method: 'PUT', json: {} })
  const socket = await Socket.open()
  const channel = `applications/${id}/draft-error`
  await socket.subscribe(channel, key)
  expect((await report(id, key, '')).status).toBe(204)
  expect((await report(id, key, '?d-frame=true&draft=true')).status).toBe(204)
  expect(await socket.next()).toMatchObject({
    type: 'message',
    channel,
    data: { message: 'no <b>colour</b>', field: 3 },
  })
})

test('are refused to other users', async () => {
  const key = await keyFor()
  const { id } = await makeApplication({ key })
  await ask(`${path}/${id}/permissions`, { key, method: 'PUT', json: [{ classes: ['list', 'read'] }] })
  const answer = async (channel: string, apiKey?: string) => {
    const socket = await Socket.open()
    socket.send({ type: 'subscribe', channel, apiKey })
    return (await socket.next()).status
  }
  const channel = `applications/${id}/draft-error`
  expect(await answer(channel)).toBe(403)
  expect(await answer(channel, await keyFor(village))).toBe(403)
  expect(await answer(channel, await keyOf(undefined, { scopes: ['datasets'] }))).toBe(403)
  expect(await answer('applications/unknown/draft-error', key)).toBe(404)
})
