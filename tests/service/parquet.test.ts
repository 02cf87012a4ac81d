/** DuckDB reads the Parquet file of a dataset by range requests, with the same values as the API. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { limits } from '../../worker/limits'
import { open, publish } from '../bench/publish.mjs'
import { makeFolder, removeFolder, startServer } from '../bench/server.mjs'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })
const folder = makeFolder()
let server: Awaited<ReturnType<typeof startServer>>

beforeAll(async () => {
  server = await startServer(join(folder, 'state'))
})
afterAll(async () => {
  await server.stop()
  removeFolder(folder)
})

const towns = ['Lyon', 'Évreux', '', '"Nîmes, Gard"']

/** Every type, with missing values. */
function makeCsv(lines: number): string {
  let text = 'town,n,big,share,open,day,at\n'
  for (let at = 0; at < lines; at++) {
    const cells = [
      towns[at % 4],
      at % 7 === 0 ? '' : at,
      9_000_000_000 + at,
      at % 5 === 0 ? '' : at / 8,
      at % 3 === 0 ? '' : at % 2 === 0,
      `2024-0${1 + (at % 9)}-1${at % 10}`,
      `2024-03-31T0${at % 10}:30:00+02:00`,
    ]
    text += `${cells.join(',')}\n`
  }
  return text
}

async function publishCsv(lines: number): Promise<string> {
  const path = join(folder, `lines-${lines}.csv`)
  writeFileSync(path, makeCsv(lines))
  const { dataset } = await publish(server, path)
  await open(server, dataset.id)
  return dataset.id
}

/** The file, once it is written. */
async function download(id: string): Promise<{ path: string; size: number }> {
  const url = `${server.url}/api/v1/datasets/${id}/data.parquet`
  const response = await vi.waitFor(
    async () => {
      const answer = await fetch(url)
      if (answer.status === 409) expect(answer.headers.get('retry-after')).toBeTruthy()
      expect(answer.status).toBe(200)
      return answer
    },
    { timeout: 60_000, interval: 200 },
  )
  expect(response.headers.get('content-type')).toBe('application/vnd.apache.parquet')
  const bytes = Buffer.from(await response.arrayBuffer())
  const path = join(folder, `${id}.parquet`)
  writeFileSync(path, bytes)

  const head = await fetch(url, { method: 'HEAD' })
  expect(head.headers.get('content-length')).toBe(String(bytes.length))
  const range = await fetch(url, { headers: { range: 'bytes=-4' } })
  expect([range.status, await range.text()]).toEqual([206, 'PAR1'])
  const etag = response.headers.get('etag') ?? ''
  expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
  return { path, size: bytes.length }
}

async function query(sql: string): Promise<Record<string, unknown>[]> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  return (await connection.runAndReadAll(sql)).getRowObjectsJson()
}

type Groups = { total: number; aggs: { value: string; total: number; metric: number }[] }
type Lines = { total: number; results: Record<string, unknown>[] }
const api = async <Shape>(id: string, path: string): Promise<Shape> =>
  // The shape that each call below reads.
  (await (await fetch(`${server.url}/api/v1/datasets/${id}/${path}`)).json()) as Shape

test.each([500, limits.parquet.atOnce * 2 + 1])('%i lines', async (count) => {
  const id = await publishCsv(count)
  const { path } = await download(id)
  const types = await query(`DESCRIBE SELECT * FROM '${path}'`)
  expect(types.map(({ column_name, column_type }) => `${column_name} ${column_type}`)).toEqual([
    'town VARCHAR',
    'n BIGINT',
    'big BIGINT',
    'share DOUBLE',
    'open BOOLEAN',
    'day DATE',
    'at TIMESTAMP',
  ])
  const { total, results } = await api<Lines>(id, 'lines?size=200&select=town,n,big,share,open,day')
  const [counted] = await query(`SELECT count(*)::INT AS n FROM '${path}'`)
  expect(counted).toEqual({ n: total })
  const first = await query(
    `SELECT town,n::INT n,big::DOUBLE big,share,open,day::VARCHAR AS day FROM '${path}' LIMIT 200`,
  )
  const present = (line: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(line).filter(([key, value]) => value !== null && key !== '_score'))
  expect(first.map(present)).toEqual(results.map(present))

  const { aggs } = await api<Groups>(id, 'values_agg?field=town&metric=sum&metric_field=share&sort=key')
  const groups = await query(
    `SELECT town AS value,count(*)::INT AS total,sum(share) AS metric FROM '${path}' WHERE town IS NOT NULL GROUP BY 1 ORDER BY 1`,
  )
  const said = (rows: { value?: unknown; total?: unknown; metric?: unknown }[]) =>
    rows.map(({ value, total, metric }) => [value, total, Number(metric).toFixed(3)]).sort()
  expect(said(groups)).toEqual(said(aggs))
  const [moment] = await query(`SELECT "at"::VARCHAR AS moment FROM '${path}' LIMIT 1`)
  expect(moment).toEqual({ moment: '2024-03-30 22:30:00' })
})
