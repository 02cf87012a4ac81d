/** Permissions, lifetime and limits of WebSocket connections. */
import { listDurableObjectIds, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { forgetKeys, revocation } from '../../worker/accounts/keys/api-key'
import { addToJournal, type JournalEvent } from '../../worker/datasets/journal/journal'
import { announceJournal } from '../../worker/datasets/journal/live-journal'
import { tables } from '../../worker/db/client'
import { limits } from '../../worker/limits'
import type { SocketHub } from '../../worker/realtime'
import { handshakeHeader } from '../../worker/realtime/connection'
import { administrator, asAdmin, createdKey, keyOf, systemContext, town, village } from '../support/accounts'
import { publish } from '../support/datasets'
import { ask, origin, refusal, send } from '../support/http'
import { handshake, Socket, sleep } from '../support/sockets'
import { eventually } from '../support/wait'

const ctx = systemContext()
afterEach(() => vi.restoreAllMocks())

async function happens(id: string, type: string): Promise<void> {
  // A cast: types of the tests, such as `seen`, are none of the service.
  await ctx.db.batch([addToJournal(ctx, id, { type: type as JournalEvent['type'] })])
  await announceJournal(ctx, id)
}

async function signedIn(): Promise<string> {
  const json = { email: administrator.email, password: administrator.password }
  const response = await send('/api/auth/sign-in/email', { json, headers: { origin } })
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')
}

describe('the handshake', () => {
  test.each(['https://evil.example', 'https://data.example.org.evil.example', 'null', 'file://', 'not a url'])(
    'from a page of %s is refused before a hub is touched',
    async (from) => {
      const before = await listDurableObjectIds(env.SOCKET_HUBS)
      const response = await handshake('/', { headers: { origin: from } })
      expect(response.webSocket).toBeNull()
      expect(await refusal(response)).toEqual([403, 'socket-origin-refused'])
      expect(await listDurableObjectIds(env.SOCKET_HUBS)).toHaveLength(before.length)
    },
  )

  test.each([undefined, origin])('from %s is accepted', async (from) => {
    const socket = await Socket.open('/', from ? { headers: { origin: from } } : {})
    expect(socket.closed).toBeUndefined()
  })

  test('a key in the address or a header is ignored; a key in a message is accepted', async () => {
    const key = await keyOf()
    const { id } = await publish('name\nA\n', { key })
    const logs = (['log', 'info', 'warn', 'error'] as const).map((level) => vi.spyOn(console, level))
    for (const socket of [await Socket.open(`/?apiKey=${key}`), await Socket.open('/', { key })]) {
      socket.send({ type: 'subscribe', channel: `datasets/${id}/journal` })
      expect(await socket.next()).toMatchObject({ type: 'error', status: 403 })
      socket.send({ type: 'subscribe', channel: `datasets/${id}/journal`, apiKey: key })
      expect(await socket.next()).toMatchObject({ type: 'subscribe-confirm' })
    }
    // What is refused is logged, by its path alone.
    await send(`/api/v1/datasets/none?apiKey=${key}`, { key })
    const logged = logs.flatMap((spy) => spy.mock.calls.map((call) => call.map(String).join(' '))).join('\n')
    expect(logged).toContain('"path":"/api/v1/datasets/none","status":404')
    expect(logged).not.toContain(key)
  })
})

describe('a session', () => {
  test('receives the events that its user may read, until it ends', async () => {
    await asAdmin()
    const cookie = await signedIn()
    const form = new FormData()
    form.append('file', new File(['name\nA\n'], 'a.csv'))
    const encoded = new Response(form)
    const sameOrigin = { cookie, 'sec-fetch-site': 'same-origin' }
    const { id } = await ask<{ id: string }>(
      '/api/v1/datasets',
      {
        method: 'POST',
        body: new Uint8Array(await encoded.clone().arrayBuffer()),
        headers: { ...sameOrigin, 'content-type': encoded.headers.get('content-type') ?? '' },
      },
      201,
    )
    const socket = await Socket.open('/', { headers: { cookie, origin } })
    await socket.subscribe(`datasets/${id}/journal`)
    await happens(id, 'seen')
    await socket.until('seen')

    await sleep()
    await happens(id, 'seen-after-sleep')
    await socket.until('seen-after-sleep')

    const left = await send('/api/auth/sign-out', { method: 'POST', json: {}, headers: { ...sameOrigin, origin } })
    expect(left.status).toBe(200)
    await sleep()
    await happens(id, 'unseen')
    expect(await socket.untilClosed()).toMatchObject({ code: 1008 })
    expect(socket.types()).not.toContain('unseen')
    expect(socket.messages.at(-1)).toMatchObject({ type: 'error', status: 401 })
  })

  test('an anonymous socket stays anonymous after hibernation', async () => {
    const { id } = await publish('name\nA\n', { key: await keyOf() })
    const socket = await Socket.open()
    socket.send({ type: 'unsubscribe', channel: 'x' })
    await socket.next()
    await sleep()
    socket.send({ type: 'subscribe', channel: `datasets/${id}/journal` })
    expect(await socket.next()).toMatchObject({ type: 'error', status: 403 })
  })
})

describe('a withdrawn permission', () => {
  const entry = { type: 'organization', id: village.id, name: village.name, classes: ['readAdvanced'] }
  const setPermissions = (id: string, key: string, json: unknown) =>
    ask(`/api/v1/datasets/${id}/permissions`, { key, method: 'PUT', json })

  test('of the dataset is reported at once, and no further event is sent', async () => {
    const key = await keyOf()
    const { id } = await publish('name\nA\n', { key })
    await setPermissions(id, key, [entry])
    const [guest, host] = [await Socket.listening(id, await keyOf(village)), await Socket.listening(id, key)]
    await setPermissions(id, key, [])
    const channel = `datasets/${id}/journal`
    await eventually(() =>
      expect(guest.messages.at(-1)).toEqual({ type: 'error', status: 403, data: 'Permission manquante.', channel }),
    )
    await happens(id, 'secret')
    await host.until('secret')
    expect(guest.types()).not.toContain('secret')
    await setPermissions(id, key, [entry])
    guest.send({ type: 'subscribe', channel, apiKey: await keyOf(village) })
    await happens(id, 'shared')
    await guest.until('shared')
  })

  test('of the key applies from the next check', async () => {
    const { id: keyId, clearKey } = await createdKey(town)
    const { id } = await publish('name\nA\n', { key: clearKey })
    const socket = await Socket.listening(id, clearKey)
    const [first, ...more] = revocation(ctx, town, [keyId])
    if (first) await ctx.db.batch([first, ...more])
    forgetKeys([keyId])
    await sleep()
    await happens(id, 'secret')
    await eventually(() => expect(socket.messages.at(-1)).toMatchObject({ type: 'error', status: 401 }))
    expect(socket.types()).not.toContain('secret')
  })

  test('of a deleted dataset is reported', async () => {
    const key = await keyOf()
    const { id } = await publish('name\nA\n', { key })
    const socket = await Socket.listening(id, key)
    await send(`/api/v1/datasets/${id}`, { key, method: 'DELETE' })
    await eventually(() =>
      expect(socket.messages.at(-1)).toMatchObject({ status: 404, data: `Ressource datasets/${id} inconnue.` }),
    )
  })
})

describe('limits', () => {
  test.each([
    ['a long message', 'x'.repeat(limits.realtime.maxMessageBytes + 1), 1009],
    ['a binary message', new ArrayBuffer(8), 1003],
  ])('%s closes the socket', async (_, message, code) => {
    const socket = await Socket.open()
    socket.send(message)
    expect(await socket.untilClosed()).toMatchObject({ code })
  })

  test('a message of the maximum length is answered', async () => {
    const socket = await Socket.open()
    socket.send('x'.repeat(limits.realtime.maxMessageBytes))
    expect(await socket.next()).toMatchObject({ type: 'error', status: 400 })
  })

  test('a flood of messages closes its socket only', async () => {
    const [calm, flood] = [await Socket.open(), await Socket.open()]
    for (let i = 0; i < limits.realtime.messageBurst * 2; i++) flood.send({ type: 'unsubscribe', channel: 'x' })
    expect(await flood.untilClosed()).toMatchObject({ code: 1008 })
    calm.send({ type: 'unsubscribe', channel: 'x' })
    expect(await calm.next()).toEqual({ type: 'unsubscribe-confirm', channel: 'x' })
  })

  test('too many events close their socket only, and missed events are sent after the reconnection', async () => {
    const key = await keyOf()
    const { id } = await publish('name\nA\n', { key })
    const [calm, flooded] = [await Socket.open(), await Socket.listening(id, key, 'task-progress')]
    const task = 'x'.repeat(limits.realtime.sentCharsPerWindow / 4)
    // Failures are sent whatever the pace of progress.
    const told = { task, error: true }
    for (let progress = 0; progress < 6; progress++) await ctx.realtime.tell(id, 'task-progress', { ...told, progress })
    for (let progress = 0; progress < 3; progress++) expect(await flooded.next()).toMatchObject({ data: { progress } })
    expect(await flooded.untilClosed()).toMatchObject({ code: 1008 })
    calm.send({ type: 'unsubscribe', channel: 'x' })
    expect(await calm.next()).toEqual({ type: 'unsubscribe-confirm', channel: 'x' })
    await happens(id, 'meanwhile')
    const back = await Socket.listening(id, key)
    await back.until('meanwhile')
  })

  test('the number of sockets of a hub is limited', async () => {
    const { maxSocketsPerHub } = limits.realtime
    expect(maxSocketsPerHub).toBeLessThanOrEqual(32_768)
    const hub = env.SOCKET_HUBS.get(env.SOCKET_HUBS.newUniqueId())
    const ask = () => hub.fetch('https://hub/', { headers: { upgrade: 'websocket', [handshakeHeader]: handshake } })
    const handshake = JSON.stringify({ session: { baseUrl: origin, language: 'en' } })
    const first = await ask()
    expect(first.status).toBe(101)
    first.webSocket?.accept()
    await runInDurableObject(hub, (instance: SocketHub) => {
      // The map of a hub is its own: what counts is its size.
      vi.spyOn(Map.prototype, 'size', 'get').mockReturnValue(maxSocketsPerHub)
      const refused = instance.fetch(new Request('https://hub/', { headers: { [handshakeHeader]: handshake } }))
      vi.restoreAllMocks()
      expect(refused.status).toBe(503)
    })
    first.webSocket?.close()
  })

  test('the number of subscriptions is limited to the state kept during hibernation', async () => {
    const key = await keyOf()
    const { maxSubscriptions } = limits.realtime
    const { id } = await publish('name\nA\n', { key })
    // The longest ids, without the work of publishing each.
    const ids = Array.from({ length: maxSubscriptions + 1 }, (_, i) =>
      String(i).padStart(limits.datasets.maxIdChars, 'a'),
    )
    const [row] = await ctx.db.select().from(tables.datasets).where(eq(tables.datasets.id, id))
    if (!row) throw new Error('no dataset')
    for (const other of ids) await ctx.db.insert(tables.datasets).values({ ...row, id: other, slug: other })
    const socket = await Socket.open()
    for (const other of ids.slice(0, maxSubscriptions)) await socket.subscribe(`datasets/${other}/task-progress`, key)
    const last = `datasets/${ids.at(-1)}/task-progress`
    socket.send({ type: 'subscribe', channel: last, apiKey: key })
    expect(await socket.next()).toMatchObject({ type: 'error', status: 429, channel: last })
    await sleep()
    await ctx.realtime.tell(ids[0] ?? '', 'task-progress', { task: 'index', progress: 1 })
    expect(await socket.next()).toMatchObject({ data: { task: 'index', progress: 1 } })
    socket.send({ type: 'unsubscribe', channel: `datasets/${ids[0]}/task-progress` })
    await socket.next()
    await socket.subscribe(last, key)
  })
})
