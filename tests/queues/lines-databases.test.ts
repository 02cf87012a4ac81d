/** Several databases of lines: each run chooses one. */
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import type { Context } from '../../worker/context'
import { readDataset } from '../../worker/datasets'
import { createDataset } from '../../worker/datasets/create'
import { keyOf } from '../support/accounts'
import { faultyEnv } from '../support/faults'
import { ask, refusal, send } from '../support/http'
import { contextOf, events, Pipeline, publisher } from '../support/pipeline'
import { rows } from '../support/stored'

type Bindings = Record<string, D1Database>
const three: Bindings = { LINES_1: env.SPARE_LINES_1, LINES_2: env.SPARE_LINES_2 }
const databases = [env.LINES_0, env.SPARE_LINES_1, env.SPARE_LINES_2]
const csv = 'name,n\nQuay,1\nTower,2\n'
const maxBytes = 400_000

/** A pipeline with three databases, full at 400 kB. */
function pipelineOf(bindings: Bindings = three): Pipeline {
  const pipeline = new Pipeline(bindings)
  const config = { ...pipeline.ctx.config, LINES_DATABASE_BYTES: maxBytes }
  return Object.assign(pipeline, { ctx: { ...pipeline.ctx, config } satisfies Context })
}

async function publish(pipeline: Pipeline, content = csv, fileName = 'places.csv'): Promise<string> {
  const id = await pipeline.create(content, { fileName })
  await pipeline.settle()
  return id
}

const shardOf = async ({ ctx }: Pipeline, id: string) => (await readDataset(ctx, id)).published.lines?.shard

/** Adds a table of some bytes to each database. */
async function grow(...bytes: number[]): Promise<void> {
  for (const [shard, size] of bytes.entries()) {
    await databases[shard]?.prepare('create table if not exists ballast (b)').run()
    await databases[shard]?.prepare('insert into ballast values (zeroblob(?))').bind(size).run()
  }
}

/** Names of the tables of lines in a database. */
async function tablesIn(database: D1Database): Promise<string[]> {
  const found = await database
    .prepare(`select name from sqlite_master where type = 'table' and name glob 'lines_*'`)
    .all<{ name: string }>()
  return found.results.map(({ name }) => name)
}

describe('the table of a file', () => {
  test('is in the smallest database, and the next ones of the account are beside it', async () => {
    const pipeline = pipelineOf()
    await grow(100_000, 0, 50_000)
    const first = await publish(pipeline)
    expect(await shardOf(pipeline, first)).toBe(1)
    await grow(0, 200_000, 0)
    const second = await publish(pipeline)
    expect(await shardOf(pipeline, second)).toBe(1)
    expect(await pipeline.published(second)).toEqual({ count: 2, values: ['Quay', 'Tower'], status: 'finalized' })
    expect(await pipeline.found(second, 'quay')).toBe(1)
  })

  test('goes to another database once that of the account is full, and its previous table goes', async () => {
    const pipeline = pipelineOf()
    const id = await publish(pipeline)
    expect(await shardOf(pipeline, id)).toBe(0)
    await grow(maxBytes, 50_000, 0)
    await pipeline.replace(id, 'name,n\nMill,3\n')
    await pipeline.settle()
    expect(await shardOf(pipeline, id)).toBe(2)
    expect(await pipeline.published(id)).toEqual({ count: 1, values: ['Mill'], status: 'finalized' })
    await pipeline.tidy()
    expect(await tablesIn(env.LINES_0)).toEqual([])
    expect(await tablesIn(env.SPARE_LINES_2)).toHaveLength(1)
  })

  test('is not created when all databases are full: the run fails, and the next one has room', async () => {
    const pipeline = pipelineOf({})
    await grow(maxBytes)
    const id = await publish(pipeline)
    const [entry] = await rows(`select * from journal where dataset_id = ? and type = 'error'`, id)
    expect(JSON.stringify(entry)).toContain('databases-full')
    await env.LINES_0.prepare('drop table ballast').run()
    await pipeline.replace(id, csv)
    await pipeline.settle()
    expect(await pipeline.published(id)).toEqual({ count: 2, values: ['Quay', 'Tower'], status: 'finalized' })
  })

  test('is not in a database that does not respond', async () => {
    const { env: faulty } = faultyEnv({ at: 1, kind: 'death' })
    const pipeline = pipelineOf({ ...three, LINES_0: faulty.LINES_0 })
    const id = await publish(pipeline)
    expect(await shardOf(pipeline, id)).toBe(1)
    expect(await pipeline.published(id)).toMatchObject({ count: 2 })
  })

  test('is dropped from its database when its run fails', async () => {
    const pipeline = pipelineOf()
    await grow(100_000, 0, 50_000)
    const id = await pipeline.create(`${csv}Quay,3\n`)
    const constraints = [{ type: 'unique', properties: ['name'] }]
    await rows(
      `update datasets set metadata = json_set(metadata, '$.constraints', json(?)) where id = ?`,
      JSON.stringify(constraints),
      id,
    )
    await pipeline.settle()
    expect(await events(id)).toContain('validation-error')
    expect(await tablesIn(env.SPARE_LINES_1)).toHaveLength(1)
    await pipeline.tidy()
    expect(await tablesIn(env.SPARE_LINES_1)).toEqual([])
  })
})

describe('an editable dataset', () => {
  test('is created in the smallest database, where its rows are written and read', async () => {
    const key = await keyOf()
    const sent = { key, vars: three }
    await grow(100_000, 50_000, 0)
    const json = { isRest: true, title: 'Trees', schema: [{ key: 'tree', type: 'string' }] }
    const { id } = await ask<{ id: string }>('/api/v1/datasets', { ...sent, json }, 201)
    await ask(`/api/v1/datasets/${id}/lines`, { ...sent, json: { tree: 'oak' } }, 201)
    const { results } = await ask<{ results: unknown[] }>(`/api/v1/datasets/${id}/lines`, sent)
    expect(results).toMatchObject([{ tree: 'oak' }])
    expect(await tablesIn(env.SPARE_LINES_2)).toHaveLength(1)
    expect(await tablesIn(env.LINES_0)).toEqual([])
  })

  test('is not created when all databases are full', async () => {
    const key = await keyOf()
    const json = { isRest: true, title: 'Trees' }
    const response = await send('/api/v1/datasets', { key, json, vars: { ...three, LINES_DATABASE_BYTES: '1' } })
    expect(await refusal(response)).toEqual([507, 'databases-full'])
  })
})

describe('a virtual dataset', () => {
  /** Places as GeoJSON. */
  const towns = (from: number, count: number) => {
    const features = Array.from({ length: count }, (_, at) => {
      const n = from + at
      return {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [(n % 50) / 10, 45 + (n % 40) / 10] },
        properties: {
          n,
          name: ['Lyon', 'Brest', 'été', null][n % 4],
          amount: n % 7,
          day: `2023-0${1 + (n % 9)}-11`,
          note: `quay ${n % 3} of the town`,
        },
      }
    })
    return JSON.stringify({ type: 'FeatureCollection', features })
  }

  test('whose children are in three databases answers as over one', async () => {
    const key = await keyOf()
    const pipeline = pipelineOf()
    const children: string[] = []
    for (const [at, full] of [[], [maxBytes], [0, maxBytes]].entries()) {
      await grow(...full)
      children.push(await publish(pipeline, towns(at * 40, 40), 'towns.geojson'))
    }
    expect(await Promise.all(children.map((id) => shardOf(pipeline, id)))).toEqual([0, 1, 2])
    const whole = await publish(pipeline, towns(0, 120), 'towns.geojson')
    const schema = ['n', 'name', 'amount', 'day', 'note', 'geometry'].map((name) => ({
      key: name,
      type: 'string' as const,
    }))
    const masterData = {
      bulkSearchs: [{ id: 'by-n', title: 'n', input: [{ type: 'equals', property: { key: 'n' } }] }],
    }
    const [scattered = '', united = ''] = await Promise.all(
      [children, [whole]].map(async (of) => {
        const body = { isVirtual: true, title: 'All', schema, virtual: { children: of } }
        const created = await createDataset(pipeline.ctx, { actor: publisher, body })
        await pipeline.settle()
        await ask(`/api/v1/datasets/${created.id}`, { key, vars: three, method: 'PATCH', json: { masterData } })
        return created.id
      }),
    )
    const withoutNumbers = (text: string) =>
      text
        .replaceAll(/"next":"[^"]*",?|"id":"\w+-\d+",/g, '')
        .replaceAll(/"_(?:i|id|rand|score)":(?:"[^"]*"|[\d.]+|null),?/g, '')
        .replaceAll(scattered, '<id>')
        .replaceAll(united, '<id>')
    const answer = async (id: string, path: string, json?: unknown) => {
      const sent = { key, vars: three, ...(json === undefined ? {} : { json }) }
      const response = await send(`/api/v1/datasets/${id}/${path}`, sent)
      const text = path.includes('pbf') ? '' : withoutNumbers(await response.text())
      return [path, response.status, text, response.headers.get('x-tilesampling')]
    }
    for (const path of [
      'lines?sort=n&size=200',
      'lines?sort=-day,n&size=25&page=3',
      'lines?q=quay&sort=n&size=7&select=n,note&highlight=note',
      'lines?format=csv&sort=n',
      'lines?collapse=name&sort=n&select=n,name',
      'lines?format=geojson&sort=n&size=5&bbox=1,46,3,48&select=n',
      'lines?xyz=0,0,0&format=geojson&sort=n&size=200&select=n',
      'lines?xyz=32,22,6&format=pbf&sort=n&size=5&select=n',
      'values_agg?field=name;day&interval=value;month&metric=avg&metric_field=amount',
      'values_agg?field=name&size=2&sort=-count;n&select=n,name&metric=percentiles&metric_field=amount',
      'metric_agg?metric=stats&field=amount',
      'metric_agg?metric=cardinality&field=name&q=town',
      'values/name?sort=asc',
      'geo_agg?agg_size=20&size=0&bbox=-5,40,10,52',
    ]) {
      const expected = await answer(united, path)
      expect(expected.slice(0, 3)).toEqual([path, 200, expected[2]])
      expect(await answer(scattered, path)).toEqual(expected)
    }
    const search = [{ n: 3 }, { n: 77 }, { n: 119 }, { n: 500 }]
    expect(await answer(scattered, 'master-data/bulk-searchs/by-n?select=n,note', search)).toEqual(
      await answer(united, 'master-data/bulk-searchs/by-n?select=n,note', search),
    )
    expect((await readDataset(pipeline.ctx, scattered)).published).toMatchObject({
      count: 120,
      bbox: (await readDataset(pipeline.ctx, united)).published.bbox,
    })
  })
})

test('a context without the further bindings has one database', () => {
  const { clock } = new Pipeline()
  expect(contextOf(env, clock).lines).toHaveLength(1)
})
