/** Runs that crash their process: they are started twice at the same step, then in error and not started again. */
import { describe, expect, test } from 'vitest'
import { runEachMinute } from '../../queues/cron'
import type { Message } from '../../queues/messages'
import { writeParquetFile } from '../../queues/write-parquet-file'
import { readDataset } from '../../worker/datasets'
import { readParquet } from '../../worker/datasets/files/parquet'
import { claimRun } from '../../worker/datasets/runs'
import { patchDataset } from '../../worker/datasets/update/patch'
import { Problem } from '../../worker/errors'
import { limits } from '../../worker/limits'
import { faultyEnv } from '../support/faults'
import { contextOf, events, Pipeline } from '../support/pipeline'
import { rows } from '../support/stored'

const csv = 'name,places\nalpha,1\nbeta,2\n'

async function begun(): Promise<{ pipeline: Pipeline; id: string; message: Message & { kind: 'process' } }> {
  const pipeline = new Pipeline()
  const id = await pipeline.create(csv)
  const [message] = pipeline.queue.messages.splice(0)
  if (message?.kind !== 'process') throw new Error('no run was started')
  return { pipeline, id, message }
}

/** The next tick of the cron once the lease has ended. @returns the message that it sends */
async function redriven({ clock, ctx, queue }: Pipeline): Promise<Message | undefined> {
  clock.advance(limits.processing.leaseMs + 1)
  await runEachMinute(ctx, { afterRestart: false })
  return queue.messages.splice(0).find(({ kind }) => kind === 'process')
}

const starts = async () => (await rows<{ starts: number }>('select starts from runs'))[0]?.starts
const problemOf = async (id: string): Promise<unknown> => {
  const [event] = await rows<{ problem: string }>(
    `select problem from journal where dataset_id = ? and type = 'error' order by id desc`,
    id,
  )
  return event && JSON.parse(event.problem)
}

/** Delivers a message to a process that crashes at a call. */
async function killed(pipeline: Pipeline, message: Message | undefined, at: number): Promise<void> {
  const faulty = faultyEnv({ at, kind: 'death' }, pipeline.queue.binding)
  expect(await pipeline.deliver(message, contextOf(faulty.env, pipeline.clock))).toBeInstanceOf(Error)
}

describe('a slice that is started and never reported', () => {
  test('twice is in error at the third delivery, with the stage and advice, and the cron ignores it', async () => {
    const { pipeline, id, message } = await begun()
    expect(await claimRun(pipeline.ctx, message.run, 0)).toBeDefined()
    expect(await redriven(pipeline)).toEqual(message)
    expect(await claimRun(pipeline.ctx, message.run, 0)).toBeDefined()
    const last = await redriven(pipeline)
    expect(last).toEqual(message)
    expect(await pipeline.deliver(last)).toBeUndefined()

    const { published } = await readDataset(pipeline.ctx, id)
    expect(published).toMatchObject({ status: 'error', errorStatus: 'loaded' })
    expect(await events(id)).toEqual(['dataset-created', 'error'])
    expect(await problemOf(id)).toEqual({
      code: 'processing-killed',
      params: { times: 2, stage: 'store', progress: 0, reference: message.run },
    })
    expect(await redriven(pipeline)).toBeUndefined()

    await patchDataset(pipeline.ctx, { id, patch: {} })
    await pipeline.settle()
    expect(await pipeline.published(id)).toEqual({ count: 2, values: ['alpha', 'beta'], status: 'finalized' })
  })

  test('before each of two restarts is in error after the third', async () => {
    const { pipeline, id, message } = await begun()
    for (let restart = 0; restart < 2; restart++) {
      expect(await claimRun(pipeline.ctx, message.run, 0)).toBeDefined()
      await runEachMinute(pipeline.ctx, { afterRestart: true })
      expect(pipeline.queue.messages.splice(0)).toContainEqual(message)
    }
    expect(await pipeline.deliver(message)).toBeUndefined()
    expect((await readDataset(pipeline.ctx, id)).published.status).toBe('error')
  })

  test('while another version is published leaves that version to its readers', async () => {
    const pipeline = new Pipeline()
    const id = await pipeline.create(csv)
    await pipeline.settle()
    await pipeline.replace(id, 'name,places\ngamma,3\n')
    let message = pipeline.queue.messages.splice(0).find(({ kind }) => kind === 'process')
    for (let death = 0; death < 2; death++) {
      await killed(pipeline, message, 4)
      message = await redriven(pipeline)
    }
    await pipeline.deliver(message)
    expect((await readDataset(pipeline.ctx, id)).draft?.status).toBe('error')
    expect(await pipeline.published(id)).toEqual({ count: 2, values: ['alpha', 'beta'], status: 'finalized' })
  })

  test('twice, with progress the second time, continues', async () => {
    const { pipeline, id, message } = await begun()
    const stageAt = async () => (await rows<{ stage: string }>('select stage from runs'))[0]?.stage
    const places = new Set<string | undefined>()
    let next: Message | undefined = message
    // Each process makes a few calls more than the one before.
    for (let at = 4; places.size < 3; at += 4) {
      expect(at, 'the stages are passed').toBeLessThan(60)
      await killed(pipeline, next, at)
      next = await redriven(pipeline)
      const stage = await stageAt()
      // Two crashes in one stage are the maximum.
      if (places.has(stage)) expect(await starts()).toBe(2)
      places.add(stage)
    }
    expect(await starts()).toBe(1)
    expect(await pipeline.deliver(next)).toBeUndefined()
    expect(await pipeline.published(id)).toMatchObject({ status: 'finalized' })
  })
})

test('a thrown error is not a crash: it has five retries of its own', async () => {
  const { pipeline, id, message } = await begun()
  for (let attempt = 0; attempt < limits.processing.maxAttempts; attempt++) {
    const faulty = faultyEnv({ at: 4, kind: 'before' }, pipeline.queue.binding)
    expect(await pipeline.deliver(message, contextOf(faulty.env, pipeline.clock))).toBeInstanceOf(Error)
    expect(await starts()).toBe(0)
  }
  expect(await pipeline.deliver(message)).toBeUndefined()
  expect(await pipeline.published(id)).toMatchObject({ status: 'finalized' })
})

test('a message delivered again during its run has no effect', async () => {
  const { pipeline, id, message } = await begun()
  expect(await claimRun(pipeline.ctx, message.run, 0)).toBeDefined()
  for (let delivery = 0; delivery < 5; delivery++) {
    pipeline.clock.advance(1_000)
    expect(await pipeline.deliver(message)).toBeUndefined()
    await runEachMinute(pipeline.ctx, { afterRestart: false })
  }
  expect(await starts()).toBe(1)
  expect(await pipeline.deliver(await redriven(pipeline))).toBeUndefined()
  expect(await pipeline.published(id)).toMatchObject({ status: 'finalized' })
})

test('interrupted runs are re-enqueued one after the other, to isolate a crash', async () => {
  const pipeline = new Pipeline()
  const names = ['first', 'second', 'third']
  for (const _ of names) await pipeline.create(csv)
  const [, ...started] = pipeline.queue.messages.splice(0)
  for (const message of started) if (message.kind === 'process') await claimRun(pipeline.ctx, message.run, 0)
  const delays: (number | undefined)[] = []
  const process = async (_run: string, _step: number, delaySeconds?: number) => void delays.push(delaySeconds)
  pipeline.clock.advance(limits.processing.leaseMs + 1)
  await runEachMinute({ ...pipeline.ctx, jobs: { ...pipeline.ctx.jobs, process } }, { afterRestart: false })
  expect(delays).toEqual([0, 0, limits.processing.sliceMs / 1_000])
})

describe('a Parquet file whose writing crashes the process', () => {
  const lines = Array.from({ length: limits.parquet.atOnce + 1 }, (_, n) => `${n}\n`).join('')

  async function published(): Promise<{ pipeline: Pipeline; id: string }> {
    const pipeline = new Pipeline()
    const id = await pipeline.create(`n\n${lines}`)
    await pipeline.settle()
    return { pipeline, id }
  }
  const refusalOf = (pipeline: Pipeline, id: string) =>
    readParquet(pipeline.ctx, id).then(
      () => undefined,
      (error: unknown) => (error instanceof Problem ? error.code : String(error)),
    )
  /** The file is requested from R2, then a start is counted, then the process ends. */
  const dies = async (pipeline: Pipeline, id: string) => {
    const faulty = faultyEnv({ at: 4, kind: 'death' }, pipeline.queue.binding)
    await expect(writeParquetFile(contextOf(faulty.env, pipeline.clock), id)).rejects.toThrow()
    expect(await rows('select run from parquet_writes')).toHaveLength(1)
    expect(await refusalOf(pipeline, id)).toBe('parquet-pending')
  }

  test('is tried twice, then refused for a day', async () => {
    const { pipeline, id } = await published()
    for (let death = 0; death < 2; death++) {
      await dies(pipeline, id)
      pipeline.clock.advance(limits.parquet.leaseMs + 1)
    }
    expect(await refusalOf(pipeline, id)).toBe('parquet-failed')
    await writeParquetFile(pipeline.ctx, id)
    expect(await refusalOf(pipeline, id)).toBe('parquet-failed')
    pipeline.clock.advance(limits.parquet.forgiveMs)
    expect(await refusalOf(pipeline, id)).toBe('parquet-pending')
    await writeParquetFile(pipeline.ctx, id)
    expect(await refusalOf(pipeline, id)).toBeUndefined()
    expect(await rows('select run from parquet_writes')).toEqual([])
  })

  test('is written by one process at a time, and a restart ends the lease', async () => {
    const { pipeline, id } = await published()
    await dies(pipeline, id)
    await writeParquetFile(pipeline.ctx, id)
    expect(await refusalOf(pipeline, id)).toBe('parquet-pending')
    await runEachMinute(pipeline.ctx, { afterRestart: true })
    await writeParquetFile(pipeline.ctx, id)
    expect(await refusalOf(pipeline, id)).toBeUndefined()
  })
})
