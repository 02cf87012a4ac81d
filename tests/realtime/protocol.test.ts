/** The messages of a WebSocket connection, one by one. */
import { expect, test } from 'vitest'
import { keyOf, village } from '../support/accounts'
import { post, publish, read, untilFinalized, untilJournaled } from '../support/datasets'
import { ask, send } from '../support/http'
import { Socket } from '../support/sockets'

const csv = 'name,n\nA,1\nB,2\n'
const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

/** A dataset whose creation is long over: nothing of it is told again. */
async function settledDataset(key: string): Promise<string> {
  const { id } = await publish(csv, { key })
  const { env } = await import('cloudflare:workers')
  await env.DB.batch([
    env.DB.prepare(`update journal set date = '2020-01-01T00:00:00.000Z'`),
    env.DB.prepare(
      `update datasets set published = json_set(published, '$.finalizedAt', '2020-01-01T00:00:00.000Z'), version = version + 1`,
    ),
  ])
  return id
}

test('a client subscribes, receives the processing of a new file, and unsubscribes', async () => {
  const key = await keyOf()
  const id = await settledDataset(key)
  const channel = `datasets/${id}/journal`
  const socket = await Socket.open()
  socket.send({ type: 'subscribe', channel, apiKey: key })
  expect(await socket.next()).toEqual({ type: 'subscribe-confirm', channel })

  await post('name,n\nA,1\nB,2\nC,3\n', { key, id })
  await socket.until('finalize-end')
  const messages = socket.messages.slice(1)
  for (const message of messages) expect(message).toMatchObject({ type: 'message', channel, date })
  expect(Object.keys(messages[0] ?? {})).toEqual(['type', 'channel', 'data', 'date'])
  expect(socket.events().map(({ type, store }) => [type, store])).toEqual([
    ['data-updated', true],
    ...['store', 'analyze', 'validate', 'index'].flatMap((step) => [
      [`${step}-start`, false],
      [`${step}-end`, false],
    ]),
    ['finalize-start', false],
    ['draft-validated', true],
    ['finalize-end', true],
  ])
  expect(socket.events()[1]).toEqual({ type: 'store-start', date, draft: true, store: false })
  expect(socket.events().at(-1)).toEqual({ type: 'finalize-end', date, store: true })

  socket.send({ type: 'unsubscribe', channel })
  expect(await socket.next()).toEqual({ type: 'unsubscribe-confirm', channel })
  await post(csv, { key, id })
  await untilJournaled(id, key, 'finalize-end', 3)
  expect(socket.messages.at(-1)).toEqual({ type: 'unsubscribe-confirm', channel })
})

test.each([
  ['a.ics', 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20240101\nEND:VEVENT\nEND:VCALENDAR\n', true],
  ['a.json', '[{"a":1}]', true],
  ['a.csv', 'a\n1\n', false],
])('the conversion of %s has its own event: %s %s', async (fileName, content, isConverted) => {
  const key = await keyOf()
  const id = await settledDataset(key)
  const socket = await Socket.listening(id, key)
  await post(content, { key, id, fileName })
  await socket.until('analyze-start')
  // More may have come meanwhile.
  const conversion = isConverted ? ['normalize-start', 'normalize-end'] : []
  const first = ['data-updated', 'store-start', 'store-end', ...conversion, 'analyze-start']
  expect(socket.types().slice(0, first.length)).toEqual(first)
})

test('a change of rules is one validation', async () => {
  const key = await keyOf()
  const id = await settledDataset(key)
  const socket = await Socket.listening(id, key)
  const rule = (maximum: number) => {
    const schema = [
      { key: 'name', type: 'string' },
      { key: 'n', type: 'integer', maximum },
    ]
    return ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { schema } })
  }
  await rule(10)
  await socket.until('validate-end')
  await untilFinalized(id, key)
  await rule(1)
  await socket.until('validation-error')
  // The end of an activity that ended while the client subscribed is sent again.
  const types = socket.types().filter((type) => type !== 'finalize-end')
  expect(types).toEqual(['validate-start', 'validate-end', 'validate-start', 'validation-error'])
  expect(await read(id, key)).toMatchObject({ status: 'error', errorStatus: 'validation-updated' })
  await rule(10)
  expect(await untilFinalized(id, key)).not.toHaveProperty('errorStatus')
})

test('the progress of tasks is sent, with idle at the end', async () => {
  const key = await keyOf()
  const id = await settledDataset(key)
  const channel = `datasets/${id}/task-progress`
  const socket = await Socket.listening(id, key, 'task-progress')
  await post(csv, { key, id })
  await untilJournaled(id, key, 'finalize-end', 2)
  const sent: number[] = []
  for (;;) {
    const { data, ...message } = await socket.next()
    expect(message).toEqual({ type: 'message', channel, date })
    if (Object.keys(data ?? {}).length === 0) break
    sent.push(Date.parse(String(message.date)))
    expect(data).toEqual({
      task: expect.stringMatching(/^(store|analyze|validate|index|finalize)$/),
      progress: expect.any(Number),
    })
  }
  expect(sent.length).toBeGreaterThan(0)
  // At most four messages a second; the date of a message is read shortly after the time of the pace.
  expect(sent.slice(1).every((ms, at) => ms - (sent[at] ?? 0) > 200)).toBe(true)
  expect(await ask(`/api/v1/datasets/${id}/task-progress`, { key })).toEqual({})
})

test('an unreadable file has an error event', async () => {
  const key = await keyOf()
  const id = await settledDataset(key)
  const socket = await Socket.listening(id, key)
  await post('name,name\nA,1\n', { key, id })
  await socket.until('error')
  expect(socket.events().at(-1)).toEqual({
    type: 'error',
    date,
    draft: true,
    store: true,
    code: 'file-column-repeated',
    data: expect.stringContaining('il contient plusieurs fois la colonne "name"'),
  })
  expect((await read(id, key)).status).toBe('finalized')
})

test.each([
  ['not JSON', 'subscribe', { status: 400, data: expect.stringContaining('JSON') }],
  ['no channel', { type: 'subscribe' }, { status: 400, data: '"channel" is required' }],
  ['not an object', 'null', { status: 400, data: '"channel" is required' }],
  ['a channel that is no text', { type: 'subscribe', channel: 3 }, { status: 400, data: '"channel" is required' }],
  [
    'another type',
    { type: 'publish', channel: 'datasets/x/journal' },
    { status: 400, data: 'type should be "subscribe" or "unsubscribe"', channel: 'datasets/x/journal' },
  ],
  [
    'an unknown dataset',
    { type: 'subscribe', channel: 'datasets/xyz/journal' },
    { status: 404, data: 'Ressource datasets/xyz inconnue.', channel: 'datasets/xyz/journal' },
  ],
  [
    'an unknown resource',
    { type: 'subscribe', channel: 'planets/mars/journal' },
    { status: 404, data: 'Ressource planets/mars inconnue.', channel: 'planets/mars/journal' },
  ],
])('%s is an error, and the connection stays', async (_, message, error) => {
  const socket = await Socket.open()
  socket.send(message)
  expect(await socket.next()).toEqual({ type: 'error', ...error })
  socket.send(message)
  expect(await socket.next()).toEqual({ type: 'error', ...error })
  expect(socket.closed).toBeUndefined()
})

test('a subscription requires a key of the account with the scope, and an existing subject', async () => {
  const key = await keyOf()
  const id = await settledDataset(key)
  await send(`/api/v1/datasets/${id}/permissions`, { key, method: 'PUT', json: [{ classes: ['list', 'read'] }] })
  const channel = `datasets/${id}/journal`
  const forbidden = { type: 'error', status: 403, data: 'Permission manquante.', channel }
  const socket = await Socket.open()
  const answer = async (message: Record<string, unknown>) => {
    socket.send({ type: 'subscribe', channel, ...message })
    return socket.next()
  }
  expect(await answer({})).toEqual(forbidden)
  expect(await answer({ apiKey: await keyOf(village) })).toEqual(forbidden)
  expect(await answer({ apiKey: 'fairway_none' })).toEqual({
    type: 'error',
    status: 401,
    data: "Cette clé d'API est inconnue.",
    channel,
  })
  expect(await answer({ apiKey: await keyOf(undefined, { scopes: ['datasets-read'] }) })).toEqual({
    type: 'error',
    status: 403,
    data: "Cette clé d'API n'a pas la portée nécessaire (attendu=datasets - reçu=datasets-read).",
    channel,
  })
  expect(await answer({ apiKey: await keyOf(undefined, { expireAt: '2020-01-01' }) })).toMatchObject({
    status: 403,
    data: "Cette clé d'API est expirée.",
  })
  const other = `datasets/${id}/secrets`
  expect(await answer({ channel: other, apiKey: key })).toEqual({ ...forbidden, channel: other })
  const open = `datasets/${id}/transactions`
  expect(await answer({ channel: open })).toEqual({ type: 'subscribe-confirm', channel: open })
  expect(await answer({ apiKey: key })).toEqual({ type: 'subscribe-confirm', channel })
  expect(await answer({ apiKey: key })).toEqual({ type: 'subscribe-confirm', channel })
})

test.each(['/', '/api/', '/api/v1/anything', '/data-fair/', '/data-fair/api/', '//x//y'])(
  'a socket opens at %s',
  async (path) => {
    for (const vars of [undefined, { PUBLIC_URL: 'https://data.example.org/data-fair' }]) {
      const socket = await Socket.open(path, vars ? { vars } : {})
      socket.send({ type: 'unsubscribe', channel: 'datasets/x/journal' })
      expect(await socket.next()).toEqual({ type: 'unsubscribe-confirm', channel: 'datasets/x/journal' })
      socket.close()
    }
  },
)

test('messages are in English on request', async () => {
  const socket = await Socket.open('/', { headers: { 'accept-language': 'en-GB,fr;q=0.5' } })
  socket.send({ type: 'subscribe', channel: 'datasets/xyz/journal' })
  expect(await socket.next()).toMatchObject({ status: 404, data: 'The resource datasets/xyz is unknown.' })
})
