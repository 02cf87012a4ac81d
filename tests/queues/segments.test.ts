/** A file that is larger than a database may hold is read as one table. */
import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
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
const { openLines } = await import('../../worker/datasets/lines-api/read/open-lines')
const { events, publisher } = await import('../support/pipeline')
const { keyOf } = await import('../support/accounts')
const { ask, send } = await import('../support/http')
const { rows } = await import('../support/stored')
const { csv, lineCount, numbers, pipelineOf, pointerOf, publish, storedLines, segmentBindings, vars } = await import(
  '../support/segments'
)

const places = placesOf(1_500)

describe('a file larger than a database', () => {
  test('is in segments that follow each other, and its responses are those of one table', async () => {
    const key = await keyOf()
    const pipeline = pipelineOf({ ...segmentBindings, LINES_DATABASE_BYTES: '250000' })
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
    const bound = Object.entries({ LINES_0: env.LINES_0, ...segmentBindings }).map(
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
