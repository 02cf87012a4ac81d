/** Deletion of unused tables and objects, after a delay for readers. */
import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { consume } from '../../queues'
import { deleteDueDiscards } from '../../queues/delete-discards'
import { deleteDiscards } from '../../worker/datasets/runs'
import { limits } from '../../worker/limits'
import { Pipeline, remains } from '../support/pipeline'
import { objects, rows } from '../support/stored'

const csv = (name: string) => `name,n\n${name},1\n`

test('a replaced version is deleted after a delay for readers', async () => {
  const pipeline = new Pipeline()
  const id = await pipeline.create(csv('alpha'))
  await pipeline.settle()
  await pipeline.replace(id, csv('beta'))
  await pipeline.settle()
  pipeline.clock.advance(limits.lines.dropReplacedAfterMs - 1_000)
  expect(await deleteDiscards(pipeline.ctx)).toBe(false)
  expect(await remains()).toMatchObject({ tables: 2, objects: 1, statistics: 2 })
  pipeline.clock.advance(2_000)
  await deleteDiscards(pipeline.ctx)
  expect(await remains()).toEqual({ tables: 1, objects: 1, runs: 0, statistics: 1, discards: 0 })
  expect(await pipeline.published(id)).toEqual({ count: 1, values: ['beta'], status: 'finalized' })
})

test('an upload without a dataset is deleted after a day', async () => {
  const pipeline = new Pipeline()
  await env.FILES.put('organization/town/uploads/x/original', 'x')
  await env.DB.prepare(`insert into discards values ('file', 'organization/town/uploads/x/original', ?)`)
    .bind(pipeline.clock.now().getTime() + limits.files.deleteUnreferencedAfterMs)
    .run()
  await deleteDiscards(pipeline.ctx)
  expect(await objects()).toHaveLength(1)
  pipeline.clock.advance(limits.files.deleteUnreferencedAfterMs)
  await deleteDiscards(pipeline.ctx)
  expect(await objects()).toEqual([])
})

test('many discards are deleted page by page, each delivery enqueues the next', async () => {
  const pipeline = new Pipeline()
  const count = limits.processing.discardBatch + 3
  for (let i = 0; i < count; i++) {
    await env.FILES.put(`k${i}`, 'x')
    await env.DB.prepare(`insert into discards values ('file', ?, 0)`).bind(`k${i}`).run()
  }
  await deleteDueDiscards(pipeline.ctx)
  expect(pipeline.queue.messages).toEqual([{ v: 1, kind: 'discard' }])
  expect(await objects()).toHaveLength(3)
  const batch = createMessageBatch('processing', [
    { id: 'm', timestamp: new Date(), attempts: 1, body: pipeline.queue.messages[0] },
  ])
  await consume(batch, env)
  expect((await getQueueResult(batch, createExecutionContext())).explicitAcks).toEqual(['m'])
  expect(await objects()).toEqual([])
  expect(await rows('select * from discards')).toEqual([])
})

test('two concurrent deliveries delete each discard, without an error', async () => {
  const pipeline = new Pipeline()
  const id = await pipeline.create(csv('alpha'))
  await pipeline.settle()
  await pipeline.replace(id, csv('beta'))
  await pipeline.settle()
  pipeline.clock.advance(limits.lines.dropReplacedAfterMs + 1)
  await Promise.all([deleteDiscards(pipeline.ctx), deleteDiscards(pipeline.ctx)])
  expect(await remains()).toMatchObject({ tables: 1, objects: 1, discards: 0 })
})
