/** Extensions that ask no service are computed while the file is analyzed, which is then read once. */
import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import { readDataset } from '../../worker/datasets'
import { createDataset } from '../../worker/datasets/create/create-dataset'
import { storeUpload } from '../../worker/datasets/stored-files/upload'
import { town } from '../support/accounts'
import { type FaultKind, faultyEnv } from '../support/faults'
import { contextOf, events, Pipeline, publisher } from '../support/pipeline'
import { rows } from '../support/stored'

// The modules are already loaded with the default limits: they are loaded again for this file.
vi.hoisted(() => vi.resetModules())
const early = vi.hoisted(() => ({ chars: 300 }))
vi.mock('../../worker/limits', async (original) => {
  const { limits } = await original<typeof import('../../worker/limits')>()
  const processing = {
    ...limits.processing,
    get earlyFormChars() {
      return early.chars
    },
  }
  return { limits: { ...limits, processing, files: { ...limits.files, chunkBytes: 700 } } }
})

const count = 120
const shops = `code,name,people\n${Array.from({ length: count }, (_, at) => `s${at},Shop ${at},${at * 3}\n`).join('')}`
const visit = (at: number) => `${at},s${(at * 7) % (count + 5)},a text that fills chunks`
const visits = (change: (line: string, at: number) => string = (line) => line) =>
  `n,shop,note\n${Array.from({ length: count }, (_, at) => `${change(visit(at), at)}\n`).join('')}`

async function* bytesOf(text: string) {
  yield new TextEncoder().encode(text)
}

/** Uploads visits that get the columns of published shops, and a computed one. */
async function create(pipeline: Pipeline, content: string, mandatory = false): Promise<string> {
  const source = await pipeline.create(shops, { fileName: 'shops.csv' })
  await pipeline.settle()
  const extensions = [
    {
      active: true,
      type: 'remoteService' as const,
      remoteService: `dataset:${source}`,
      action: 'equals_code',
      inputs: { code: 'shop' },
      propertyPrefix: 'shop',
      mandatory,
    },
    { active: true, type: 'exprEval' as const, expr: 'n * 2', property: { key: 'twice', type: 'integer' as const } },
  ]
  const file = await storeUpload(pipeline.ctx, { account: town, fileName: 'visits.csv', bytes: bytesOf(content) })
  return (await createDataset(pipeline.ctx, { actor: publisher, body: { extensions }, file })).id
}

/** Processes the visits in one delivery, or in many. `starts`: how often an object was read from its beginning. */
async function extend(content: string, options: { chars: number; sliced?: boolean; mandatory?: boolean }) {
  early.chars = options.chars
  const pipeline = new Pipeline()
  const { mandatory, sliced = false } = options
  const id = await create(pipeline, content, mandatory)
  const { files } = pipeline.ctx
  let starts = 0
  const get: typeof files.get = (key: string, read?: R2GetOptions) => {
    if (!(read?.range && 'offset' in read.range && read.range.offset)) starts++
    return files.get(key, read)
  }
  const counting: R2Bucket = new Proxy(files, {
    get: (bucket, name) => {
      const method: unknown = name === 'get' ? get : Reflect.get(bucket, name)
      return typeof method === 'function' ? method.bind(bucket) : method
    },
  })
  let deliveries = 0
  for (let message = pipeline.queue.messages.shift(); message; message = pipeline.queue.messages.shift()) {
    let looks = 0
    const now = () => new Date(pipeline.clock.now().getTime() + (sliced ? 21_000 * looks++ : 0))
    const error = await pipeline.deliver(message, { ...pipeline.ctx, files: counting, now })
    if (error) throw error
    pipeline.clock.advance(100)
    deliveries++
  }
  const { published } = await readDataset(pipeline.ctx, id)
  const pointer = published.lines
  const stored = pointer
    ? await env.LINES_0.prepare(`select * from lines_${pointer.run} order by _i`).all<Record<string, unknown>>()
    : { results: [] }
  const statistics = await rows<{ fields: string }>('select fields from statistics where run = ?', pointer?.run ?? '')
  const journal = await rows<{ type: string; problem: string }>(
    'select type, problem from journal where dataset_id = ? order by id',
    id,
  )
  return {
    starts,
    deliveries,
    outcome: {
      status: published.status,
      schema: published.schema.map(({ 'x-extension': _, ...field }) => field),
      layout: pointer?.layout,
      lines: stored.results.map(({ _rand, ...line }) => line),
      statistics: statistics.map(({ fields }) => JSON.parse(fields)),
      journal: journal.map(({ type, problem }) => [type, problem]),
    },
    types: await events(id),
  }
}

const never = Number.POSITIVE_INFINITY
const values = (lines: readonly Record<string, unknown>[], at: number) => {
  const { _i, _id, _updatedAt, ...line } = lines[at] ?? {}
  return Object.values(line)
}

const kinds: FaultKind[] = ['before', 'after', 'death']
test.each(kinds)(
  'a fault of the kind %s at any call of the one reading loses no line, and repeats none',
  async (kind) => {
    early.chars = 300
    // Every third call, from another one for each kind: the calls between are similar.
    for (let at = 1 + (kind.length % 3), happened = true; happened; at += 3) {
      const pipeline = new Pipeline()
      const id = await create(pipeline, visits())
      const message = pipeline.queue.messages.shift()
      const faulty = faultyEnv({ at, kind }, pipeline.queue.binding)
      const error = await pipeline.deliver(message, contextOf(faulty.env, pipeline.clock))
      if (error && message) pipeline.queue.messages.push(message)
      happened = faulty.happened()
      await pipeline.settle()
      const { published } = await readDataset(pipeline.ctx, id)
      const { results } = await env.LINES_0.prepare(`select * from lines_${published.lines?.run} order by _i`).all<
        Record<string, unknown>
      >()
      expect([at, published.status, results.length], `fault at ${at}`).toEqual([at, 'finalized', count])
      expect(values(results, 3), `fault at ${at}`).toEqual(expect.arrayContaining([3, 's21', 'Shop 21', 63, 6]))
    }
  },
  180_000,
)

describe('columns of another dataset and an expression', () => {
  test('are computed in the one reading of the file, with the result of a second reading', async () => {
    const twice = await extend(visits(), { chars: never })
    const once = await extend(visits(), { chars: 300 })
    expect(once.starts).toBe(twice.starts - 1)
    expect(once.outcome).toEqual(twice.outcome)
    expect(once.outcome.lines).toHaveLength(count)
    expect(values(once.outcome.lines, 3)).toEqual(
      expect.arrayContaining([3, 's21', 'a text that fills chunks', 'Shop 21', 63, 6]),
    )
    expect(once.types).toEqual(['dataset-created', 'extend-start', 'extend-end', 'finalize-end'])
  })

  test('are the same in many deliveries', async () => {
    const whole = await extend(visits(), { chars: 300 })
    const sliced = await extend(visits(), { chars: 300, sliced: true })
    expect(sliced.deliveries).toBeGreaterThan(3)
    expect(sliced.outcome).toEqual(whole.outcome)
  })

  test('are computed again when a type differs at the end of the file', async () => {
    const content = visits((line, at) => (at === count - 1 ? line.replace(/^\d+/, '119.5') : line))
    const twice = await extend(content, { chars: never })
    const once = await extend(content, { chars: 300 })
    expect(once.outcome).toEqual(twice.outcome)
    expect(values(once.outcome.lines, count - 1)).toContain(119.5)
  })

  test('lines without a mandatory match are reported as they are by a second reading', async () => {
    const twice = await extend(visits(), { chars: never, mandatory: true })
    const once = await extend(visits(), { chars: 300, mandatory: true })
    expect(once.outcome).toEqual(twice.outcome)
    expect(once.types.at(-1)).toBe('validation-error')
  })
})
