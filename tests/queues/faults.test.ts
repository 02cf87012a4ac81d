/** Injects a failure at each call in turn: the dataset is finalized, readers see one version, and no object or table remains. */
import { createExecutionContext } from 'cloudflare:test'
import { describe, expect, test } from 'vitest'
import { readDataset } from '../../worker/datasets'
import { removeDataset, restoreDataset } from '../../worker/datasets/trash'
import worker from '../../worker/index'
import { keyOf } from '../support/accounts'
import { type FaultKind, faultyEnv } from '../support/faults'
import { multipart } from '../support/http'
import { contextOf, events, Pipeline, remains } from '../support/pipeline'
import { leftBehind, nothing, rows } from '../support/stored'

const csv = (values: string[]) => `name,places\n${values.map((value, i) => `${value},${i}\n`).join('')}`
const before = ['alpha', 'beta', 'gamma']
const after = ['delta', 'epsilon', 'zeta', 'eta']
/** Variables by which a deletion is final. */
const final: Record<string, string> = { TRASH_DAYS: '0' }
const kinds: FaultKind[] = ['before', 'after', 'death']

/** Runs a scenario with a fault at call 1, 2, 3 … until it ends before that call. @returns the number of calls */
async function atEveryCall(kind: FaultKind, scenario: (fault: { at: number; kind: FaultKind }) => Promise<boolean>) {
  for (let at = 1; ; at++) {
    expect(at, 'a scenario ends').toBeLessThan(200)
    if (!(await scenario({ at, kind }))) return at - 1
  }
}

/** Delivers the waiting message with failing bindings, then with working ones until no message waits. */
async function deliverFaulty(pipeline: Pipeline, fault: { at: number; kind: FaultKind }): Promise<boolean> {
  const message = pipeline.queue.messages.shift()
  if (!message) throw new Error('no message waits')
  const faulty = faultyEnv(fault, pipeline.queue.binding)
  const error = await pipeline.deliver(message, contextOf(faulty.env, pipeline.clock))
  if (error) pipeline.queue.messages.push(message)
  return faulty.happened()
}

describe.each(kinds)('a fault of the kind %s at any call', (kind) => {
  test('of a first processing: the dataset is finalized once, with every line once', async () => {
    const calls = await atEveryCall(kind, async (fault) => {
      const pipeline = new Pipeline()
      const id = await pipeline.create(csv(before))
      const happened = await deliverFaulty(pipeline, fault)
      const seen = await pipeline.published(id)
      if (seen) expect(seen).toEqual({ count: 3, values: before, status: 'finalized' })
      await pipeline.settle()
      expect(await pipeline.published(id), `fault at ${fault.at}`).toEqual({
        count: 3,
        values: before,
        status: 'finalized',
      })
      expect(await pipeline.found(id, 'beta')).toBe(1)
      expect(await events(id), `fault at ${fault.at}`).toEqual(['dataset-created', 'finalize-end'])
      await pipeline.tidy()
      expect(await remains()).toEqual({ tables: 1, objects: 1, runs: 0, statistics: 1, discards: 0 })
      await removeDataset(pipeline.ctx, id)
      await pipeline.tidy()
      expect(await leftBehind(), `fault at ${fault.at}`).toEqual(nothing)
      return happened
    })
    expect(calls).toBeGreaterThan(10)
  })

  test('of a new version: readers have the old one or the new one, and the old one is deleted', async () => {
    const pipeline = new Pipeline()
    const calls = await atEveryCall(kind, async (fault) => {
      const id = await pipeline.create(csv(before))
      await pipeline.settle()
      await pipeline.replace(id, csv(after))
      const happened = await deliverFaulty(pipeline, fault)
      const seen = await pipeline.published(id)
      expect([before, after]).toContainEqual(seen?.values)
      expect(seen?.count).toBe(seen?.values.length)
      await pipeline.settle()
      expect(await pipeline.published(id), `fault at ${fault.at}`).toEqual({
        count: 4,
        values: after,
        status: 'finalized',
      })
      expect(await pipeline.found(id, 'beta')).toBe(0)
      expect((await readDataset(pipeline.ctx, id)).draft).toBeUndefined()
      expect(await events(id), `fault at ${fault.at}`).toEqual([
        'dataset-created',
        'finalize-end',
        'data-updated',
        'draft-validated',
        'finalize-end',
      ])
      await pipeline.tidy()
      expect(await remains(), `fault at ${fault.at}`).toEqual({
        tables: 1,
        objects: 1,
        runs: 0,
        statistics: 1,
        discards: 0,
      })
      await removeDataset(pipeline.ctx, id)
      await pipeline.tidy()
      return happened
    })
    expect(calls).toBeGreaterThan(10)
  })

  test('of a bad file: the journal has one error', async () => {
    const pipeline = new Pipeline()
    await atEveryCall(kind, async (fault) => {
      const id = await pipeline.create('id,Unit price,unit_price\n1,2,3\n')
      const happened = await deliverFaulty(pipeline, fault)
      await pipeline.settle()
      expect((await readDataset(pipeline.ctx, id)).published).toMatchObject({ status: 'error', errorStatus: 'stored' })
      expect(await events(id), `fault at ${fault.at}`).toEqual(['dataset-created', 'error'])
      await removeDataset(pipeline.ctx, id)
      await pipeline.tidy()
      expect(await leftBehind(), `fault at ${fault.at}`).toEqual(nothing)
      return happened
    })
  })

  test('of an upload: there is a dataset that gets finalized, or nothing', async () => {
    await atEveryCall(kind, async (fault) => {
      const pipeline = new Pipeline()
      const faulty = faultyEnv(fault, pipeline.queue.binding)
      const ctx = contextOf(faulty.env, pipeline.clock)
      await pipeline.create(csv(before), { ctx }).catch(() => undefined)
      await pipeline.settle()
      const [row] = await rows<{ id: string }>('select id from datasets')
      if (row) {
        expect(await pipeline.published(row.id)).toMatchObject({ count: 3, values: before })
        await removeDataset(pipeline.ctx, row.id)
      }
      await pipeline.tidy()
      expect(await leftBehind(), `fault at ${fault.at}`).toEqual(nothing)
      return faulty.happened()
    })
  })

  test('of a request that uploads: there is a dataset that gets finalized, or nothing', async () => {
    const key = await keyOf()
    const form = multipart([{ name: 'file', value: csv(before), fileName: 'places.csv' }])
    await atEveryCall(kind, async (fault) => {
      const pipeline = new Pipeline()
      const faulty = faultyEnv(fault, pipeline.queue.binding)
      const request = new Request<unknown, IncomingRequestCfProperties>('https://data.example.org/api/v1/datasets', {
        method: 'POST',
        body: form.body,
        headers: { ...form.headers, 'content-length': String(form.body.length), 'x-apikey': key },
      })
      const { status } = await worker.fetch(request, faulty.env, createExecutionContext())
      await pipeline.settle()
      const [row] = await rows<{ id: string }>('select id from datasets')
      if (status === 201) expect(row, `fault at ${fault.at}`).toBeDefined()
      if (row) {
        expect(await pipeline.published(row.id), `fault at ${fault.at}`).toMatchObject({ count: 3, values: before })
        await removeDataset(pipeline.ctx, row.id)
      }
      await pipeline.tidy()
      expect(await leftBehind(), `fault at ${fault.at}`).toEqual(nothing)
      return faulty.happened()
    })
  })

  test('of a deletion: it is applied or not, and a repetition is harmless', async () => {
    const pipeline = new Pipeline()
    await atEveryCall(kind, async (fault) => {
      const id = await pipeline.create(csv(before))
      await pipeline.settle()
      const faulty = faultyEnv(fault, pipeline.queue.binding)
      const env = { ...faulty.env, ...final }
      await removeDataset(contextOf(env, pipeline.clock), id).catch(() => undefined)
      const [row] = await rows<{ id: string }>('select id from datasets where id = ?', id)
      if (row) {
        expect(await pipeline.published(id)).toMatchObject({ count: 3 })
        await removeDataset(pipeline.ctx, id)
      }
      await pipeline.tidy()
      expect(await leftBehind(), `fault at ${fault.at}`).toEqual(nothing)
      return faulty.happened()
    })
  })
})

describe.each(kinds)('a fault of the kind %s at any call of the restoration of a dataset', (kind) => {
  test('it is restored or can be restored, with all its lines', async () => {
    const pipeline = new Pipeline({ TRASH_DAYS: '7' })
    await atEveryCall(kind, async (fault) => {
      const id = await pipeline.create(csv(before))
      await pipeline.settle()
      await removeDataset(pipeline.ctx, id)
      const faulty = faultyEnv(fault, pipeline.queue.binding)
      await restoreDataset(contextOf(faulty.env, pipeline.clock), id).catch(() => undefined)
      await pipeline.tidy()
      const [row] = await rows<{ id: string }>('select id from datasets where id = ?', id)
      if (!row) await restoreDataset(pipeline.ctx, id)
      expect(await pipeline.published(id), `fault at ${fault.at}`).toMatchObject({ count: 3, values: before })
      return faulty.happened()
    })
  })
})

test('a queue that rejects messages delays processing, and no request fails', async () => {
  const pipeline = new Pipeline()
  const refusing = { send: () => Promise.reject(new Error('the queue is down')) }
  const { send } = refusing
  const ctx = {
    ...pipeline.ctx,
    jobs: {
      process: send,
      discard: send,
      refresh: send,
      callWebhook: send,
      index: send,
      parquet: send,
      preview: send,
      extend: send,
      collect: send,
    },
  }
  const id = await pipeline.create(csv(before), { ctx })
  await pipeline.settle()
  expect(await pipeline.published(id)).toEqual({ count: 3, values: before, status: 'finalized' })
  await pipeline.replaceWith(ctx, id, csv(after))
  await pipeline.settle()
  expect(await pipeline.published(id)).toEqual({ count: 4, values: after, status: 'finalized' })
  await removeDataset(ctx, id)
  await pipeline.tidy()
  expect(await leftBehind()).toEqual(nothing)
})
