/** A file that is larger than a database may hold: the processing of its segments. */
import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import { faultyEnv } from '../support/faults'

// The modules are already loaded with the default limits: they are loaded again for this file.
vi.hoisted(() => vi.resetModules())
// The size of a database is checked after each insertion: small insertions stop close to a limit of a few hundred kB.
vi.mock('../../worker/limits', async (original) => {
  const { limits } = await original<typeof import('../../worker/limits')>()
  return {
    limits: {
      ...limits,
      files: { ...limits.files, chunkBytes: 4_000 },
      processing: { ...limits.processing, earlyFormChars: 2_000 },
      lines: { ...limits.lines, searchRows: 400, insertRows: 50, comparedRows: 200 },
    },
  }
})

const { claimRun, deleteDiscards } = await import('../../worker/datasets/runs')
const { limits } = await import('../../worker/limits')
const { RunTable } = await import('../../queues/processing/run-table')
const { removeDataset } = await import('../../worker/datasets/trash')
const { moveDataset } = await import('../../worker/datasets/operator/move-dataset')
const { contextOf } = await import('../support/pipeline')
const { operator } = await import('../support/accounts')
const { rows } = await import('../support/stored')
const {
  csv,
  indexedLines,
  lineCount,
  maxBytes,
  numbers,
  pipelineOf,
  pointerOf,
  publish,
  storedLines,
  tableCount,
  segmentBindings,
} = await import('../support/segments')

describe('a file larger than a database', () => {
  test('that is processed in many short deliveries has each line once', async () => {
    const pipeline = pipelineOf()
    const id = await pipeline.create(csv)
    for (let message = pipeline.queue.messages.shift(); message; message = pipeline.queue.messages.shift()) {
      let looks = 0
      // Beyond the slice at the fourth check.
      const now = () => new Date(pipeline.clock.now().getTime() + 8_000 * looks++)
      const error = await pipeline.deliver(message, { ...pipeline.ctx, now })
      if (error) throw error
      pipeline.clock.advance(100)
    }
    const { segments = [] } = await pointerOf(pipeline, id)
    expect(segments.length).toBeGreaterThan(1)
    expect(await storedLines(pipeline, id)).toEqual(numbers(lineCount))
    expect(await indexedLines(pipeline, id, 'quay')).toEqual(segments.map(({ count }) => count))
  })

  test('keeps its segments, however long its run lasts', async () => {
    const pipeline = pipelineOf()
    const id = await pipeline.create(csv)
    const halfDayMs = limits.files.deleteUnreferencedAfterMs / 2
    for (let message = pipeline.queue.messages.shift(); message; message = pipeline.queue.messages.shift()) {
      let looks = 0
      const now = () => new Date(pipeline.clock.now().getTime() + 8_000 * looks++)
      const error = await pipeline.deliver(message, { ...pipeline.ctx, now })
      if (error) throw error
      pipeline.clock.advance(halfDayMs)
      while (await deleteDiscards(pipeline.ctx));
    }
    const { segments = [] } = await pointerOf(pipeline, id)
    expect(segments.length).toBeGreaterThan(1)
    expect(await storedLines(pipeline, id)).toEqual(numbers(lineCount))
    await pipeline.tidy()
    expect(await storedLines(pipeline, id)).toEqual(numbers(lineCount))
  })

  test('is not touched by a worker that has lost its lease', async () => {
    const pipeline = pipelineOf()
    const id = await pipeline.create(csv)
    const [message] = pipeline.queue.messages.splice(0)
    if (message?.kind !== 'process') throw new Error('nothing was sent')
    const late = await claimRun(pipeline.ctx, message.run, message.step)
    if (!late) throw new Error('the run is not claimed')
    pipeline.clock.advance(limits.processing.leaseMs + 1)
    pipeline.queue.messages.push(message)
    await pipeline.settle()
    const { segments = [], layout } = await pointerOf(pipeline, id)
    const lost = /lease of the run was lost/
    const shard = segments[0]?.shard ?? 0
    await expect(RunTable.create(pipeline.ctx, { ...late, shard }, layout)).rejects.toThrow(lost)
    const table = RunTable.open(pipeline.ctx, late, { pointer: await pointerOf(pipeline, id) })
    await expect(table.insert({ from: 1, count: 1, bytes: 0, texts: ['[]'] })).rejects.toThrow(lost)
    await pipeline.tidy()
    expect(await storedLines(pipeline, id)).toEqual(numbers(lineCount))
  })

  test.each(['before', 'after', 'death'] as const)('has each line once after a fault of the kind %s', async (kind) => {
    for (let at = 1; ; at += 7) {
      const pipeline = pipelineOf()
      const id = await pipeline.create(csv)
      const message = pipeline.queue.messages.shift()
      const faulty = faultyEnv({ at, kind }, pipeline.queue.binding, segmentBindings)
      const bindings = { ...faulty.env, LINES_DATABASE_BYTES: maxBytes }
      const error = await pipeline.deliver(message, contextOf(bindings, pipeline.clock))
      if (error && message) pipeline.queue.messages.push(message)
      await pipeline.settle()
      const { segments = [] } = await pointerOf(pipeline, id)
      expect(await storedLines(pipeline, id), `fault at ${at}`).toEqual(numbers(lineCount))
      expect(await indexedLines(pipeline, id, 'quay')).toEqual(segments.map(({ count }) => count))
      await pipeline.tidy()
      expect(await tableCount(), `fault at ${at}`).toBe(segments.length)
      await removeDataset(pipeline.ctx, id)
      await pipeline.tidy()
      expect(await tableCount(), `fault at ${at}`).toBe(0)
      if (!faulty.happened()) return expect(at).toBeGreaterThan(20)
    }
  })

  test('is replaced and deleted in all its databases', async () => {
    const pipeline = pipelineOf()
    const id = await publish(pipeline)
    const before = await pointerOf(pipeline, id)
    await pipeline.replace(id, csv.replace('quay number 7 ', 'mill number 7 '))
    await pipeline.settle()
    const after = await pointerOf(pipeline, id)
    expect(after.run).not.toBe(before.run)
    expect(await storedLines(pipeline, id)).toEqual(numbers(lineCount))
    await pipeline.tidy()
    expect(await tableCount()).toBe(after.segments?.length)
    const { objects } = await env.FILES.list({ prefix: 'parquet' })
    expect(objects.filter(({ key }) => key.includes(before.run))).toEqual([])
    await removeDataset(pipeline.ctx, id)
    await pipeline.tidy()
    expect(await tableCount()).toBe(0)
  })

  test('that all databases together cannot hold is refused, and none of its tables stays', async () => {
    const pipeline = pipelineOf({ ...segmentBindings, LINES_DATABASE_BYTES: '60000' })
    const id = await publish(pipeline)
    const [entry] = await rows(`select * from journal where dataset_id = ? and type = 'error'`, id)
    expect(JSON.stringify(entry)).toContain('databases-full')
    await pipeline.tidy()
    expect(await tableCount()).toBe(0)
  })

  test('moves to one database with room for it', async () => {
    const pipeline = pipelineOf()
    const id = await publish(pipeline)
    const roomy = pipelineOf(segmentBindings)
    const identity = { actor: operator }
    await moveDataset({ ...roomy.ctx, identity }, id, 1)
    await roomy.settle()
    const moved = await pointerOf(roomy, id)
    expect([moved.shard, moved.count, moved.segments]).toEqual([1, lineCount, undefined])
    const stored = await env.SPARE_LINES_1.prepare(`select _i from lines_${moved.run} order by _i`).raw<[number]>()
    expect(stored.map(([number]) => number)).toEqual(numbers(lineCount))
    expect(await roomy.found(id, 'quay')).toBe(lineCount)
    await roomy.tidy()
    expect(await tableCount()).toBe(1)
  })
})
