/** A file that is larger than a database may hold: its lines are in segments, in several databases. */
import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import { faultyEnv } from '../support/faults'
import { placesOf, requests } from './segment-requests'

// The modules are already loaded with the default limits: they are loaded again for this file.
vi.hoisted(() => vi.resetModules())
// Databases are checked after each insertion: small ones fill databases of a few hundred kB.
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

const { readDataset } = await import('../../worker/datasets')
const { createDataset } = await import('../../worker/datasets/create')
const { removeDataset } = await import('../../worker/datasets/update')
const { openLines } = await import('../../worker/datasets/lines-api/read/open-lines')
const { moveDataset } = await import('../../worker/datasets/operator/move')
const { contextOf, events, Pipeline, publisher } = await import('../support/pipeline')
const { keyOf, operator } = await import('../support/accounts')
const { ask, send } = await import('../support/http')
const { rows } = await import('../support/stored')

const three = { LINES_1: env.SPARE_LINES_1, LINES_2: env.SPARE_LINES_2 }
const databases = [env.LINES_0, env.SPARE_LINES_1, env.SPARE_LINES_2]
const maxBytes = '150000'
const vars = { ...three, LINES_DATABASE_BYTES: maxBytes }

const places = placesOf(1_500)
const lineCount = 1_500
const csv = `name,n\n${Array.from({ length: lineCount }, (_, at) => `quay number ${at} of the town,${at}\n`).join('')}`

/** A pipeline with three databases that are full at 150 kB, or with one that is never full. */
const pipelineOf = (bindings: Record<string, D1Database | string> = vars) => new Pipeline(bindings)

async function publish(pipeline: InstanceType<typeof Pipeline>, content = csv): Promise<string> {
  const id = await pipeline.create(content, { fileName: content.startsWith('{') ? 'places.geojson' : 'places.csv' })
  await pipeline.settle()
  return id
}

const pointerOf = async ({ ctx }: InstanceType<typeof Pipeline>, id: string) => {
  const { lines } = (await readDataset(ctx, id)).published
  if (!lines) throw new Error('the dataset has no lines')
  return lines
}

/** The numbers of the lines in the tables of a dataset, database after database. */
async function storedLines(pipeline: InstanceType<typeof Pipeline>, id: string): Promise<number[]> {
  const { run, segments = [] } = await pointerOf(pipeline, id)
  const tables = await Promise.all(
    segments.map(({ shard }) => databases[shard]?.prepare(`select _i from lines_${run} order by _i`).raw<[number]>()),
  )
  return tables.flatMap((found) => found ?? []).map(([number]) => number)
}

/** The number of lines that the search index of each segment finds. */
async function indexedLines(pipeline: InstanceType<typeof Pipeline>, id: string, word: string): Promise<unknown[]> {
  const { run, segments = [] } = await pointerOf(pipeline, id)
  const text = `select count(*) as n from search_${run} where search_${run} match ?1`
  return Promise.all(segments.map(({ shard }) => databases[shard]?.prepare(text).bind(word).first('n')))
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

async function tableCount(): Promise<number> {
  const counts = await Promise.all(
    databases.map((database) =>
      database.prepare(`select count(*) as n from sqlite_master where name glob 'lines_*'`).first<number>('n'),
    ),
  )
  return counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)
}

describe('a file larger than a database', () => {
  test('is in segments that follow each other, and its responses are those of one table', async () => {
    const key = await keyOf()
    const pipeline = pipelineOf({ ...three, LINES_DATABASE_BYTES: '250000' })
    const spread = await publish(pipeline, places)
    const one = pipelineOf({})
    const united = await publish(one, places)
    const { segments = [], count } = await pointerOf(pipeline, spread)
    expect(segments.length).toBeGreaterThan(1)
    expect(segments.reduce((sum, segment) => sum + segment.count, 0)).toBe(count)
    expect(await storedLines(pipeline, spread)).toEqual(numbers(1_500))
    expect((await pointerOf(one, united)).segments).toBeUndefined()

    const [spreadRun = '', unitedRun = ''] = [await pointerOf(pipeline, spread), await pointerOf(one, united)].map(
      ({ run }) => run,
    )
    const respond = async (id: string, run: string, path: string) => {
      const response = await send(`/api/v1/datasets/${id}/${path.replaceAll('<run>', run)}`, { key, vars })
      const text = (await response.text())
        .replaceAll(id, '<id>')
        .replaceAll(run, '<run>')
        // A slow response has hints.
        .replace(/"meta":\{"hints":[^}]*\},/, '')
        // Sums depend on the order of the values in their last digits.
        .replaceAll(/\d+\.\d{6,}/g, (number) => String(Number(Number(number).toPrecision(9))))
      return [path, response.status, text]
    }
    for (const path of requests) {
      const expected = await respond(united, unitedRun, path)
      expect(expected.slice(0, 2)).toEqual([path, 200])
      expect(await respond(spread, spreadRun, path)).toEqual(expected)
    }
    const { published } = await readDataset(pipeline.ctx, spread)
    const other = (await readDataset(one.ctx, united)).published
    expect([published.count, published.bbox, published.schema]).toEqual([other.count, other.bbox, other.schema])
  })

  test.each([
    ['size=170', (n: number) => n],
    ['size=170&sort=-_i', (n: number) => lineCount + 1 - n],
    ['size=170&count=false', (n: number) => n],
    ['size=400&sort=-_i&n_lt=100000&count=false', (n: number) => lineCount + 1 - n],
  ] as const)('is read to its end, page after page, with %s', async (query, numberAt) => {
    const key = await keyOf()
    const id = await publish(pipelineOf())
    const read: unknown[] = []
    for (let path: string | undefined = `/api/v1/datasets/${id}/lines?${query}&select=_i`; path; ) {
      const page: { next?: string; results: { _i: number }[] } = await ask(path, { key, vars })
      read.push(...page.results.map(({ _i }) => _i))
      path = page.results.length > 0 ? page.next : undefined
    }
    expect(read).toEqual(numbers(lineCount).map(numberAt))
    for (let page = 1; page <= 16; page++) {
      const path = `/api/v1/datasets/${id}/lines?${query}&select=_i&size=100&page=${page}`
      const { results } = await ask<{ results: { _i: number }[] }>(
        path.replace('size=170&', '').replace('size=400&', ''),
        { key, vars },
      )
      expect(results.map(({ _i }) => _i)).toEqual(
        numbers(lineCount)
          .map(numberAt)
          .slice(100 * page - 100, 100 * page),
      )
    }
  })

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

  test.each(['before', 'after', 'death'] as const)('has each line once after a fault of the kind %s', async (kind) => {
    for (let at = 1; ; at += 7) {
      const pipeline = pipelineOf()
      const id = await pipeline.create(csv)
      const message = pipeline.queue.messages.shift()
      const faulty = faultyEnv({ at, kind }, pipeline.queue.binding, three)
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
    const pipeline = pipelineOf({ ...three, LINES_DATABASE_BYTES: '60000' })
    const id = await publish(pipeline)
    const [entry] = await rows(`select * from journal where dataset_id = ? and type = 'error'`, id)
    expect(JSON.stringify(entry)).toContain('databases-full')
    await pipeline.tidy()
    expect(await tableCount()).toBe(0)
  })

  test('whose values are not unique over its segments is refused, with the lines', async () => {
    const pipeline = pipelineOf()
    const id = await pipeline.create(`${csv}quay number 0 of the town,0\n`)
    const constraints = JSON.stringify([{ type: 'unique', properties: ['name', 'n'] }])
    await rows(
      `update datasets set metadata = json_set(metadata, '$.constraints', json(?)) where id = ?`,
      constraints,
      id,
    )
    await pipeline.settle()
    expect(await events(id)).toContain('validation-error')
    const [entry] = await rows(`select * from journal where dataset_id = ? and type = 'validation-error'`, id)
    expect(JSON.stringify(entry)).toContain('\\"unicityErrorCount\\":2')
    await pipeline.replace(id, csv)
    await pipeline.settle()
    expect(await storedLines(pipeline, id)).toEqual(numbers(lineCount))
  })

  test('is a child of a virtual dataset, whose lines are those of all segments', async () => {
    const key = await keyOf()
    const pipeline = pipelineOf()
    const id = await publish(pipeline)
    const schema = [{ key: 'name', type: 'string' as const }]
    const body = { isVirtual: true, title: 'All', schema, virtual: { children: [id] } }
    const virtual = await createDataset(pipeline.ctx, { actor: publisher, body })
    await pipeline.settle()
    const path = `/api/v1/datasets/${virtual.id}/lines?q=${lineCount - 1}&q_mode=simple`
    const { total, results } = await ask<{ total: number; results: unknown[] }>(path, { key, vars })
    expect([total, results]).toMatchObject([1, [{ name: `quay number ${lineCount - 1} of the town` }]])
    expect((await readDataset(pipeline.ctx, virtual.id)).published.count).toBe(lineCount)
  })

  test('is written as one Parquet file', async () => {
    const key = await keyOf()
    const pipeline = pipelineOf()
    const id = await publish(pipeline)
    const response = await send(`/api/v1/datasets/${id}/data.parquet`, { key, vars })
    const { parquetReadObjects } = await import('hyparquet')
    const found = await parquetReadObjects({ file: await response.arrayBuffer() })
    expect(found.map(({ n }) => Number(n))).toEqual(numbers(lineCount).map((number) => number - 1))
  })

  test('moves to one database with room for it', async () => {
    const pipeline = pipelineOf()
    const id = await publish(pipeline)
    const roomy = pipelineOf(three)
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

  test('is read at the bookmark of each segment', async () => {
    const starts: string[] = []
    const recorded = (database: D1Database): D1Database =>
      new Proxy(database, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name)
          if (typeof value !== 'function') return value
          return (...args: unknown[]) => {
            if (name === 'withSession') starts.push(String(args[0]))
            return Reflect.apply(value, target, args)
          }
        },
      })
    const bound = Object.entries({ LINES_0: env.LINES_0, ...three }).map(
      ([name, one]) => [name, recorded(one)] as const,
    )
    const pipeline = pipelineOf({ ...vars, ...Object.fromEntries(bound), LINES_REPLICATION: 'true' })
    const id = await publish(pipeline)
    const { segments = [] } = await pointerOf(pipeline, id)
    starts.length = 0
    await openLines(pipeline.ctx, { id, draft: false })
    expect(starts).toEqual(segments.map(({ bookmark }) => bookmark ?? 'none'))
    expect(starts).not.toContain('none')
  })
})
