/** Messages of MQTT brokers in editable datasets, on a started service: cuts, restarts, credentials. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFolder, removeFolder, startServer } from '../bench/server.mjs'
import { freePort } from '../support/free-port.mjs'
import { startLosingProxy } from '../support/losing-proxy'
import {
  type Broker,
  mosquitto,
  publish,
  startAedes,
  startCuttingBroker,
  startFloodingBroker,
  startMosquitto,
} from '../support/mqtt-brokers'
import { authorityPath, user } from '../support/remote-servers/remote-server'

const folders: string[] = []
const stops: (() => Promise<void>)[] = []
let server: Awaited<ReturnType<typeof startServer>>

const newFolder = () => {
  const folder = makeFolder()
  folders.push(folder)
  return folder
}

beforeAll(async () => {
  const variables = { OUTGOING_ALLOW: '127.0.0.1,localhost', NODE_EXTRA_CA_CERTS: authorityPath }
  server = await startServer(newFolder(), { variables })
})
afterAll(async () => {
  for (const stop of stops) await stop()
  await server?.stop()
  for (const folder of folders) removeFolder(folder)
})

async function ask<Answer = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${server.url}/api/v1/${path}`, {
    method,
    headers: { 'x-apiKey': server.apiKey, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  // The caller knows the type of the response.
  return (await response.json()) as Answer
}

type Status = { status: string; stored: number; refused: number; error?: string }

async function listen(url: string, changes: Record<string, unknown> = {}) {
  const schema = [
    { key: 'number', type: 'integer' },
    { key: 'sensor', type: 'string' },
  ]
  const dataset = await ask<{ id: string }>('POST', 'datasets', { isRest: true, title: 'Measures', schema })
  const columns = [
    { key: 'number', path: 'number' },
    { key: 'sensor', path: '$topic[1]' },
  ]
  const { username, password } = user
  const config = {
    url,
    username,
    password,
    topics: ['sensors/+/level'],
    dataset: { id: dataset.id },
    columns,
    ...changes,
  }
  const collector = await ask<{ id: string }>('POST', 'collectors', {
    title: 'Sensors',
    plugin: 'mqtt',
    active: true,
    config,
  })
  const status = () => ask<Status>('GET', `collectors/${collector.id}/connection`)
  const lines = (query = '') =>
    ask<{ total: number; results: { number: number; sensor: string }[] }>(
      'GET',
      `datasets/${dataset.id}/lines?${query}`,
    )
  const distinct = async () =>
    (await ask<{ metric: number }>('GET', `datasets/${dataset.id}/metric_agg?metric=cardinality&field=number`)).metric
  return { collector: collector.id, status, lines, distinct }
}

const messages = (count: number) =>
  Array.from({ length: count }, (_, number) => ({
    topic: `sensors/s${number % 7}/level`,
    payload: JSON.stringify({ number }),
  }))

// aedes knows version 3.1.1 only.
const brokers: [string, string, () => Promise<Broker>][] = [
  ['aedes', '3.1.1', () => startAedes()],
  ...(mosquitto === undefined
    ? []
    : (['3.1.1', '5'] as const).map((version): [string, string, () => Promise<Broker>] => [
        'mosquitto',
        version,
        () => startMosquitto(mosquitto ?? '', newFolder()),
      ])),
]

test.each(brokers)('10,000 messages over a restart of %s, version %s, are stored once', async (_, version, start) => {
  const broker = await start()
  stops.push(broker.stop)
  const url = `mqtt://127.0.0.1:${broker.port}`
  const { status, lines, distinct } = await listen(url, { version, idPath: 'number' })
  await expect.poll(status).toMatchObject({ status: 'connected' })
  let restarted: Promise<void> | undefined
  await publish(broker.port, messages(10_000), {
    onSent: (count) => {
      if (count === 4_000) restarted = broker.restart()
    },
  })
  await restarted
  await expect.poll(distinct, { timeout: 60_000 }).toBe(10_000)
  expect(await lines('size=1')).toMatchObject({ total: 10_000 })
  expect(await status()).toMatchObject({ status: 'connected', refused: 0 })
})

test.each(brokers)(
  'messages redelivered by %s, version %s, are stored once without an id',
  async (name, version, start) => {
    const broker = await start()
    stops.push(broker.stop)
    const proxy = await startLosingProxy({
      ...{ port: await freePort(), broker: broker.port },
      ...{ version: version === '5' ? 5 : 4, marks: name === 'aedes' },
    })
    stops.push(async () => proxy.stop())
    const { status, lines } = await listen(`mqtt://127.0.0.1:${proxy.port}`, { version })
    const total = async () => (await lines('size=0')).total
    await expect.poll(status).toMatchObject({ status: 'connected' })
    // The content is the same each time: only the packets tell the messages apart.
    const same = { topic: 'sensors/s1/level', payload: '{"number":1}' }
    await publish(broker.port, Array(60).fill(same))
    // Mosquitto delivers 20 messages ahead of their acknowledgements.
    await expect.poll(() => proxy.lost()).toBeGreaterThanOrEqual(20)
    expect(await total()).toBe(proxy.lost())
    proxy.cut()
    await expect.poll(() => proxy.duplicates(), { timeout: 60_000 }).toBeGreaterThanOrEqual(20)
    await publish(broker.port, [same])
    await expect.poll(total).toBe(61)
    expect(await status()).toMatchObject({ status: 'connected', refused: 0 })
  },
)

test.each([
  ['keeps the session', true, 1],
  ['loses the session', false, 3],
])('a broker that %s delivers a message without acknowledgement again', async (_, keepsSession, stored) => {
  const message = { topic: 'sensors/s1/level', payload: '{"number":1}' }
  const broker = await startCuttingBroker({ message, cuts: 3, keepsSession })
  stops.push(broker.stop)
  const { status, lines } = await listen(`mqtt://127.0.0.1:${broker.port}`)
  await expect.poll(broker.deliveries).toBe(3)
  await expect.poll(status).toMatchObject({ status: 'connected', refused: 0 })
  expect(await lines('size=0')).toMatchObject({ total: stored })
})

test('over TLS: other topics are ignored, and messages that are not JSON have no columns', async () => {
  const broker = await startAedes({ secure: true })
  stops.push(broker.stop)
  const columns = [
    { key: 'sensor', path: '$topic[1]' },
    { key: 'number', path: '' },
  ]
  const { status, lines } = await listen(`mqtts://localhost:${broker.port}`, { columns })
  await expect.poll(status).toMatchObject({ status: 'connected' })
  await broker.publish('sensors/s1/other', '1')
  await broker.publish('sensors/s2/level', '42')
  await broker.publish('sensors/s3/level', 'no number')
  await expect.poll(status).toMatchObject({ stored: 1, refused: 1 })
  expect((await lines()).results).toMatchObject([{ sensor: 's2', number: 42 }])
})

test.skipIf(mosquitto === undefined)('Mosquitto with TLS and a password', async () => {
  const broker = await startMosquitto(mosquitto ?? '', newFolder())
  stops.push(broker.stop)
  const url = `mqtts://localhost:${broker.securePort}`
  const refused = await listen(url, { password: 'wrong' })
  await expect
    .poll(refused.status)
    .toMatchObject({ status: 'waiting', error: expect.stringContaining('refused the user name') })
  const { status, lines } = await listen(url)
  await expect.poll(status).toMatchObject({ status: 'connected' })
  await publish(broker.port, messages(3))
  await expect.poll(async () => (await lines('size=0')).total).toBe(3)
})

test('wrong credentials are reported, and corrected ones are used at once', async () => {
  const broker = await startAedes()
  stops.push(broker.stop)
  const url = `mqtt://127.0.0.1:${broker.port}`
  const { collector, status, lines } = await listen(url, { password: 'wrong' })
  await expect
    .poll(status)
    .toMatchObject({ status: 'waiting', error: expect.stringContaining('refused the user name') })
  expect(JSON.stringify(await status())).not.toContain('wrong')
  const { config } = await ask<{ config: object }>('GET', `collectors/${collector}`)
  expect(config).toMatchObject({ password: '********' })
  await ask('PATCH', `collectors/${collector}`, { config: { ...config, password: user.password } })
  await expect.poll(status).toMatchObject({ status: 'connected' })
  await publish(broker.port, messages(3))
  await expect.poll(async () => (await lines()).results.map(({ sensor }) => sensor).sort()).toEqual(['s0', 's1', 's2'])
  await ask('PATCH', `collectors/${collector}`, { active: false })
  await expect.poll(status).toMatchObject({ status: 'stopped' })
})

test('answers without end take no memory', async () => {
  const broker = await startFloodingBroker({
    packet: { cmd: 'suback', messageId: 1, granted: [1] },
    ...{ megabytes: 30, at: 'subscribed' },
  })
  stops.push(broker.stop)
  const { status } = await listen(`mqtt://127.0.0.1:${broker.port}`)
  await expect.poll(broker.megabytesTaken, { timeout: 60_000 }).toBeGreaterThanOrEqual(30)
  await expect.poll(status).toMatchObject({ status: 'connected' })
})

test('messages before the answer to SUBSCRIBE are read as far as there is room for them and their topics', async () => {
  const topic = 'sensors/s1/level'.repeat(4_000)
  const broker = await startFloodingBroker({
    packet: { cmd: 'publish', qos: 0, dup: false, retain: false, topic, payload: '1' },
    ...{ megabytes: 300, at: 'subscribe' },
  })
  stops.push(broker.stop)
  const { status } = await listen(`mqtt://127.0.0.1:${broker.port}`)
  await expect.poll(broker.megabytesTaken).toBeGreaterThan(5)
  const late = { status: 'waiting', error: expect.stringContaining('timeout') }
  await expect.poll(status, { timeout: 60_000 }).toMatchObject(late)
  // What waits, and the buffers of both sockets.
  expect(broker.megabytesTaken()).toBeLessThan(30)
})
