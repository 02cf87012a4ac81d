/** Messages whose deliveries all failed: the dataset has an error, and the publisher can retry. */
import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { consume } from '../../queues'
import { handleDeadLetter } from '../../queues/dead-letters'
import { readDataset } from '../../worker/datasets'
import { patchDataset } from '../../worker/datasets/update/patch'
import { faultyEnv } from '../support/faults'
import { contextOf, events, Pipeline, remains } from '../support/pipeline'
import { rows } from '../support/stored'

const csv = 'name,places\nalpha,1\nbeta,2\n'

/** A dataset whose processing fails at a call, and its message after the last delivery. */
async function givenUp(at: number) {
  const pipeline = new Pipeline()
  const id = await pipeline.create(csv)
  const [message] = pipeline.queue.messages.splice(0)
  if (!message) throw new Error('nothing was sent')
  const faulty = faultyEnv({ at, kind: 'before' })
  expect(await pipeline.deliver(message, contextOf(faulty.env, pipeline.clock))).toBeInstanceOf(Error)
  return { pipeline, id, message }
}

test.each([2, 4, 6, 8, 10, 11])(
  'a permanent fault at call %i sets an error with a reference, and PATCH {} resumes',
  async (at) => {
    const { pipeline, id, message } = await givenUp(at)
    const batch = createMessageBatch('processing-dead', [
      { id: 'm', timestamp: new Date(), attempts: 1, body: message },
    ])
    await consume(batch, env)
    expect((await getQueueResult(batch, createExecutionContext())).explicitAcks).toEqual(['m'])

    const { published } = await readDataset(pipeline.ctx, id)
    expect(published.status).toBe('error')
    expect(published.errorStatus).toBeDefined()
    const [event] = await rows<{ problem: string }>(`select problem from journal where type = 'error'`)
    expect(JSON.parse(event?.problem ?? '{}')).toMatchObject({ code: 'processing-failed', params: { attempts: 5 } })
    expect(event?.problem).not.toContain('injected')

    await pipeline.deliver(message)
    expect((await readDataset(pipeline.ctx, id)).published.status, 'a late delivery changes nothing').toBe('error')

    const patched = await patchDataset(pipeline.ctx, { id, patch: {} })
    expect(patched.published.status).toBe(published.errorStatus)
    await pipeline.settle()
    expect(await pipeline.published(id)).toEqual({ count: 2, values: ['alpha', 'beta'], status: 'finalized' })
    const { errorStatus } = (await readDataset(pipeline.ctx, id)).published
    expect(errorStatus).toBeUndefined()
    expect(await events(id)).toEqual(['dataset-created', 'error', 'finalize-end'])
    await pipeline.tidy()
    expect(await remains()).toEqual({ tables: 1, objects: 1, runs: 0, statistics: 1, discards: 0 })
  },
)

test('a failed new version leaves the previous one published, and can be retried or replaced', async () => {
  const pipeline = new Pipeline()
  const id = await pipeline.create(csv)
  await pipeline.settle()
  await pipeline.replace(id, 'name,places\ngamma,3\n')
  const [message] = pipeline.queue.messages.splice(0)
  if (!message) throw new Error('nothing was sent')
  await handleDeadLetter(pipeline.ctx, message)
  const dataset = await readDataset(pipeline.ctx, id)
  expect(dataset.published.status).toBe('finalized')
  expect(dataset.draft?.status).toBe('error')
  expect(await pipeline.published(id)).toMatchObject({ values: ['alpha', 'beta'] })
  await patchDataset(pipeline.ctx, { id, patch: {}, draft: true })
  await pipeline.settle()
  expect(await pipeline.published(id)).toEqual({ count: 1, values: ['gamma'], status: 'finalized' })
})

test('a dead letter of a run that succeeded elsewhere has no effect', async () => {
  const pipeline = new Pipeline()
  const id = await pipeline.create(csv)
  const [message] = pipeline.queue.messages
  if (!message) throw new Error('nothing was sent')
  await pipeline.settle()
  await handleDeadLetter(pipeline.ctx, message)
  await handleDeadLetter(pipeline.ctx, { v: 1, kind: 'discard' })
  expect(await events(id)).toEqual(['dataset-created', 'finalize-end'])
  expect(await pipeline.published(id)).toMatchObject({ status: 'finalized' })
})
