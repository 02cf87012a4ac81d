/** Messages sent by devices to the address of a collector. */
import { describe, expect, test } from 'vitest'
import { limits } from '../../../worker/limits'
import { keyOf, town, village } from '../../support/accounts'
import { type CollectorDocument, makeCollector } from '../../support/collectors'
import { ask, json, refusal, send } from '../../support/http'
import { eventually } from '../../support/wait'

type Line = Record<string, unknown>
type Stored = { stored: number; refused: number }

const makeWebhook = (key: string, config: object) =>
  ask<CollectorDocument>('/api/v1/collectors', {
    key,
    json: { title: 'Sensors', plugin: 'webhook', active: true, config },
  })

async function receiving(key: string, config: object = {}) {
  const schema = [
    { key: 'station', type: 'string' },
    { key: 'level', type: 'number' },
  ]
  const dataset = await ask<{ id: string }>(
    '/api/v1/datasets',
    {
      key,
      json: { isRest: true, title: 'Levels', schema },
    },
    201,
  )
  const columns = [
    { key: 'station', path: 'device.name' },
    { key: 'level', path: 'measures[0].value' },
    { key: 'unknown', path: 'device.name' },
  ]
  const { id } = await makeWebhook(key, { dataset: { id: dataset.id }, columns, idPath: 'id', ...config })
  const path = `/api/v1/collectors/${id}`
  const secret = await ask<string>(`${path}/webhook-key`, { key })
  const post = (body: unknown, headers: Record<string, string> = { 'x-webhook-key': secret }) =>
    send(`${path}/messages`, { json: body, headers })
  const lines = () => ask<{ total: number; results: Line[] }>(`/api/v1/datasets/${dataset.id}/lines`, { key })
  return { id, dataset: dataset.id, path, secret, post, lines }
}

const message = { id: 'm1', device: { name: 'Nantes' }, measures: [{ value: 3.2 }] }

test('a message is stored as one line before its response', async () => {
  const key = await keyOf(town)
  const { path, secret, post, lines } = await receiving(key)
  expect(await json<Stored>(await post(message))).toEqual({ stored: 1, refused: 0 })
  expect((await lines()).results).toMatchObject([{ station: 'Nantes', level: 3.2 }])
  expect((await lines()).results[0]).not.toHaveProperty('unknown')
  expect(await json<Stored>(await post(message))).toEqual({ stored: 1, refused: 0 })
  // The key may be in the address, for senders that set no header.
  const other = { ...message, id: 'm2' }
  expect((await send(`${path}/messages?key=${secret}`, { json: other })).status).toBe(200)
  expect(await lines()).toMatchObject({ total: 2 })
})

test('a message without an id takes the id of its header, or is stored each time', async () => {
  const { post, secret, lines } = await receiving(await keyOf(town), { idPath: 'none' })
  const named = { 'x-webhook-key': secret, 'idempotency-key': 'a' }
  for (const headers of [named, named, undefined, undefined]) await post(message, headers)
  expect(await lines()).toMatchObject({ total: 3 })
})

test('simultaneous messages are all stored', async () => {
  const { post, lines } = await receiving(await keyOf(town))
  const answers = await Promise.all(Array.from({ length: 30 }, (_, at) => post({ ...message, id: at % 20 })))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(await lines()).toMatchObject({ total: 20 })
})

describe('is refused', () => {
  test('a message with a wrong key, or to another kind of collector, or to an inactive one', async () => {
    const key = await keyOf(town)
    const { path, secret, post, lines } = await receiving(key)
    for (const headers of [{}, { 'x-webhook-key': 'wrong' }, { 'x-webhook-key': '' }]) {
      expect(await refusal(await post(message, headers))).toEqual([403, 'collector-key-refused'])
    }
    const file = await makeCollector({ key })
    const fileKey = await ask<string>(`/api/v1/collectors/${file.id}/webhook-key`, { key })
    const toFile = send(`/api/v1/collectors/${file.id}/messages?key=${fileKey}`, { json: message })
    expect(await refusal(await toFile)).toEqual([400, 'collector-receives-nothing'])
    const unknown = send('/api/v1/collectors/unknown/messages?key=x', { json: message })
    expect(await refusal(await unknown)).toEqual([404, 'collector-not-found'])
    await ask<CollectorDocument>(path, { key, method: 'PATCH', json: { active: false } })
    expect(await refusal(await post(message))).toEqual([409, 'collector-inactive'])
    expect(
      (
        await send(`${path}/messages?key=${secret}`, {
          method: 'POST',
          body: '{',
          headers: { 'content-type': 'application/json' },
        })
      ).status,
    ).toBe(400)
    expect(await lines()).toMatchObject({ total: 0 })
  })

  test('a value that its column refuses, with the reason', async () => {
    const { post, lines } = await receiving(await keyOf(town))
    const refused = await refusal(await post({ ...message, measures: [{ value: 'high' }] }))
    expect(refused).toEqual([400, 'message-refused'])
    expect(await lines()).toMatchObject({ total: 0 })
  })

  test('a list that is too long is stored up to its limit, and the rest is counted', async () => {
    const { post, lines } = await receiving(await keyOf(town), {
      items: 'list',
      columns: [{ key: 'level', path: 'v' }],
      idPath: 'id',
    })
    const list = Array.from({ length: limits.devices.maxLines + 2 }, (_, id) => ({ id, v: id }))
    expect(await json<Stored>(await post({ list }))).toEqual({ stored: limits.devices.maxLines, refused: 2 })
    expect(await lines()).toMatchObject({ total: limits.devices.maxLines })
  })

  test('a message for a dataset of another account', async () => {
    const { dataset } = await receiving(await keyOf(town))
    const { post } = await receiving(await keyOf(village), { dataset: { id: dataset } })
    expect((await post(message)).status).toBeGreaterThanOrEqual(403)
  })
})

test('a run creates the dataset with the columns of the network and a retention', async () => {
  const key = await keyOf(town)
  const columns = [{ key: 'temperature', path: 'uplink_message.decoded_payload.temperature' }]
  const config = { preset: 'the-things-stack', columns, retentionDays: 30, dataset: { title: 'Sensors' } }
  const { id } = await makeWebhook(key, config)
  const path = `/api/v1/collectors/${id}`
  await ask(`${path}/_trigger`, { key, method: 'POST', body: '' })
  const dataset = await eventually(async () => {
    const { config } = await ask<CollectorDocument>(path, { key })
    const { id } = config.dataset as { id?: string }
    expect(id).toBeDefined()
    return String(id)
  })
  const made = await ask<{ schema: { key: string }[]; rest: object }>(`/api/v1/datasets/${dataset}`, { key })
  expect(made).toMatchObject({ title: 'Sensors', isRest: true, extras: { processingId: id } })
  expect(made.rest).toMatchObject({ ttl: { active: true, prop: 'date', delay: { value: 30, unit: 'days' } } })
  expect(made.schema.map(({ key }) => key)).toEqual(expect.arrayContaining(['date', 'device', 'rssi', 'temperature']))
  const secret = await ask<string>(`${path}/webhook-key`, { key })
  const uplink = {
    end_device_ids: { device_id: 'dev1', dev_eui: '0004A30B001C0530' },
    uplink_message: {
      session_key_id: 'a',
      f_cnt: 1,
      f_port: 2,
      received_at: new Date().toISOString(),
      decoded_payload: { temperature: 21 },
    },
  }
  for (let times = 0; times < 2; times++) {
    const response = await send(`${path}/messages`, { json: uplink, headers: { 'x-webhook-key': secret } })
    expect(await json<Stored>(response)).toEqual({ stored: 1, refused: 0 })
  }
  const join = { end_device_ids: uplink.end_device_ids, join_accept: {} }
  const joined = await send(`${path}/messages`, { json: join, headers: { 'x-webhook-key': secret } })
  expect(await json<Stored>(joined)).toEqual({ stored: 0, refused: 0 })
  const lines = await ask<{ results: Line[] }>(`/api/v1/datasets/${dataset}/lines`, { key })
  expect(lines.results).toMatchObject([{ device: 'dev1', port: 2, temperature: '21' }])
})
