/** Collectors of a started service that read real servers; runs that are killed with the service. */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DataFairWsClient } from '@data-fair/lib-node/ws-client.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeFolder, removeFolder, startServer } from '../bench/server.mjs'
import { startFtpSrv } from '../support/remote-servers/ftp-srv'
import { type RemoteServer, rows } from '../support/remote-servers/remote-server'
import { startSsh2 } from '../support/remote-servers/ssh2'
import { SourceServer, sendJson } from '../support/source-server'

type Run = { _id: string; status: string; log: { type: string; msg: string }[] }
type Collector = { id: string; config: { datasetMode: string; dataset?: { id: string } }; lastRun?: Run }

const source = new SourceServer()
const folder = makeFolder()
let server: Awaited<ReturnType<typeof startServer>>
let host: string

async function call<Body>(method: string, path: string, body?: unknown): Promise<Body> {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: { 'x-apiKey': server.apiKey, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return await response.json()
}

const create = (plugin: string, config: object, more: object = {}) =>
  call<Collector>('POST', '/api/v1/collectors', { title: plugin, plugin, active: true, config, ...more })
const read = (id: string) => call<Collector>('GET', `/api/v1/collectors/${id}`)
const linesOf = (id: string, query = '') =>
  call<{ total: number; results: Record<string, unknown>[] }>('GET', `/api/v1/datasets/${id}/lines${query}`)

/** Starts a run, and waits for its end. */
async function run(id: string): Promise<Run> {
  const { _id } = await call<Run>('POST', `/processings/api/v1/processings/${id}/_trigger`)
  return ended(_id)
}

async function ended(id: string): Promise<Run> {
  let last: Run | undefined
  await expect
    .poll(
      async () => {
        last = await call<Run>('GET', `/processings/api/v1/runs/${id}`)
        return last.status
      },
      { timeout: 60_000 },
    )
    .toMatch(/^(finished|error|killed)$/)
  if (!last) throw new Error('no run')
  return last
}

async function datasetOf(id: string): Promise<string> {
  const dataset = (await read(id)).config.dataset?.id
  if (!dataset) throw new Error('the collector has no dataset')
  return dataset
}

beforeAll(async () => {
  host = await source.start()
  server = await startServer(folder, { variables: { OUTGOING_ALLOW: `${host},127.0.0.1,localhost` } })
})

afterAll(async () => {
  await server?.stop()
  source.stop()
  removeFolder(folder)
})

describe('transfer-file', () => {
  const records = [
    'Antenne;Commune;Téléphone',
    'Maison du Département;Dinan;0296808080',
    'Antenne de Guingamp;Guingamp;0296404040',
  ]
  const antennas = Buffer.from(`${records.join('\r\n')}\r\n`, 'latin1')

  test('creates a dataset of a file that nobody has prepared, and downloads it again when it has changed', async () => {
    source.files.set('/antennes.csv', antennas)
    const { id } = await create('transfer-file', { datasetMode: 'create', url: `http://${host}/antennes.csv` })
    expect((await run(id)).status).toBe('finished')
    const dataset = await datasetOf(id)
    const { total } = await linesOf(dataset)
    expect(total).toBeGreaterThan(1)
    const unchanged = await run(id)
    expect(unchanged.log.map(({ msg }) => msg)).toContain('The file has not changed.')
    source.files.set('/antennes.csv', Buffer.concat([antennas, antennas.subarray(antennas.indexOf(10) + 1)]))
    expect((await run(id)).status).toBe('finished')
    expect((await linesOf(dataset)).total).toBe(2 * total)
    expect(await datasetOf(id)).toBe(dataset)
  })

  test('compares the content of a file whose server tells nothing of it', async () => {
    source.files.set('/plain.csv', 'name\nA\n')
    const { id } = await create('transfer-file', { datasetMode: 'create', url: `http://${host}/plain.csv?plain` })
    await run(id)
    const again = await run(id)
    expect(again.log.map(({ msg }) => msg)).toContain('The content of the file has not changed.')
  })

  test('signs in, and says so when it may not', async () => {
    source.answers.set('/private.csv', ({ headers }, _, response) => {
      const isKnown = headers.authorization === `Basic ${btoa('ann:secret')}`
      response.writeHead(isKnown ? 200 : 401).end(isKnown ? 'name\nA\n' : undefined)
    })
    const config = { datasetMode: 'create', url: `http://${host}/private.csv`, username: 'ann' }
    const { id } = await create('transfer-file', config)
    const refused = await run(id)
    expect([refused.status, refused.log.at(-1)?.msg]).toEqual(['error', expect.stringContaining('check the user name')])
    await call('PATCH', `/api/v1/collectors/${id}`, { config: { ...config, password: 'secret' } })
    expect((await run(id)).status).toBe('finished')
  })

  test('leaves the previous data when the new file is broken, then recovers', async () => {
    source.files.set('/broken.csv', 'name,n\nA,1\nB,2\n')
    const { id } = await create('transfer-file', { datasetMode: 'create', url: `http://${host}/broken.csv` })
    await run(id)
    const dataset = await datasetOf(id)
    source.files.set('/broken.csv', 'name,n\n"A,1\nB,2\nC,3\nD,4\n')
    const failed = await run(id)
    expect([failed.status, failed.log.at(-1)?.msg]).toEqual(['error', expect.stringContaining('processing failed')])
    expect((await linesOf(dataset)).total).toBe(2)
    source.files.set('/broken.csv', 'name,n\nA,1\nB,2\nC,3\n')
    expect((await run(id)).status).toBe('finished')
    expect((await linesOf(dataset)).total).toBe(3)
  })

  test('adds lines to an editable dataset; a download that breaks off adds none', async () => {
    const schema = [{ key: 'name', type: 'string' }]
    const dataset = await call<{ id: string }>('POST', '/api/v1/datasets', { isRest: true, title: 'Lines', schema })
    let breaks = true
    source.answers.set('/lines.ndjson', (_, __, response) => {
      const body = Array.from({ length: 5_000 }, (___, at) => `{"_id":"l${at}","name":"n${at}"}\n`).join('')
      response.writeHead(200, { 'content-length': Buffer.byteLength(body) })
      if (!breaks) {
        response.end(body)
        return
      }
      response.write(body.slice(0, body.length / 2), () => response.destroy())
    })
    const config = { datasetMode: 'lines', dataset: { id: dataset.id }, url: `http://${host}/lines.ndjson` }
    const { id } = await create('transfer-file', config)
    expect((await run(id)).status).toBe('error')
    expect((await linesOf(dataset.id)).total).toBe(0)
    breaks = false
    expect((await run(id)).status).toBe('finished')
    expect((await linesOf(dataset.id)).total).toBe(5_000)
  })

  test('previews the first rows before anything is stored', async () => {
    source.files.set('/antennes.csv', antennas)
    const config = { datasetMode: 'create', url: `http://${host}/antennes.csv` }
    const path = '/api/v1/collector-plugins/transfer-file/_preview'
    const { columns, rows } = await call<{ columns: string[]; rows: string[][] }>('POST', path, { config })
    expect(columns.length).toBeGreaterThan(2)
    expect(rows[0]?.length).toBe(columns.length)
    expect(source.requests.at(-1)?.headers.range).toMatch(/^bytes=0-\d+$/)
  })
})

describe.each<[string, (folder: string) => Promise<RemoteServer>]>([
  ['ftp', (remote) => startFtpSrv(remote, 'ftp')],
  ['sftp', (remote) => startSsh2(remote)],
])('transfer-file over %s', (_, start) => {
  test('stores a file, leaves one that has not changed, and deletes one that is processed', async () => {
    const remote = makeFolder()
    writeFileSync(join(remote, 'levels.csv'), rows)
    const files = await start(remote)
    try {
      const { url, username, password } = files.connection
      const address = `${url.replace(/\/$/, '')}${files.base}/levels.csv`
      const { id } = await create('transfer-file', { datasetMode: 'create', url: address, username, password })
      expect((await run(id)).log.filter(({ type }) => type === 'error')).toEqual([])
      const dataset = await datasetOf(id)
      expect(await linesOf(dataset)).toMatchObject({ total: 2, results: [{ station: 'Nantes', level: 3.2 }, {}] })
      expect((await run(id)).log.map(({ msg }) => msg)).toContain('The file has not changed.')
      writeFileSync(join(remote, 'levels.csv'), `${rows}Rennes,1.5\n`)
      const { config } = await read(id)
      await call('PATCH', `/api/v1/collectors/${id}`, { config: { ...config, processAndDelete: true } })
      expect((await run(id)).log.map(({ msg }) => msg)).toContain('The file was deleted from its server.')
      expect((await linesOf(dataset)).total).toBe(3)
      expect(existsSync(join(remote, 'levels.csv'))).toBe(false)
    } finally {
      await files.stop()
      removeFolder(remote)
    }
  })
})

describe('json-api', () => {
  const items = Array.from({ length: 25 }, (_, at) => ({ id: at, name: `n${at}`, place: { lat: at, lon: -at } }))

  test.each([
    ['page', { type: 'page', size: 10, sizeParameter: 'size' }],
    ['offset', { type: 'offset', size: 10, sizeParameter: 'size' }],
    ['cursor', { type: 'cursor', path: 'meta.cursor' }],
    ['next', { type: 'next', path: 'links.next' }],
  ])('reads all pages by %s, with a token of OAuth2', async (name, pagination) => {
    source.answers.set('/token', ({ headers }, _, response) => {
      const isKnown = headers.authorization === `Basic ${btoa('client:secret')}`
      sendJson(response, isKnown ? { access_token: 'abc' } : {}, isKnown ? 200 : 401)
    })
    source.answers.set(`/api/${name}`, ({ headers }, { searchParams, pathname }, response) => {
      if (headers.authorization !== 'Bearer abc') return sendJson(response, {}, 401)
      const size = Number(searchParams.get('size') ?? 10)
      const page = Number(searchParams.get('page') ?? 1)
      const from = Number(searchParams.get('offset') ?? searchParams.get('cursor') ?? (page - 1) * size)
      const next = from + size < items.length ? from + size : undefined
      const links = next === undefined ? {} : { next: `${pathname}?offset=${next}` }
      sendJson(response, { data: { items: items.slice(from, from + size) }, meta: { cursor: next }, links })
    })
    const { id } = await create('json-api', {
      datasetMode: 'create',
      url: `http://${host}/api/${name}`,
      resultsPath: 'data.items',
      columns: [
        { key: 'name', path: 'name' },
        { key: 'lat', path: 'place.lat' },
      ],
      pagination,
      auth: { type: 'oauth2', tokenUrl: `http://${host}/token`, username: 'client', secret: 'secret' },
    })
    expect((await run(id)).log.filter(({ type }) => type === 'error')).toEqual([])
    expect(await linesOf(await datasetOf(id), '?sort=lat&size=2&select=name,lat')).toMatchObject({
      total: 25,
      results: [
        { name: 'n0', lat: 0 },
        { name: 'n1', lat: 1 },
      ],
    })
    expect((await run(id)).log.map(({ msg }) => msg)).toContain('The data has not changed.')
  })
})

test('rss: the items of a feed, those that have left it too', async () => {
  const item = (n: number) =>
    `<item><title>Title ${n} &amp; more</title><link>https://news.example.org/${n}</link><guid>g${n}</guid>
     <pubDate>Mon, 23 Nov 2026 10:0${n}:00 +0100</pubDate><description><![CDATA[<p>Text ${n}</p>]]></description></item>`
  const feed = (...numbers: number[]) =>
    `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>${numbers.map(item).join('')}</channel></rss>`
  source.files.set('/feed.xml', feed(1, 2))
  const { id } = await create('rss', { datasetMode: 'create', url: `http://${host}/feed.xml` })
  expect((await run(id)).status).toBe('finished')
  source.files.set('/feed.xml', feed(2, 3))
  expect((await run(id)).status).toBe('finished')
  expect(await linesOf(await datasetOf(id), '?sort=date')).toMatchObject({
    total: 3,
    results: [
      { title: 'Title 1 & more', link: 'https://news.example.org/1', date: '2026-11-23T09:01:00.000Z' },
      {},
      {},
    ],
  })
})

test('gbfs: stations with their state, replaced at each run', async () => {
  const feeds = ['station_information', 'station_status'].map((name) => ({ name, url: `http://${host}/${name}.json` }))
  source.files.set('/gbfs.json', JSON.stringify({ version: '2.3', data: { fr: { feeds } } }))
  const put = (count: number) => {
    const ids = Array.from({ length: count }, (_, at) => `s${at}`)
    const stations = ids.map((station_id, at) => ({
      station_id,
      name: `Place ${at}`,
      lat: 48 + at,
      lon: -2,
      capacity: 10,
    }))
    source.files.set('/station_information.json', JSON.stringify({ data: { stations } }))
    const states = ids.map((station_id, at) => ({
      ...{
        station_id,
        num_bikes_available: at,
        num_docks_available: 10 - at,
        is_renting: 1,
        last_reported: 1_795_000_000,
      },
    }))
    source.files.set('/station_status.json', JSON.stringify({ data: { stations: states } }))
  }
  put(3)
  const { id } = await create('gbfs', { datasetMode: 'create', url: `http://${host}/gbfs.json` })
  expect((await run(id)).log.filter(({ type }) => type === 'error')).toEqual([])
  const dataset = await datasetOf(id)
  expect(await linesOf(dataset, '?sort=name')).toMatchObject({
    total: 3,
    results: [{ name: 'Place 0', vehicles_available: 0, docks_available: 10, is_renting: true }, {}, {}],
  })
  put(2)
  await run(id)
  expect((await linesOf(dataset)).total).toBe(2)
})

test('data-fair-mirror: the lines and the description of a dataset of a service', async () => {
  source.files.set('/origin.csv', 'name,n\nA,1\nB,2\n')
  const { id: first } = await create('transfer-file', { datasetMode: 'create', url: `http://${host}/origin.csv` })
  await run(first)
  const origin = await datasetOf(first)
  await call('PATCH', `/api/v1/datasets/${origin}`, { description: 'What it is.' })
  // The service may not call itself: another server stands between.
  source.answers.set(`/api/v1/datasets/${origin}`, (request, url, response) => void forward(request, url, response))
  source.answers.set(
    `/api/v1/datasets/${origin}/lines`,
    (request, url, response) => void forward(request, url, response),
  )
  async function forward(...[{ headers }, url, response]: Parameters<Parameters<typeof source.answers.set>[1]>) {
    const key = String(headers['x-apikey'] ?? '')
    const answer = await fetch(`${server.url}${url.pathname}${url.search}`, { headers: { 'x-apiKey': key } })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  }
  const config = { datasetMode: 'create', url: `http://${host}/api/v1/datasets/${origin}`, apiKey: server.apiKey }
  const { id } = await create('data-fair-mirror', config)
  expect((await run(id)).log.filter(({ type }) => type === 'error')).toEqual([])
  const mirror = await datasetOf(id)
  expect(await linesOf(mirror)).toMatchObject({ total: 2, results: [{ name: 'A', n: 1 }, {}] })
  expect(await call('GET', `/api/v1/datasets/${mirror}`)).toMatchObject({ description: 'What it is.' })
  expect((await run(id)).log.map(({ msg }) => msg)).toContain('The dataset has not changed.')
})

test('ods-mirror: the records and the description of a dataset of a portal', async () => {
  const base = '/api/explore/v2.1/catalog/datasets/trees'
  const metas = {
    default: { title: 'Trees', description: 'Of the town', keyword: ['tree'], data_processed: '2026-01-01' },
  }
  source.answers.set(base, (_, __, response) => sendJson(response, { dataset_id: 'trees', metas }))
  source.answers.set(`${base}/exports/csv`, (_, { searchParams }, response) => {
    const rows = ['species;height', 'oak;12', 'ash;9']
    response.end(`${rows.slice(0, Number(searchParams.get('limit')) > 0 ? 2 : 3).join('\n')}\n`)
  })
  const { id } = await create('ods-mirror', { datasetMode: 'create', portal: `http://${host}`, source: 'trees' })
  expect((await run(id)).log.filter(({ type }) => type === 'error')).toEqual([])
  const mirror = await datasetOf(id)
  expect(await linesOf(mirror)).toMatchObject({ total: 2, results: [{ species: 'oak', height: 12 }, {}] })
  expect(await call('GET', `/api/v1/datasets/${mirror}`)).toMatchObject({ title: 'Trees', keywords: ['tree'] })
  expect((await run(id)).log.map(({ msg }) => msg)).toContain('The dataset has not changed.')
})

test('a run tells what it does on its channels, to those who may read it', async () => {
  source.files.set('/live.csv', 'name\nA\n')
  const { id } = await create('transfer-file', { datasetMode: 'create', url: `http://${host}/live.csv` })
  const log = { info: () => {}, error: () => {}, debug: () => {} }
  const client = new DataFairWsClient({ url: server.url, log, apiKey: server.apiKey })
  const stranger = new DataFairWsClient({ url: server.url, log })
  try {
    await expect(stranger.subscribe(`processings/${id}/run-log`)).rejects.toThrow()
    await client.subscribe(`processings/${id}/run-log`)
    const says = (text: string) => (message: object) => JSON.stringify(message).includes(text)
    const step = client.waitFor(`processings/${id}/run-log`, says('"Download"'))
    const end = client.waitFor(`collectors/${id}/run-patch`, says('"finished"'))
    const { _id } = await call<Run>('POST', `/api/v1/collectors/${id}/_trigger`)
    expect(await step).toMatchObject({ _id, log: { type: 'step' } })
    expect(await end).toMatchObject({ _id })
  } finally {
    client.close()
    stranger.close()
  }
})

test('a run that is killed with the service is resumed by the next one, and leaves no half of a dataset', async () => {
  source.files.set('/killed.csv', 'name\nA\n')
  const { id } = await create('transfer-file', { datasetMode: 'create', url: `http://${host}/killed.csv` })
  await run(id)
  const dataset = await datasetOf(id)
  const rows = Array.from({ length: 60_000 }, (_, at) => `name ${at}`)
  source.files.set('/killed.csv', `name\n${rows.join('\n')}\n`)
  // The file arrives slowly: the service is killed in its middle.
  let arrived: () => void = () => {}
  const half = new Promise<void>((resolve) => {
    arrived = resolve
  })
  let isFirst = true
  source.answers.set('/slow.csv', (_, __, response) => {
    const body = String(source.files.get('/killed.csv'))
    response.writeHead(200, { 'content-length': Buffer.byteLength(body) })
    if (!isFirst) {
      response.end(body)
      return
    }
    isFirst = false
    response.write(body.slice(0, body.length / 2), () => arrived())
  })
  const { config } = await read(id)
  await call('PATCH', `/api/v1/collectors/${id}`, { config: { ...config, url: `http://${host}/slow.csv` } })
  const { _id } = await call<Run>('POST', `/api/v1/collectors/${id}/_trigger`)
  await half
  await server.kill()
  server = await startServer(folder, {
    port: server.port,
    variables: { OUTGOING_ALLOW: `${host},127.0.0.1,localhost` },
  })
  expect([1, 60_000]).toContain((await linesOf(dataset)).total)
  const resumed = await ended(_id)
  expect(resumed.status).toBe('finished')
  expect(resumed.log.map(({ msg }) => msg)).toContain('Resumed after an interruption.')
  expect((await linesOf(dataset)).total).toBe(60_000)
})
