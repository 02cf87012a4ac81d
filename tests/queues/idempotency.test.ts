/** Messages are delivered late, twice, concurrently, or never: the result is that of one delivery. */
import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { consume, retryDelay } from '../../queues/consume'
import { runEachMinute } from '../../queues/cron'
import type { Message } from '../../queues/messages'
import type { Context } from '../../worker/context'
import { readDataset } from '../../worker/datasets'
import { publishVersion } from '../../worker/datasets/runs'
import { parseRunState } from '../../worker/datasets/runs/run-state'
import {
  advanceRun,
  claimRun,
  failRun,
  handOver,
  type Run,
  releaseRun,
  renewRun,
} from '../../worker/datasets/runs/runs'
import { limits } from '../../worker/limits'
import { events, Pipeline, remains } from '../support/pipeline'
import { rows } from '../support/stored'

const csv = 'name,places\nalpha,1\nbeta,2\n'
const both = ['alpha', 'beta']
const once = ['dataset-created', 'finalize-end']

/** All state that a delivery may change. */
async function snapshot(pipeline: Pipeline, id: string) {
  const dataset = await readDataset(pipeline.ctx, id)
  return { dataset, journal: await rows('select * from journal'), lines: await pipeline.published(id) }
}

async function waiting(content = csv): Promise<{ pipeline: Pipeline; id: string; message: Message }> {
  const pipeline = new Pipeline()
  const id = await pipeline.create(content)
  const [message] = pipeline.queue.messages.splice(0)
  if (!message) throw new Error('nothing was sent')
  return { pipeline, id, message }
}

test('a creation sends one message with ids and no data', async () => {
  const { message } = await waiting()
  expect(message).toEqual({ v: 1, kind: 'process', run: expect.stringMatching(/^[0-9a-z]{24}$/), step: 0 })
})

test('a second delivery of a processed message has no effect', async () => {
  const { pipeline, id, message } = await waiting()
  await pipeline.deliver(message)
  const after = await snapshot(pipeline, id)
  expect(after.lines).toEqual({ count: 2, values: both, status: 'finalized' })
  for (let again = 0; again < 3; again++) expect(await pipeline.deliver(message)).toBeUndefined()
  expect(await snapshot(pipeline, id)).toEqual(after)
})

test('a message delivered to several consumers at once is processed by one', async () => {
  const { pipeline, id, message } = await waiting()
  const errors = await Promise.all([1, 2, 3, 4].map(() => pipeline.deliver(message)))
  expect(errors).toEqual([undefined, undefined, undefined, undefined])
  expect(await pipeline.published(id)).toEqual({ count: 2, values: both, status: 'finalized' })
  expect(await events(id)).toEqual(once)
  await pipeline.tidy()
  expect(await remains()).toEqual({ tables: 1, objects: 1, runs: 0, statistics: 1, discards: 0 })
})

test('a run is claimed once, and again only when its lease has ended', async () => {
  const { pipeline, message } = await waiting()
  if (message.kind !== 'process') throw new Error('not a run')
  const claims = await Promise.all([1, 2, 3].map(() => claimRun(pipeline.ctx, message.run, 0)))
  expect(claims.filter(Boolean)).toHaveLength(1)
  pipeline.clock.advance(limits.processing.leaseMs - 1)
  expect(await claimRun(pipeline.ctx, message.run, 0)).toBeUndefined()
  pipeline.clock.advance(2)
  expect(await claimRun(pipeline.ctx, message.run, 1), 'a step that is not there yet').toBeUndefined()
  expect(await claimRun(pipeline.ctx, message.run, 0)).toBeDefined()
})

describe('a consumer that lost its lease to another', () => {
  const problem = { code: 'file-no-line', params: {} } as const
  const version = { status: 'finalized', schema: [] } as const
  const state = parseRunState('{}')
  const acts: [name: string, act: (ctx: Context, run: Run) => Promise<unknown>][] = [
    [
      'advances nothing',
      (ctx, run) => advanceRun(ctx, run, { state, patch: { bbox: [1] }, events: [{ type: 'error' }] }),
    ],
    ['fails nothing', (ctx, run) => failRun(ctx, run, { failure: problem })],
    ['hands nothing over', (ctx, run) => handOver(ctx, run, { state })],
    ['releases nothing', (ctx, run) => releaseRun(ctx, run)],
    ['keeps nothing', (ctx, run) => renewRun(ctx, run, 50)],
    [
      'publishes nothing',
      (ctx, run) =>
        publishVersion(ctx, run, {
          version: { ...version, schema: [] },
          outcome: 'publish',
          manual: false,
          warnings: [{ type: 'error' }],
        }).catch(() => undefined),
    ],
  ]
  test.each(acts)('%s', async (_, act) => {
    const { pipeline, id, message } = await waiting()
    if (message.kind !== 'process') throw new Error('not a run')
    const first = await claimRun(pipeline.ctx, message.run, 0)
    pipeline.clock.advance(limits.processing.leaseMs + 1)
    const second = await claimRun(pipeline.ctx, message.run, 0)
    if (!first || !second) throw new Error('both had their turn')
    const everything = async () => [
      await rows('select * from datasets'),
      await rows('select * from runs'),
      await rows('select * from journal'),
      await rows('select * from discards'),
    ]
    const before = await everything()
    expect((await act(pipeline.ctx, first)) || undefined).toBeUndefined()
    expect(await everything()).toEqual(before)
    expect(pipeline.queue.messages).toEqual([])
    await releaseRun(pipeline.ctx, second)
    await pipeline.deliver(message)
    expect(await pipeline.published(id)).toEqual({ count: 2, values: both, status: 'finalized' })
    expect(await events(id)).toEqual(once)
  })
})

describe('the cron', () => {
  test('sends the message that never arrived, once enough time has passed', async () => {
    const { pipeline, id, message } = await waiting()
    await runEachMinute(pipeline.ctx, { afterRestart: false })
    expect(pipeline.queue.messages).toEqual([{ v: 1, kind: 'discard' }])
    pipeline.clock.advance(limits.processing.leaseMs + 1)
    await runEachMinute(pipeline.ctx, { afterRestart: false })
    expect(pipeline.queue.messages).toContainEqual(message)
    await pipeline.settle()
    expect(await pipeline.published(id)).toMatchObject({ status: 'finalized', count: 2 })
  })

  test('re-enqueues the run of a consumer that crashed with the lease', async () => {
    const { pipeline, id, message } = await waiting()
    if (message.kind !== 'process') throw new Error('not a run')
    await claimRun(pipeline.ctx, message.run, 0)
    expect(await pipeline.deliver(message)).toBeUndefined()
    expect(await pipeline.published(id)).toBeUndefined()
    pipeline.clock.advance(limits.processing.leaseMs - 1)
    await runEachMinute(pipeline.ctx, { afterRestart: false })
    expect(pipeline.queue.messages, 'the lease is still held').not.toContainEqual(message)
    pipeline.clock.advance(2)
    await runEachMinute(pipeline.ctx, { afterRestart: false })
    await pipeline.settle()
    expect(await pipeline.published(id)).toMatchObject({ status: 'finalized', count: 2 })
  })

  test('re-enqueues runs immediately after a restart of the local server', async () => {
    const { pipeline, id, message } = await waiting()
    if (message.kind !== 'process') throw new Error('not a run')
    await claimRun(pipeline.ctx, message.run, 0)
    await runEachMinute(pipeline.ctx, { afterRestart: true })
    expect(pipeline.queue.messages).toContainEqual(message)
    await pipeline.settle()
    expect(await pipeline.published(id)).toMatchObject({ status: 'finalized', count: 2 })
  })

  test('ignores failed and finished runs', async () => {
    const { pipeline, id, message } = await waiting('id,Unit price,unit_price\n1,2,3\n')
    await pipeline.deliver(message)
    expect((await readDataset(pipeline.ctx, id)).published.status).toBe('error')
    pipeline.clock.advance(limits.processing.leaseMs * 2)
    await runEachMinute(pipeline.ctx, { afterRestart: false })
    expect(pipeline.queue.messages).toEqual([{ v: 1, kind: 'discard' }])
  })
})

describe('a batch', () => {
  const batchOf = (...bodies: unknown[]) =>
    createMessageBatch(
      'processing',
      bodies.map((body, i) => ({ id: `m${i}`, timestamp: new Date(), attempts: 1 + i, body })),
    )

  test('is acknowledged message by message: a failing one does not repeat the others', async () => {
    const { message } = await waiting()
    const broken = { ...env, DB: { ...env.DB, prepare: () => raise(), batch: () => raise() } } as unknown as Env // only these are called
    const batch = batchOf(message, { v: 99, kind: 'unknown' }, null)
    await consume(batch, broken)
    const result = await getQueueResult(batch, createExecutionContext())
    expect(result.explicitAcks).toEqual(['m1', 'm2'])
    expect(result.retryMessages.map(({ msgId }) => msgId)).toEqual(['m0'])
  })

  test('is acknowledged when the work is done', async () => {
    const { pipeline, id, message } = await waiting()
    const batch = batchOf(message)
    await consume(batch, env)
    const result = await getQueueResult(batch, createExecutionContext())
    expect(result.explicitAcks).toEqual(['m0'])
    expect(await pipeline.published(id)).toMatchObject({ status: 'finalized' })
  })

  test('is retried after a delay that doubles up to a maximum', () => {
    expect([1, 2, 3, 4].map(retryDelay)).toEqual([2, 4, 8, 16])
    expect(retryDelay(30)).toBe(limits.processing.maxRetryDelaySeconds)
  })
})

function raise(): never {
  throw new Error('the platform fails')
}
