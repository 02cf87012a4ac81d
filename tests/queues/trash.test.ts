/** Deleted datasets: restored as they were, or purged with all that they stored. */
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { runEachMinute } from '../../queues/cron'
import { readDataset } from '../../worker/datasets'
import { createDataset } from '../../worker/datasets/create/create-dataset'
import { deleteDiscards } from '../../worker/datasets/runs'
import { listDeleted, purgeDeleted, removeDataset, restoreDataset } from '../../worker/datasets/trash'
import { limits } from '../../worker/limits'
import { DAY_MS, SECOND_MS } from '../../worker/limits/units'
import { events, Pipeline, publisher } from '../support/pipeline'
import { leftBehind, nothing, rows } from '../support/stored'

const csv = 'name,n\nalpha,1\nbeta,2\n'
const withTrash = () => new Pipeline({ TRASH_DAYS: '7' })

async function published(pipeline: Pipeline, content = csv): Promise<string> {
  const id = await pipeline.create(content)
  await pipeline.settle()
  await pipeline.tidy()
  return id
}

/** Runs the cron, then deletes the due discards. */
async function tick(pipeline: Pipeline): Promise<void> {
  await runEachMinute(pipeline.ctx, { afterRestart: false })
  pipeline.clock.advance(limits.lines.dropRemovedAfterMs + SECOND_MS)
  while (await deleteDiscards(pipeline.ctx));
}

test('the data of a deleted dataset are there until the last day, and gone after it', async () => {
  const pipeline = withTrash()
  const id = await published(pipeline)
  const stored = await leftBehind()
  await removeDataset(pipeline.ctx, id)
  await expect(readDataset(pipeline.ctx, id)).rejects.toThrow()
  expect(await leftBehind()).toEqual({ ...stored, datasets: 0, journal: 0 })
  pipeline.clock.advance(6 * DAY_MS)
  await tick(pipeline)
  expect(await leftBehind()).toEqual({ ...stored, datasets: 0, journal: 0 })
  pipeline.clock.advance(DAY_MS)
  await tick(pipeline)
  expect(await leftBehind()).toEqual(nothing)
  expect(await rows('select * from deleted_datasets')).toEqual([])
})

test('a restored dataset has all columns of its row, its lines and its journal', async () => {
  const pipeline = withTrash()
  const id = await published(pipeline)
  const row = await rows('select * from datasets')
  const journal = await rows('select * from journal where not log_only')
  await removeDataset(pipeline.ctx, id)
  pipeline.clock.advance(6 * DAY_MS)
  await tick(pipeline)
  await restoreDataset(pipeline.ctx, id)
  const [before] = row
  expect(await rows('select * from datasets')).toEqual([{ ...before, version: Number(before?.version) + 1 }])
  expect(await rows("select * from journal where not log_only and type <> 'dataset-restored'")).toEqual(journal)
  expect((await events(id)).slice(-2)).toEqual(['dataset-deleted', 'dataset-restored'])
  expect(await rows('select * from deleted_datasets')).toEqual([])
  pipeline.clock.advance(30 * DAY_MS)
  await tick(pipeline)
  expect(await pipeline.published(id)).toEqual({ count: 2, values: ['alpha', 'beta'], status: 'finalized' })
  expect(await pipeline.found(id, 'beta')).toBe(1)
})

test('what a deletion for good leaves', async () => {
  const pipeline = withTrash()
  const id = await published(pipeline)
  await removeDataset(pipeline.ctx, id)
  await purgeDeleted(pipeline.ctx, id)
  await tick(pipeline)
  expect(await leftBehind()).toEqual(nothing)
  await expect(restoreDataset(pipeline.ctx, id)).rejects.toMatchObject({ code: 'deleted-dataset-not-found' })
})

describe('what cannot be restored is discarded at once', () => {
  test('a dataset that was never published', async () => {
    const pipeline = withTrash()
    const id = await pipeline.create(csv, { draft: true })
    await pipeline.settle()
    await removeDataset(pipeline.ctx, id)
    await tick(pipeline)
    pipeline.clock.advance(limits.processing.leaseMs)
    await tick(pipeline)
    expect(await leftBehind()).toEqual(nothing)
  })

  test('the oldest datasets of an account beyond the limit', async () => {
    const pipeline = withTrash()
    const most = limits.trash.maxResources
    const ids: string[] = []
    for (let n = 0; n < most + 2; n++) {
      const body = { isMetaOnly: true, title: `Dataset ${n}` }
      const { id } = await createDataset(pipeline.ctx, { actor: publisher, body })
      ids.push(id)
      pipeline.clock.advance(SECOND_MS)
      await removeDataset(pipeline.ctx, id)
    }
    const { count, results } = await listDeleted(pipeline.ctx)
    expect([count, results[0]?.id, results.at(-1)?.id]).toEqual([most, ids.at(-1), ids[2]])
  })
})

test('a dataset with a reused id keeps its data when those of the former are purged', async () => {
  const pipeline = withTrash()
  const id = await published(pipeline)
  await removeDataset(pipeline.ctx, id)
  const body = { isRest: true, title: 'Other', schema: [{ key: 'name', type: 'string' as const }] }
  await createDataset(pipeline.ctx, { actor: publisher, id, body })
  await pipeline.settle()
  await expect(restoreDataset(pipeline.ctx, id)).rejects.toMatchObject({ code: 'deleted-dataset-not-found' })
  pipeline.clock.advance(8 * DAY_MS)
  await tick(pipeline)
  const { datasets, tables, objects } = await leftBehind()
  expect({ datasets, objects }).toEqual({ datasets: 1, objects: 0 })
  expect(tables).toBeGreaterThan(0)
  expect((await readDataset(pipeline.ctx, id)).metadata.title).toBe('Other')
})

test('a run that the deletion has interrupted starts again', async () => {
  const pipeline = withTrash()
  const id = await published(pipeline)
  await pipeline.replace(id, 'name,n\ngamma,3\n')
  await pipeline.deliver(pipeline.queue.messages.shift())
  await removeDataset(pipeline.ctx, id)
  pipeline.queue.messages.length = 0
  pipeline.clock.advance(DAY_MS)
  await tick(pipeline)
  await restoreDataset(pipeline.ctx, id)
  await pipeline.settle()
  expect(await pipeline.published(id)).toEqual({ count: 1, values: ['gamma'], status: 'finalized' })
})

test('a row that cannot be read does not keep the others from being purged', async () => {
  const pipeline = withTrash()
  const ids = [await published(pipeline), await published(pipeline)]
  for (const id of ids) await removeDataset(pipeline.ctx, id)
  await env.DB.prepare("update deleted_datasets set published = '{' where id = ?").bind(ids[0]).run()
  pipeline.clock.advance(8 * DAY_MS)
  await tick(pipeline)
  expect(await rows('select id from deleted_datasets')).toEqual([{ id: ids[0] }])
  expect((await leftBehind()).tables).toBeGreaterThan(0)
  expect((await leftBehind()).statistics).toBe(1)
})
