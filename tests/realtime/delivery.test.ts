/** Every event reaches every subscriber once and in order, despite hibernation and failures. */
import { listDurableObjectIds } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { runEachMinute } from '../../queues/cron'
import { addToJournal, type JournalEvent } from '../../worker/datasets/journal/journal'
import { announceJournal } from '../../worker/datasets/journal/live-journal'
import { SocketHub } from '../../worker/realtime'
import { keyOf, systemContext } from '../support/accounts'
import { journal, publish } from '../support/datasets'
import { ask } from '../support/http'
import { Socket, sleep } from '../support/sockets'
import { rows } from '../support/stored'
import { eventually } from '../support/wait'

const csv = 'name\nA\nB\n'
const ctx = systemContext()

/** Stores an event, whose type is one of the test: a cast. Whether it is announced is up to the test. */
const happens = (id: string, type: string) =>
  ctx.db.batch([addToJournal(ctx, id, { type: type as JournalEvent['type'] })])

async function listened(): Promise<number | undefined> {
  return (await rows<{ listened: number }>('select listened from datasets'))[0]?.listened
}

test('a recently finished processing is sent once, after the confirmation of the subscription', async () => {
  const key = await keyOf()
  const { id } = await publish(csv, { key })
  const socket = await Socket.listening(id, key)
  await socket.until('finalize-end')
  expect(socket.types()).toEqual(['dataset-created', 'finalize-end'])
  expect(socket.events()[0]?.href).toBe(`https://data.example.org/dataset/${id}`)
  await announceJournal(ctx, id)
  await happens(id, 'first')
  await announceJournal(ctx, id)
  await socket.until('first')
  expect(socket.types()).toEqual(['dataset-created', 'finalize-end', 'first'])
})

test('events during a replay are delivered after it, once', async () => {
  const key = await keyOf()
  const { id } = await publish(csv, { key })
  const socket = await Socket.listening(id, key)
  await ctx.realtime.tell(id, 'journal', { type: 'step' })
  await happens(id, 'second')
  await announceJournal(ctx, id)
  await happens(id, 'third')
  await announceJournal(ctx, id)
  await socket.until('third')
  const told = socket.types()
  expect(told.filter((type) => type === 'second')).toEqual(['second'])
  expect(told.indexOf('second')).toBeLessThan(told.indexOf('third'))
  expect(told).toContain('step')
})

test('no earlier event is replayed during a processing', async () => {
  const key = await keyOf()
  const { id } = await publish(csv, { key })
  await env.DB.prepare(
    `update datasets set published = json_set(published, '$.status', 'indexed'), version = version + 1`,
  ).run()
  const socket = await Socket.listening(id, key)
  await happens(id, 'later')
  await announceJournal(ctx, id)
  await socket.until('later')
  expect(socket.types()).toEqual(['later'])
})

test('sockets, identities and subscriptions survive hibernation', async () => {
  const key = await keyOf()
  const { id } = await publish(csv, { key })
  const sockets = await Promise.all([1, 2, 3].map(() => Socket.listening(id, key)))
  await Promise.all(sockets.map((socket) => socket.until('finalize-end')))
  await sleep()
  await happens(id, 'after-sleep')
  await announceJournal(ctx, id)
  for (const socket of sockets) {
    await socket.until('after-sleep')
    expect(socket.types().slice(-2)).toEqual(['finalize-end', 'after-sleep'])
  }
})

test('many consecutive events arrive in order at each subscriber', async () => {
  const key = await keyOf()
  const { id } = await publish(csv, { key })
  const sockets = await Promise.all(Array.from({ length: 5 }, () => Socket.listening(id, key)))
  await Promise.all(sockets.map((socket) => socket.until('finalize-end')))
  const types = Array.from({ length: 150 }, (_, i) => `event-${i}`)
  for (const type of types) {
    await happens(id, type)
    if (Math.random() < 0.3) void announceJournal(ctx, id)
  }
  await announceJournal(ctx, id)
  for (const socket of sockets) {
    await socket.until('event-149')
    expect(socket.types().slice(2)).toEqual(types)
  }
})

test('a lost announcement is repeated by the cron', async () => {
  const key = await keyOf()
  const { id } = await publish(csv, { key })
  const socket = await Socket.listening(id, key)
  await socket.until('finalize-end')
  await happens(id, 'unannounced')
  await runEachMinute(ctx, { afterRestart: false })
  await socket.until('unannounced')
  await runEachMinute(ctx, { afterRestart: false })
  await happens(id, 'next')
  await announceJournal(ctx, id)
  await socket.until('next')
  expect(socket.types().slice(2)).toEqual(['unannounced', 'next'])
})

test('an unreachable hub gets the missed events later', async () => {
  const key = await keyOf()
  const { id } = await publish(csv, { key })
  const socket = await Socket.listening(id, key)
  await socket.until('finalize-end')
  vi.spyOn(SocketHub.prototype, 'deliver').mockRejectedValueOnce(new Error('unreachable'))
  await happens(id, 'missed')
  await announceJournal(ctx, id)
  await happens(id, 'next')
  await announceJournal(ctx, id)
  await socket.until('next')
  expect(socket.types().slice(2)).toEqual(['missed', 'next'])
})

test('a dataset without subscribers has no Durable Object and no announcements', async () => {
  const key = await keyOf()
  const before = await listDurableObjectIds(env.CHANNELS)
  const { id } = await publish(csv, { key })
  expect(await listDurableObjectIds(env.CHANNELS)).toHaveLength(before.length)
  expect(await listened()).toBe(0)
  const [first, second] = [await Socket.listening(id, key), await Socket.listening(id, key)]
  expect(await listened()).toBe(1)
  first.send({ type: 'unsubscribe', channel: `datasets/${id}/journal` })
  expect(await listened()).toBe(1)
  second.close()
  await eventually(async () => expect(await listened()).toBe(0))
  const announced = vi.spyOn(ctx.realtime, 'journaled')
  await happens(id, 'unheard')
  await announceJournal(ctx, id)
  expect(announced).not.toHaveBeenCalled()
})

test('a subscriber that disconnected silently is removed at the next event', async () => {
  const key = await keyOf()
  const { id } = await publish(csv, { key })
  await Socket.listening(id, key)
  await sleep({ webSockets: 'close' })
  await env.DB.prepare('update datasets set listened = 1').run()
  await happens(id, 'unheard')
  await announceJournal(ctx, id)
  await eventually(async () => expect(await listened()).toBe(0))
})

test('the end of the refresh after a written line is sent, and is not in the journal', async () => {
  const key = await keyOf()
  const json = { isRest: true, title: 'Sensors', schema: [{ key: 'value', type: 'string' }] }
  const { id } = await ask<{ id: string }>('/api/v1/datasets', { key, json }, 201)
  await ask(`/api/v1/datasets/${id}/lines`, { key, json: { _id: 'a', value: '1' } })
  // The script listens after the answer, whether the refresh is done by then or not.
  const late = await Socket.listening(id, key)
  await late.until('finalize-end')
  expect(late.events().at(-1)).toMatchObject({ type: 'finalize-end', store: false })
  await ask(`/api/v1/datasets/${id}/lines`, { key, json: { _id: 'b', value: '2' } })
  await late.until('finalize-end')
  expect((await journal(id, key)).map(({ type }) => type)).toEqual(['finalize-end', 'dataset-created'])
})

test('a later event of the journal does not overtake a message that is not in it', async () => {
  const key = await keyOf()
  const { id } = await publish(csv, { key })
  const socket = await Socket.listening(id, key)
  await happens(id, 'first')
  const newest = await env.DB.prepare('select max(id) from journal where dataset_id = ?1')
    .bind(id)
    .first<number>('max(id)')
  await happens(id, 'second')
  await ctx.realtime.journaled(id, newest ?? undefined)
  await ctx.realtime.tell(id, 'journal', { type: 'step', date: new Date().toISOString() })
  await announceJournal(ctx, id)
  await socket.until('second')
  expect(socket.events().map(({ type }) => type)).toEqual(['first', 'step', 'second'])
})
