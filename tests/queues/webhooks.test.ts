/** Webhooks: order, signatures, retries, failure, and resending on demand. */
import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runEachMinute } from '../../queues/cron'
import { addToJournal, type JournalEvent } from '../../worker/datasets/journal'
import { callWebhook, silentWebhooks } from '../../worker/events'
import { limits } from '../../worker/limits'
import { keyOf, type SignedIn, signedIn, systemContext, village } from '../support/accounts'
import { publish } from '../support/datasets'
import { ask, refusal, send } from '../support/http'
import { clockAt } from '../support/pipeline'
import { rows } from '../support/stored'
import { eventually } from '../support/wait'

type Call = { url: string; body: { text: string; href: string; event: string }; headers: Headers; text: string }
type Delivery = { date: string; event: string; status?: number; error?: string }
type Webhook = {
  id: string
  title: string
  secret: string
  cursor: number
  failures: number
  disabledAt?: string
  lastError?: string
  deliveries: Delivery[]
}

const url = 'https://hooks.example.com/town'
const ctx = systemContext()
let calls: Call[] = []
/** The responses of the receiver, whose outages are tested here. */
let answer: () => Response = () => new Response('ok')

beforeEach(() => {
  calls = []
  answer = () => new Response('ok')
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (to, init) => {
    const text = String(init?.body)
    // Events just written by the service.
    calls.push({ url: String(to), text, body: JSON.parse(text) as Call['body'], headers: new Headers(init?.headers) })
    return answer()
  })
})
afterEach(() => vi.restoreAllMocks())

async function administrator(): Promise<SignedIn> {
  return signedIn('root', [{ organization: 'town', role: 'admin' }])
}

function declare(user: SignedIn, events: string[], target = url) {
  const webhooks = [{ title: 'hook', events, target: { type: 'http', params: { url: target } } }]
  return ask('/api/v1/settings/organization/town', { method: 'PATCH', headers: user.as('town'), json: { webhooks } })
}

const list = (user: SignedIn) =>
  ask<Webhook[]>('/api/v1/settings/organization/town/webhooks', { headers: user.as('town') })

const happens = (id: string, type: JournalEvent['type']) => ctx.db.batch([addToJournal(ctx, id, { type })])
const sentEvents = () => calls.map(({ body }) => body.event)
const until = (count: number) => eventually(() => expect(calls).toHaveLength(count))

test('declared events are sent from the declaration on, signed; others are not', async () => {
  const [root, key] = [await administrator(), await keyOf()]
  await publish('name\nA\n', { key })
  await declare(root, ['dataset-dataset-created', 'dataset-finalize-end'])
  await publish('name\nA\n', { key: await keyOf(village), fileName: 'village.csv' })
  const { id } = await publish('name\nA\n', { key, fileName: 'parks.csv' })
  await until(2)
  const href = `https://data.example.org/api/v1/datasets/${id}`
  expect(calls.map(({ body }) => body)).toEqual([
    { text: 'The dataset parks was created', href, event: 'dataset-created' },
    { text: 'The dataset parks was processed and its data is available', href, event: 'finalize-end' },
  ])
  const [webhook] = await list(root)
  for (const { url: to, headers, text } of calls) {
    expect(to).toBe(url)
    const [id, at] = [headers.get('webhook-id'), headers.get('webhook-timestamp')]
    const secret = Buffer.from(webhook?.secret.slice('whsec_'.length) ?? '', 'base64')
    const signature = createHmac('sha256', secret).update(`${id}.${at}.${text}`).digest('base64')
    expect(headers.get('webhook-signature')).toBe(`v1,${signature}`)
  }
  expect(webhook).toMatchObject({ cursor: Number(calls[1]?.headers.get('webhook-id')), failures: 0 })
})

test('a failure delays later events, is retried with growing delays, and fails at the end', async () => {
  const [root, key] = [await administrator(), await keyOf()]
  const { id } = await publish('name\nA\n', { key })
  await declare(root, ['dataset-data-updated', 'dataset-structure-updated'])
  const [webhook] = await list(root)
  if (!webhook) throw new Error('no webhook')
  await happens(id, 'data-updated')
  await happens(id, 'structure-updated')
  answer = () => new Response('down', { status: 503 })

  const clock = clockAt()
  const pauses: number[] = []
  const jobs = { ...ctx.jobs, callWebhook: async (_: string, seconds = 0) => void pauses.push(seconds) }
  const later = { ...ctx, now: clock.now, jobs }
  for (let attempt = 1; attempt <= limits.webhooks.maxAttempts; attempt++) {
    await callWebhook(later, webhook.id)
    await callWebhook(later, webhook.id)
    expect(calls).toHaveLength(attempt)
    clock.advance((pauses.at(-1) ?? 0) * 1_000)
  }
  expect(sentEvents()).toEqual(Array.from({ length: limits.webhooks.maxAttempts }, () => 'data-updated'))
  expect(pauses).toEqual([60, 340, 936, 1_920, 3_355, 5_291, 7_779, 10_862, 14_580])
  expect((await list(root))[0]).toMatchObject({ disabledAt: expect.any(String), lastError: 'HTTP 503' })
  const { results } = await ask<{ results: { event: string; body?: string }[] }>('/api/v1/events', { key })
  expect(results.at(-1)).toMatchObject({ event: 'dataset-webhook-disabled', body: 'hook: HTTP 503' })
  await callWebhook(later, webhook.id)
  expect(await silentWebhooks(later)).toEqual([])
  expect(calls).toHaveLength(limits.webhooks.maxAttempts)

  // The receiver is back, and the failed events are resent on demand.
  answer = () => new Response(null, { status: 204 })
  calls = []
  const replay = `/api/v1/settings/organization/town/webhooks/${webhook.id}/_replay`
  await ask(replay, { method: 'POST', headers: root.as('town'), json: { since: webhook.cursor } })
  await until(2)
  expect(sentEvents()).toEqual(['data-updated', 'structure-updated'])
  await eventually(async () => expect((await list(root))[0]).toMatchObject({ failures: 0 }))
  await ask(replay, { method: 'POST', headers: root.as('town'), json: { since: webhook.cursor } })
  await until(4)
  expect(new Set(calls.map(({ headers }) => headers.get('webhook-id'))).size).toBe(2)
})

test('two concurrent deliveries send every event once', async () => {
  const [root, key] = [await administrator(), await keyOf()]
  const { id } = await publish('name\nA\n', { key })
  await declare(root, ['dataset-data-updated'])
  const [webhook] = await list(root)
  for (let i = 0; i < 20; i++) await happens(id, 'data-updated')
  await Promise.all(Array.from({ length: 5 }, () => callWebhook(ctx, webhook?.id ?? '')))
  await until(20)
  const ids = calls.map(({ headers }) => Number(headers.get('webhook-id')))
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
})

test('the cron replaces a lost message', async () => {
  const [root, key] = [await administrator(), await keyOf()]
  const { id } = await publish('name\nA\n', { key })
  await declare(root, ['dataset-data-updated'])
  await happens(id, 'data-updated')
  await runEachMinute(ctx, { afterRestart: false })
  await until(1)
  expect(sentEvents()).toEqual(['data-updated'])
})

test.each(['http://127.0.0.1/x', 'http://169.254.169.254/latest', 'http://[::ffff:10.0.0.1]/', 'http://localhost/'])(
  'nothing is sent to %s',
  async (target) => {
    const [root, key] = [await administrator(), await keyOf()]
    const { id } = await publish('name\nA\n', { key })
    await declare(root, ['dataset-data-updated'], target)
    await happens(id, 'data-updated')
    const [webhook] = await list(root)
    await callWebhook(ctx, webhook?.id ?? '')
    expect(calls).toEqual([])
    expect((await list(root))[0]).toMatchObject({
      failures: 1,
      lastError: expect.stringContaining('cannot be called'),
    })
  },
)

test('a redirection is not followed: the body is only for the declared address', async () => {
  const [root, key] = [await administrator(), await keyOf()]
  const { id } = await publish('name\nA\n', { key })
  await declare(root, ['dataset-data-updated'])
  answer = () => new Response(null, { status: 307, headers: { location: 'https://other.example.com/' } })
  await happens(id, 'data-updated')
  const [webhook] = await list(root)
  await callWebhook(ctx, webhook?.id ?? '')
  expect(calls.map((call) => call.url)).toEqual([url])
  expect((await list(root))[0]).toMatchObject({ failures: 1, lastError: 'HTTP 307' })
})

test('settings with a webhook keep its position; settings without it delete it', async () => {
  const root = await administrator()
  await declare(root, ['dataset-data-updated'])
  const [before] = await list(root)
  await declare(root, ['dataset-data-updated', 'dataset-structure-updated'])
  expect(await list(root)).toEqual([{ ...before, events: ['dataset-data-updated', 'dataset-structure-updated'] }])
  await declare(root, ['dataset-data-updated'], 'https://hooks.example.com/other')
  expect((await list(root))[0]?.id).not.toBe(before?.id)
  await ask('/api/v1/settings/organization/town', { method: 'PUT', headers: root.as('town'), json: {} })
  expect(await rows('select * from webhooks')).toEqual([])
})

test('one that is sent with its id keeps its secret and position, and is enabled again', async () => {
  const [root, key] = [await administrator(), await keyOf()]
  const { id } = await publish('name\nA\n', { key })
  await declare(root, ['dataset-data-updated'])
  const [before] = await list(root)
  await happens(id, 'data-updated')
  answer = () => new Response('gone', { status: 410 })
  await callWebhook(ctx, before?.id ?? '')
  await ctx.db.run("update webhooks set disabled_at = '2026-01-01'")
  const settings = '/api/v1/settings/organization/town'
  const params = { url: 'https://hooks.example.com/moved' }
  const moved = { id: before?.id, title: 'moved', events: ['dataset-error'], target: { type: 'http', params } }
  const patch = (webhooks: object[]) =>
    send(settings, { method: 'PATCH', headers: root.as('town'), json: { webhooks } })
  expect((await patch([moved])).status).toBe(200)
  const [after] = await list(root)
  expect(after).toMatchObject({ id: before?.id, secret: before?.secret, cursor: before?.cursor, failures: 0 })
  expect(after).toMatchObject({ title: 'moved', target: { params }, events: ['dataset-error'] })
  expect(after).not.toHaveProperty('disabledAt')
  expect(await ask(settings, { headers: root.as('town') })).toMatchObject({ webhooks: [{ title: 'moved' }] })
  expect(await refusal(await patch([{ ...moved, id: 'other' }]))).toEqual([404, 'webhook-not-found'])
  const { id: _, ...twin } = moved
  expect(await refusal(await patch([moved, twin]))).toEqual([400, 'body-invalid'])
})

test('a test is signed, and its answer is kept with those of the last deliveries', async () => {
  const [root, key] = [await administrator(), await keyOf()]
  const { id } = await publish('name\nA\n', { key })
  await declare(root, ['dataset-data-updated'])
  const [webhook] = await list(root)
  const path = `/api/v1/settings/organization/town/webhooks/${webhook?.id}/_test`
  const tried = () => ask<Delivery>(path, { method: 'POST', headers: root.as('town') })
  expect(await tried()).toMatchObject({ event: 'test', status: 200 })
  const [call] = calls
  expect(call?.body).toMatchObject({ event: 'test', href: expect.stringMatching(/\/settings\/webhooks$/) })
  expect(call?.headers.get('webhook-id')).toMatch(/^test-/)
  expect(call?.headers.get('webhook-signature')).toMatch(/^v1,/)
  answer = () => {
    throw new TypeError('connection lost')
  }
  expect(await tried()).toMatchObject({ event: 'test', error: expect.stringContaining('hooks.example.com') })
  answer = () => new Response('down', { status: 503 })
  await happens(id, 'data-updated')
  await callWebhook(ctx, webhook?.id ?? '')
  answer = () => new Response('ok')
  for (let count = 0; count < limits.webhooks.keptDeliveries - 2; count++) await tried()
  const [after] = await list(root)
  expect(after?.deliveries).toHaveLength(limits.webhooks.keptDeliveries)
  expect(after?.deliveries.slice(-2)).toEqual([
    { date: expect.any(String), event: 'dataset-data-updated', status: 503 },
    { date: expect.any(String), event: 'test', error: expect.any(String) },
  ])
  // The events are where they were.
  expect(after).toMatchObject({ cursor: webhook?.cursor, failures: 1 })
})

test('webhooks and their secrets require a session of an administrator', async () => {
  const root = await administrator()
  await declare(root, ['dataset-data-updated'])
  const [webhook] = await list(root)
  const contributor = await signedIn('bob', [{ organization: 'town', role: 'contrib' }])
  const mayor = await signedIn('mayor', [{ organization: 'village', role: 'admin' }])
  const path = '/api/v1/settings/organization/town/webhooks'
  for (const [sent, expected] of [
    [{}, [401, 'session-required']],
    [{ key: await keyOf() }, [401, 'session-required']],
    [{ headers: contributor.as('town') }, [403, 'account-refused']],
    [{ headers: mayor.as('village') }, [403, 'account-refused']],
  ] as const) {
    expect(await refusal(await send(path, sent))).toEqual(expected)
    const replay = { ...sent, method: 'POST', json: { since: 0 } }
    expect(await refusal(await send(`${path}/${webhook?.id}/_replay`, replay))).toEqual(expected)
    expect(await refusal(await send(`${path}/${webhook?.id}/_test`, { ...sent, method: 'POST' }))).toEqual(expected)
  }
  const elsewhere = `/api/v1/settings/organization/village/webhooks/${webhook?.id}/_replay`
  const replay = { method: 'POST', headers: mayor.as('village'), json: { since: 0 } }
  expect(await refusal(await send(elsewhere, replay))).toEqual([404, 'webhook-not-found'])
  expect((await list(root))[0]?.cursor).toBe(webhook?.cursor)
})
