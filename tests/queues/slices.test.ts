/** A delivery that runs out of time continues in the next one, with the result of one long delivery. */
import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import { readDataset } from '../../worker/datasets'
import { faultyEnv } from '../support/faults'
import { contextOf, events, Pipeline, remains } from '../support/pipeline'
import { seeded } from '../support/random'
import { rows } from '../support/stored'

// The modules are already loaded with the default limits: they are loaded again for this file.
vi.hoisted(() => vi.resetModules())
// Slices end by time, checked after each chunk: the smallest chunks give the most slices.
vi.mock('../../worker/limits', async (original) => {
  const { limits } = await original<typeof import('../../worker/limits')>()
  return {
    limits: {
      ...limits,
      files: { ...limits.files, chunkBytes: 700 },
      lines: { ...limits.lines, searchRows: 30, insertRows: 10 },
    },
  }
})

const { whole, pick } = seeded(20)
const words = ['été', 'quay "B"', 'œuvre, noire', 'ligne\nbrisée', '日本', ''] as const
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const table = Array.from({ length: 120 }, (_, i) => [
  `n${i}`,
  pick(words),
  String(whole(1_000) / 10),
  pick(['oui', 'non']),
  `2021-0${1 + whole(9)}-1${whole(10)}`,
])
const csv = `name,text,number,flag,day\n${table.map((row) => `${row.map(quoted).join(',')}\n`).join('')}`
const objectsText = table.map(([name, text, number]) => JSON.stringify({ name, text, number: Number(number) }))
const files = [
  ['places.csv', csv],
  ['places.json', `[${objectsText.join(',\n')}]`],
  ['places.ndjson', objectsText.join('\n')],
] as const

/** A pipeline whose deliveries end at the first check of the clock, or never. */
async function process(fileName: string, content: string, sliced: boolean) {
  const pipeline = new Pipeline()
  const id = await pipeline.create(content, { fileName })
  let deliveries = 0
  for (let message = pipeline.queue.messages.shift(); message; message = pipeline.queue.messages.shift()) {
    let looks = 0
    // Beyond the slice at the second check.
    const now = () => new Date(pipeline.clock.now().getTime() + (sliced ? 21_000 * looks++ : 0))
    const error = await pipeline.deliver(message, { ...pipeline.ctx, now })
    if (error) throw error
    pipeline.clock.advance(100)
    if (message.kind === 'process') deliveries++
    if (deliveries > 500) throw new Error('the slices do not end')
  }
  const { published } = await readDataset(pipeline.ctx, id)
  const pointer = published.lines
  const lines = await env.LINES_0.prepare(`select * from lines_${pointer?.run} order by _i`).all<
    Record<string, unknown>
  >()
  const statistics = await rows<{ fields: string }>('select fields from statistics where run = ?', pointer?.run)
  return {
    pipeline,
    id,
    deliveries,
    outcome: {
      status: published.status,
      schema: published.schema,
      file: { ...published.file, object: '', updatedAt: '' },
      count: pointer?.count,
      layout: pointer?.layout,
      lines: lines.results.map(({ _rand, ...line }) => line),
      statistics: statistics.map(({ fields }) => JSON.parse(fields)),
      found: await pipeline.found(id, 'n7 OR n99 OR n119'),
    },
  }
}

describe.each(files)('%s', (fileName, content) => {
  test('gives the same result in many slices as in one', async () => {
    const whole = await process(fileName, content, false)
    const sliced = await process(fileName, content, true)
    expect(whole.deliveries).toBe(1)
    expect(sliced.deliveries).toBeGreaterThan(4)
    expect(sliced.outcome).toEqual(whole.outcome)
    expect(sliced.outcome).toMatchObject({ status: 'finalized', count: 120, found: 3 })
    expect(await events(sliced.id)).toEqual(['dataset-created', 'finalize-end'])
  })
})

test('the saved state of paused deliveries and other temporary objects are deleted', async () => {
  const { pipeline, deliveries } = await process('places.csv', csv, true)
  expect(deliveries).toBeGreaterThan(4)
  await pipeline.tidy()
  expect(await remains()).toEqual({ tables: 1, objects: 1, runs: 0, statistics: 1, discards: 0 })
})

test('an older step delivered after a newer one has no effect', async () => {
  const pipeline = new Pipeline()
  const id = await pipeline.create(csv)
  const [first] = pipeline.queue.messages.splice(0)
  if (first?.kind !== 'process') throw new Error('nothing was sent')
  let looks = 0
  const hurried = { ...pipeline.ctx, now: () => new Date(pipeline.clock.now().getTime() + 21_000 * looks++) }
  expect(await pipeline.deliver(first, hurried)).toBeUndefined()
  expect(pipeline.queue.messages).toEqual([{ ...first, step: 1 }])
  const before = await rows('select * from runs')
  pipeline.clock.advance(1_000_000)
  await pipeline.deliver(first)
  expect(await rows('select * from runs')).toEqual(before)
  await pipeline.settle()
  expect(await pipeline.published(id)).toMatchObject({ count: 120, status: 'finalized' })
})

const short = table.slice(0, 45)
const shortCsv = `name,places\n${short.map(([name], i) => `${name},a text that is long enough to fill chunks ${i}\n`).join('')}`
const names = short.map(([name]) => name)

test.each(['before', 'after', 'death'] as const)(
  'a fault (%s) at any call of sliced work does not change its result',
  async (kind) => {
    // Every fourth call, with another offset for each kind: the calls between are similar.
    for (let at = 2 + (kind.length % 3); ; at += 4) {
      const pipeline = new Pipeline()
      const id = await pipeline.create(shortCsv)
      const faulty = faultyEnv({ at, kind }, pipeline.queue.binding)
      const ctx = contextOf(faulty.env, pipeline.clock)
      for (let message = pipeline.queue.messages.shift(); message; message = pipeline.queue.messages.shift()) {
        let looks = 0
        const now = () => new Date(pipeline.clock.now().getTime() + 21_000 * looks++)
        const error = await pipeline.deliver(message, { ...ctx, now })
        if (error) {
          pipeline.queue.messages.push(message)
          break
        }
      }
      await pipeline.settle()
      expect(await pipeline.published(id), `fault at ${at}`).toEqual({
        count: 45,
        values: names,
        status: 'finalized',
      })
      expect(await pipeline.found(id, 'n7 OR n9 OR n19'), `fault at ${at}`).toBe(3)
      expect(await events(id), `fault at ${at}`).toEqual(['dataset-created', 'finalize-end'])
      if (!faulty.happened()) return expect(at).toBeGreaterThan(20)
      expect(at, 'the work ends').toBeLessThan(400)
    }
  },
  60_000,
)
