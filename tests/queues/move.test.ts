/** The lines of a dataset move to another database. */
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { readDataset } from '../../worker/datasets'
import { moveDataset } from '../../worker/datasets/operator/move-dataset'
import { removeDataset } from '../../worker/datasets/trash'
import { keyOf, operator } from '../support/accounts'
import { type FaultKind, faultyEnv } from '../support/faults'
import { ask } from '../support/http'
import { contextOf, events, Pipeline } from '../support/pipeline'
import { rows } from '../support/stored'

const three = { LINES_1: env.SPARE_LINES_1, LINES_2: env.SPARE_LINES_2 }
const databases = [env.LINES_0, env.SPARE_LINES_1, env.SPARE_LINES_2]
const csv = `name,n,day\n${Array.from({ length: 60 }, (_, at) => `quay ${at},${at / 3},2024-01-1${at % 9}\n`).join('')}`

const move = ({ ctx }: Pipeline, id: string, shard: number) =>
  moveDataset({ ...ctx, identity: { actor: operator } }, id, shard)

/** The tables of lines and of revisions in each database. */
const tablesIn = (): Promise<number[]> =>
  Promise.all(
    databases.map(async (database) => {
      const text = `select count(*) as n from sqlite_master where name glob 'lines_*' or name glob 'history_*'`
      return (await database.prepare(text).first<number>('n')) ?? 0
    }),
  )

/** What readers see, without what a new table changes. */
async function seen(pipeline: Pipeline, id: string, key: string) {
  const { published } = await readDataset(pipeline.ctx, id)
  const { lines, finalizedAt: _, ...version } = published
  const page = await ask<{ total: number; results: Record<string, unknown>[] }>(
    `/api/v1/datasets/${id}/lines?size=100&q=quay&sort=n`,
    { key, vars: three },
  )
  const rest = page.results.map(({ _id, _rand, ...line }) => line)
  const { fields } = (await rows('select fields from statistics where run = ?', lines?.run))[0] ?? {}
  return { version, total: page.total, rest, fields }
}

describe('the lines of a file', () => {
  test('are the same in another database, with their search index and statistics, and the old ones are deleted', async () => {
    const key = await keyOf()
    const pipeline = new Pipeline(three)
    const id = await pipeline.create(csv)
    await pipeline.settle()
    const before = await seen(pipeline, id, key)
    expect(before.total).toBe(60)
    const journal = await events(id)
    await move(pipeline, id, 2)
    // Readers have the old table meanwhile.
    expect((await seen(pipeline, id, key)).rest).toEqual(before.rest)
    await pipeline.settle()
    expect((await readDataset(pipeline.ctx, id)).published.lines?.shard).toBe(2)
    expect(await seen(pipeline, id, key)).toEqual(before)
    expect(await events(id)).toEqual(journal)
    await pipeline.tidy()
    expect(await tablesIn()).toEqual([0, 0, 1])
  })

  test.each<FaultKind>(['before', 'after', 'death'])('are there once after a fault of the kind %s', async (kind) => {
    for (let at = 1; ; at += 3) {
      const pipeline = new Pipeline(three)
      const id = await pipeline.create(csv)
      await pipeline.settle()
      await move(pipeline, id, 1)
      const message = pipeline.queue.messages.shift()
      const faulty = faultyEnv({ at, kind }, pipeline.queue.binding, three)
      const error = await pipeline.deliver(message, contextOf(faulty.env, pipeline.clock))
      if (error && message) pipeline.queue.messages.push(message)
      await pipeline.settle()
      const { lines } = (await readDataset(pipeline.ctx, id)).published
      expect(lines, `fault at ${at}`).toMatchObject({ shard: 1, count: 60 })
      const stored = await env.SPARE_LINES_1.prepare(`select count(*) as n from lines_${lines?.run}`).first('n')
      expect(stored, `fault at ${at}`).toBe(60)
      await pipeline.tidy()
      expect(await tablesIn(), `fault at ${at}`).toEqual([0, 1, 0])
      await removeDataset(pipeline.ctx, id)
      await pipeline.tidy()
      expect(await tablesIn()).toEqual([0, 0, 0])
      if (!faulty.happened()) return expect(at).toBeGreaterThan(6)
    }
  })
})

describe('editable lines', () => {
  async function editable(key: string): Promise<string> {
    const schema = [
      { key: 'name', type: 'string' },
      { key: 'n', type: 'number' },
      { key: 'day', type: 'string', format: 'date-time' },
    ]
    const json = { isRest: true, title: 'Quays', schema, primaryKey: ['name'], rest: { history: true } }
    const { id } = await ask<{ id: string }>('/api/v1/datasets', { key, json }, 201)
    for (const n of [1, 1 / 3, 3]) {
      const line = { name: `quay ${n}`, n, day: '2024-01-11T10:00:00+02:00' }
      await ask(`/api/v1/datasets/${id}/lines`, { key, json: line })
    }
    await ask(`/api/v1/datasets/${id}/lines`, { key, json: { name: 'quay 1', n: 7 } })
    return id
  }

  const linesOf = (id: string, key: string) =>
    ask<{ results: unknown[] }>(
      `/api/v1/datasets/${id}/lines?sort=_i&q=quay&select=_id,_i,name,n,day,_updatedAt,_rand`,
      {
        key,
        vars: three,
      },
    )
  const revisionsOf = (id: string, key: string) => ask(`/api/v1/datasets/${id}/revisions`, { key, vars: three })

  test('move with their ids and revisions; writes go on there, and back', async () => {
    const key = await keyOf()
    const id = await editable(key)
    const pipeline = new Pipeline(three)
    const [lines, revisions] = [await linesOf(id, key), await revisionsOf(id, key)]
    for (const shard of [1, 0]) {
      await move(pipeline, id, shard)
      await pipeline.settle()
      expect((await readDataset(pipeline.ctx, id)).published.lines?.shard).toBe(shard)
      expect(await linesOf(id, key)).toEqual(lines)
      expect(await revisionsOf(id, key)).toEqual(revisions)
    }
    await move(pipeline, id, 2)
    await pipeline.settle()
    await ask(`/api/v1/datasets/${id}/lines`, { key, vars: three, json: { name: 'mill', n: 2 } })
    const written = await ask<{ results: { name: string }[] }>(`/api/v1/datasets/${id}/lines`, { key, vars: three })
    expect(written.results.map(({ name }) => name)).toEqual(['mill', 'quay 1', 'quay 3', `quay ${1 / 3}`])
    const added = await ask<{ results: { name: string }[] }>(`/api/v1/datasets/${id}/revisions`, { key, vars: three })
    expect(added.results[0]?.name).toBe('mill')
    await pipeline.tidy()
    expect(await tablesIn()).toEqual([0, 0, 2])
  })

  test.each<FaultKind>(['before', 'after', 'death'])('are there once after a fault of the kind %s', async (kind) => {
    const key = await keyOf()
    const id = await editable(key)
    const pipeline = new Pipeline(three)
    const revisions = await revisionsOf(id, key)
    for (let at = 1, shard = 1; ; at += 3, shard = shard === 1 ? 2 : 1) {
      await move(pipeline, id, shard)
      const message = pipeline.queue.messages.shift()
      const faulty = faultyEnv({ at, kind }, pipeline.queue.binding, three)
      const error = await pipeline.deliver(message, contextOf(faulty.env, pipeline.clock))
      if (error && message) pipeline.queue.messages.push(message)
      await pipeline.settle()
      expect((await linesOf(id, key)).results, `fault at ${at}`).toHaveLength(3)
      expect(await revisionsOf(id, key), `fault at ${at}`).toEqual(revisions)
      await pipeline.tidy()
      expect(await tablesIn(), `fault at ${at}`).toEqual([0, shard === 1 ? 2 : 0, shard === 2 ? 2 : 0])
      if (!faulty.happened()) return expect(at).toBeGreaterThan(6)
    }
  })
})

test('a move is refused to a database that is not bound, of a dataset without rows or under way, and to others than operators', async () => {
  const pipeline = new Pipeline(three)
  const id = await pipeline.create(csv)
  await expect(move(pipeline, id, 1)).rejects.toMatchObject({ code: 'body-invalid' })
  await pipeline.settle()
  await expect(move(pipeline, id, 9)).rejects.toMatchObject({ code: 'body-invalid' })
  await expect(moveDataset(pipeline.ctx, id, 1)).rejects.toMatchObject({ code: 'session-required' })
  await move(pipeline, id, 1)
  await expect(move(pipeline, id, 2)).rejects.toMatchObject({ code: 'status-incompatible' })
  await pipeline.settle()
  // It is there already.
  expect((await move(pipeline, id, 1)).published.status).toBe('finalized')
})
