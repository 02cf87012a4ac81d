/** How long earlier files stay: their time, their bytes per account, and the dataset itself. */
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { runEachMinute } from '../../queues/cron'
import { listFileVersions } from '../../worker/datasets/file-versions'
import { purgeDeleted, removeDataset, restoreDataset } from '../../worker/datasets/trash'
import { limits } from '../../worker/limits'
import { DAY_MS, MINUTE_MS } from '../../worker/limits/units'
import { Pipeline } from '../support/pipeline'
import { objects, rows } from '../support/stored'

const csv = (name: string) => `name,n\n${name},1\n`

async function replaced(pipeline: Pipeline, contents: readonly string[]): Promise<string> {
  const [first = '', ...others] = contents
  const id = await pipeline.create(csv(first))
  await pipeline.settle()
  for (const content of others) {
    pipeline.clock.advance(MINUTE_MS)
    await pipeline.replace(id, csv(content))
    await pipeline.settle()
  }
  await pipeline.tidy()
  return id
}

/** Runs the crons of an hour, then the deletions that are due. */
async function hour(pipeline: Pipeline): Promise<void> {
  const minute = pipeline.ctx.now().getUTCMinutes()
  pipeline.clock.advance(((limits.events.pruneAtMinute - minute + 60) % 60) * MINUTE_MS)
  await runEachMinute(pipeline.ctx, { afterRestart: false })
  await pipeline.tidy()
}

test('an earlier file stays for its time, and is deleted after it', async () => {
  const pipeline = new Pipeline()
  const id = await replaced(pipeline, ['alpha', 'beta'])
  await hour(pipeline)
  expect(await objects()).toHaveLength(2)
  pipeline.clock.advance(limits.fileVersions.availableMs - 4 * DAY_MS)
  await hour(pipeline)
  expect(await listFileVersions(pipeline.ctx, id)).toMatchObject({ count: 1 })
  pipeline.clock.advance(4 * DAY_MS)
  await hour(pipeline)
  expect(await listFileVersions(pipeline.ctx, id)).toMatchObject({ count: 0 })
  expect(await objects()).toHaveLength(1)
  expect(await pipeline.published(id)).toMatchObject({ values: ['beta'] })
})

test('the oldest files of an account go first when they are too many bytes', async () => {
  const pipeline = new Pipeline()
  const id = await replaced(pipeline, ['alpha', 'beta', 'gamma', 'delta'])
  await env.DB.prepare('update file_versions set size = ?')
    .bind(limits.fileVersions.maxBytes / 2)
    .run()
  const before = await listFileVersions(pipeline.ctx, id)
  await hour(pipeline)
  expect(await listFileVersions(pipeline.ctx, id)).toEqual({ count: 2, results: before.results.slice(0, 2) })
})

test('a deleted dataset has its earlier files in the trash, and again once restored', async () => {
  const pipeline = new Pipeline({ TRASH_DAYS: '7' })
  const id = await replaced(pipeline, ['alpha', 'beta', 'gamma'])
  await removeDataset(pipeline.ctx, id)
  await pipeline.tidy()
  expect(await objects()).toHaveLength(3)
  await restoreDataset(pipeline.ctx, id)
  expect(await listFileVersions(pipeline.ctx, id)).toMatchObject({ count: 2 })
})

test('a dataset that cannot be restored leaves no earlier file', async () => {
  const pipeline = new Pipeline({ TRASH_DAYS: '7' })
  const id = await replaced(pipeline, ['alpha', 'beta', 'gamma'])
  await removeDataset(pipeline.ctx, id)
  await purgeDeleted(pipeline.ctx, id)
  await pipeline.tidy()
  expect(await objects()).toEqual([])
  expect(await rows('select * from file_versions')).toEqual([])
})
